// A hierarchy of clusters: n objects, joined pair by pair.
#pragma once

#include <string>

#include "mercer/types.hpp"

namespace mercer {

// Objects are 0 .. n-1; the t-th merge makes node n + t. This is SciPy's convention.
struct Merge {
  int left = 0, right = 0;  // nodes that are joined
  int size = 0;             // objects below
  double height = 0;
};

struct Dendrogram {
  std::vector<Merge> merges;  // n - 1
  Index objects() const { return static_cast<Index>(merges.size()) + 1; }
};

// The clusters before the last merges are made, numbered in the order of their first objects.
Labels cut(const Dendrogram& dendrogram, Index clusters);

// Rows (left, right, height, size), as SciPy's `linkage` returns them.
Matrix linkage(const Dendrogram& dendrogram);

// One line of JSON or of Newick's format; objects are named by their index, branches have lengths.
std::string to_json(const Dendrogram& dendrogram);
std::string to_newick(const Dendrogram& dendrogram);

}  // namespace mercer
