#include "graph/sort_edges.hpp"

#include <array>
#include <bit>
#include <utility>

#include "core/parallel.hpp"

namespace mercer {
namespace {

// Weights in the order of their bits.
std::uint64_t bits_of(double weight) {
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  const auto bits = std::bit_cast<std::uint64_t>(weight + 0.0);  // -0 becomes 0
  return bits & sign ? ~bits : bits | sign;
}

constexpr int digit_bits = 11, digits = 3;
constexpr Index blocks = 16;

// The leading bits of the weights, beyond what all of them begin with.
struct Leading {
  std::uint64_t least = ~std::uint64_t{0};
  int shift = 0;
  explicit Leading(const std::vector<Edge>& edges) {
    std::uint64_t greatest = 0;
    for (const Edge& edge : edges) {
      least = std::min(least, bits_of(edge.weight));
      greatest = std::max(greatest, bits_of(edge.weight));
    }
    shift = std::max(0, static_cast<int>(std::bit_width(greatest - least)) - digits * digit_bits);
  }
  std::uint64_t of(const Edge& edge) const { return (bits_of(edge.weight) - least) >> shift; }
};

// Orders by one digit, and leaves the order of equals as it is.
void sort_by_digit(const std::vector<Edge>& from, std::vector<Edge>& to, const Leading& leading, int digit) {
  constexpr std::size_t values = std::size_t{1} << digit_bits;
  const auto value = [&](const Edge& edge) {
    return leading.of(edge) >> (digit * digit_bits) & (values - 1);
  };
  const auto n = std::ssize(from);
  std::vector<std::array<std::uint32_t, values>> places(blocks);  // counts, then where the next one goes
  parallel_blocks(blocks, [&](Index b) {
    auto& count = places[static_cast<std::size_t>(b)];
    count.fill(0);
    for (Index i = n * b / blocks; i < n * (b + 1) / blocks; ++i)
      ++count[value(from[static_cast<std::size_t>(i)])];
  });
  std::uint32_t next = 0;
  for (std::size_t v = 0; v < values; ++v)
    for (auto& place : places) next += std::exchange(place[v], next);
  parallel_blocks(blocks, [&](Index b) {
    auto& place = places[static_cast<std::size_t>(b)];
    for (Index i = n * b / blocks; i < n * (b + 1) / blocks; ++i) {
      const Edge& edge = from[static_cast<std::size_t>(i)];
      to[place[value(edge)]++] = edge;
    }
  });
}

// Runs of equal leading bits, each by the block that it begins in.
void sort_runs(std::vector<Edge>& edges, const Leading& leading) {
  const auto n = std::ssize(edges);
  const auto at = [&](Index i) { return leading.of(edges[static_cast<std::size_t>(i)]); };
  std::array<Index, blocks + 1> begins{};  // of the runs that begin at or behind the begin of a block
  for (Index b = 1; b <= blocks; ++b) {
    Index i = std::max(n * b / blocks, begins[static_cast<std::size_t>(b - 1)]);
    while (i < n && i > 0 && at(i) == at(i - 1)) ++i;
    begins[static_cast<std::size_t>(b)] = i;
  }
  parallel_blocks(blocks, [&](Index b) {
    const Index end = begins[static_cast<std::size_t>(b + 1)];
    for (Index i = begins[static_cast<std::size_t>(b)]; i < end;) {
      Index next = i + 1;
      while (next < end && at(next) == at(i)) ++next;
      if (next - i > 1) std::sort(edges.begin() + i, edges.begin() + next);
      i = next;
    }
  });
}

}  // namespace

// By digits of the leading bits from the last to the first; few edges have equal ones, unless they are
// equally heavy.
void sort_edges(std::vector<Edge>& edges) {
  if (edges.size() < (1U << 14U)) return std::sort(edges.begin(), edges.end());
  const Leading leading(edges);
  std::vector<Edge> other(edges.size());
  for (int digit = 0; digit < digits; ++digit) {
    sort_by_digit(edges, other, leading, digit);
    edges.swap(other);
  }
  sort_runs(edges, leading);
}

}  // namespace mercer
