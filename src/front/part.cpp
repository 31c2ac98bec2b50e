#include "front/part.hpp"

#include <algorithm>

namespace mercer {
namespace {

bool counts_points(std::string_view key) {
  return key == "landmarks" || key == "neighbors" || key == "min_points" || key == "min_size";
}

template <class T>
constexpr bool is_whole = std::is_same_v<T, int> || std::is_same_v<T, std::optional<int>> ||
                          std::is_same_v<T, std::int64_t> || std::is_same_v<T, std::optional<std::int64_t>>;

template <class Choice>
void limit(Choice& choice, Index most) {
  const auto one = [most]<class Field>(std::string_view key, Field& field, auto&&...) {
    if constexpr (is_whole<Field>)
      if (counts_points(key) && std::optional(field) > most) field = static_cast<int>(most);
  };
  std::visit([&]<class S>(S& s) { S::fields(s, one); }, choice);
}

}  // namespace

Data part_of(const Data& data, const Kernel& kernel, const std::vector<Index>& rows) {
  if (!is_precomputed(kernel)) return data.take(rows);
  const Matrix wide = data.take(rows).dense();
  return Matrix(wide(Eigen::all, rows));
}

Options within(Options o, Index points) {
  const Index most = std::max<Index>(1, points - 1);  // neighbours are others
  limit(o.kernel, most);
  limit(o.approx, most);
  if (o.method) limit(*o.method, most);
  return o;
}

Options options_of_part(Options o, const std::vector<Index>& rows) {
  if (o.weights.size() > 0) o.weights = Vector(o.weights(rows));
  if (!o.labels.empty()) {
    Labels labels;
    for (const Index row : rows) labels.push_back(o.labels[static_cast<std::size_t>(row)]);
    o.labels = std::move(labels);
  }
  return within(std::move(o), std::ssize(rows));
}

}  // namespace mercer
