// The gap-weighted subsequence kernel, by the dynamic programme of Lodhi et al. (2002).
#include "kernels/subsequence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/parallel.hpp"
#include "io/utf8.hpp"
#include "mercer/error.hpp"
#include "mercer/machine.hpp"
#include "mercer/objects.hpp"

namespace mercer {

std::u32string characters_of(const std::string& text) {
  std::u32string out;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = io::next_character(text, at);
    if (c == io::no_character) ++at;  // readers refuse it
    out.push_back(c);
  }
  return out;
}

[[noreturn]] void too_short(const std::string& place, int length) {
  throw Error(Fault::data,
              fmt::format("{}: the string has fewer than {} characters, and so nothing to compare; "
                          "lower length, or remove it",
                          place, length));
}

// With K'_0 = 1, and for i = 1, 2, ... on prefixes s x and t u of the strings
//   K''_i(s x, t u) = decay K''_i(s x, t) + [u = x] decay^2 K'_i-1(s, t)
//   K'_i (s x, t)   = decay K'_i(s, t) + K''_i(s x, t)
// the kernel is the sum of decay^2 K'_length-1(s, t) over all pairs of prefixes with the same next letter.
double subsequence_kernel(const std::u32string& s, const std::u32string& t, const Subsequence& kernel) {
  const double decay = kernel.decay;
  const auto m = static_cast<Index>(s.size()), n = static_cast<Index>(t.size());
  Matrix before = Matrix::Ones(m + 1, n + 1), now(m + 1, n + 1);  // K'_i-1 and K'_i
  for (int i = 1; i < kernel.length; ++i) {
    now.setZero();
    for (Index a = 1; a <= m; ++a) {
      double last = 0;  // K''_i
      for (Index b = 1; b <= n; ++b) {
        const bool same = s[static_cast<std::size_t>(a - 1)] == t[static_cast<std::size_t>(b - 1)];
        last = decay * last + (same ? decay * decay * before(a - 1, b - 1) : 0.0);
        now(a, b) = decay * now(a - 1, b) + last;
      }
    }
    before.swap(now);
  }
  double sum = 0;
  for (Index a = 1; a <= m; ++a)
    for (Index b = 1; b <= n; ++b)
      if (s[static_cast<std::size_t>(a - 1)] == t[static_cast<std::size_t>(b - 1)])
        sum += decay * decay * before(a - 1, b - 1);
  return sum;
}

namespace {

std::vector<std::u32string> all_characters(const std::vector<std::string>& texts) {
  std::vector<std::u32string> out;
  out.reserve(texts.size());
  for (const auto& text : texts) out.push_back(characters_of(text));
  return out;
}
Vector own_products(const std::vector<std::u32string>& strings, const Subsequence& kernel) {
  Vector out(static_cast<Index>(strings.size()));
  parallel_rows(out.size(), 16, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const auto& s = strings[static_cast<std::size_t>(i)];
      out[i] = subsequence_kernel(s, s, kernel);
    }
  });
  // decay^(2 length) per subsequence: it may vanish, or a long string may have too many.
  for (const double own : out)
    if (!(own > 0 && std::isfinite(own)))
      throw Error(
          Fault::data,
          fmt::format("with decay = {:g} and length = {} the similarity of a string with itself "
                      "is too {} to compute with; {} decay",
                      kernel.decay, kernel.length, own > 0 ? "large" : "small", own > 0 ? "lower" : "raise"));
  return out;
}

}  // namespace

// Of the training strings among themselves each pair once.
Matrix subsequence_rows(const Documents& strings, const Subsequence& kernel,
                        const std::vector<std::string>& known) {
  for (std::size_t i = 0; i < strings.texts.size(); ++i)
    if (static_cast<int>(characters_of(strings.texts[i]).size()) < kernel.length)
      too_short(strings.places[i], kernel.length);
  const std::uint64_t bytes = 8 * strings.texts.size() * known.size(), budget = free_memory();
  if (bytes > budget)
    throw Error(
        Fault::memory,
        fmt::format("the subsequence kernel of {} strings takes {} and there are {}; use fewer strings, or "
                    "`kernel = spectrum`, which needs no matrix",
                    known.size(), format_bytes(bytes), format_bytes(budget)));
  const bool same = strings.texts == known;
  const auto s = all_characters(strings.texts), t = all_characters(known);
  const Vector ss = own_products(s, kernel), tt = same ? ss : own_products(t, kernel);
  Matrix K(ss.size(), tt.size());
  parallel_rows(K.rows(), 4, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index j = same ? i : 0; j < K.cols(); ++j)
        K(i, j) = subsequence_kernel(s[static_cast<std::size_t>(i)], t[static_cast<std::size_t>(j)], kernel) /
                  std::sqrt(ss[i] * tt[j]);
  });
  if (same) {
    K.diagonal().setOnes();
    K.triangularView<Eigen::StrictlyLower>() = K.transpose();
  }
  return K;
}

}  // namespace mercer
