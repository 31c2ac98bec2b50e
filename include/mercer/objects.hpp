// Strings and graphs as points: rows of numbers that stand for them, so that every method can use them.
#pragma once

#include <string>
#include <vector>

#include "mercer/data.hpp"
#include "mercer/io.hpp"
#include "mercer/kernels.hpp"

namespace mercer {

// What turns objects into rows, learnt from the training objects: a part of the model.
//
// spectrum, weisfeiler-lehman: a row counts the parts of an object, with one column per part, and is scaled
// to length one; so the kernel is the product of two rows. One more column after those of the known parts
// holds how much of a new object is unknown. It is 0 for all training objects, so it changes lengths, not
// products. subsequence: a row holds the kernel with every training string.
struct Description {
  Kernel kernel;  // spectrum, subsequence or weisfeiler-lehman
  std::vector<std::string>
      terms;  // substrings; labels and their refinements; the training strings themselves

  // If an object has none of the parts that the kernel counts, an error names its place.
  static Description learn(const Documents& strings, const Kernel& kernel);
  static Description learn(const Graphs& graphs, const Kernel& kernel);
  Data rows(const Documents& strings, int threads = 0) const;
  Data rows(const Graphs& graphs, int threads = 0) const;
  Index columns() const;
};

// The kernel among such rows: linear, or for subsequence precomputed. Other kernels are left as they are.
Kernel among_rows(const Kernel& kernel);

// The gap-weighted subsequence kernel of two strings of code points, not normalised:
//   k(s, t) = sum over u, |u| = length, and its places i in s and j in t of decay^(span(i) + span(j))
double subsequence_kernel(const std::u32string& s, const std::u32string& t, const Subsequence& kernel);

}  // namespace mercer
