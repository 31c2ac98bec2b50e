#include "evaluate/rule_tree.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>

namespace mercer {
namespace {

// The weight of each class in a part, and W (1 - sum p^2) = W - sum w^2 / W, kept while rows come and go.
class Part {
 public:
  explicit Part(int classes) : weights_(static_cast<std::size_t>(classes)) {}
  void add(int label, double weight) {
    double& own = weights_[static_cast<std::size_t>(label)];
    squares_ += (2 * own + weight) * weight;
    own += weight;
    total_ += weight;
  }
  void add(const Part& other, double sign = 1) {
    for (std::size_t k = 0; k < weights_.size(); ++k) add(static_cast<int>(k), sign * other.weights_[k]);
  }
  double impurity() const { return total_ > 0 ? total_ - squares_ / total_ : 0; }
  double total() const { return total_; }
  double weight(int label) const { return weights_[static_cast<std::size_t>(label)]; }

 private:
  std::vector<double> weights_;
  double squares_ = 0, total_ = 0;
};

struct Value {
  double cell = 0;
  std::size_t member = 0;
};

class Splitting {
 public:
  Splitting(const Originals& originals, const RuleRows& data, const std::vector<std::size_t>& members,
            std::size_t column)
      : original_(originals.columns[column]),
        data_(data),
        column_(column),
        present_(data.count),
        missing_(data.count) {
    best_.impurity = std::numeric_limits<double>::infinity();
    for (const std::size_t m : members) {
      const double x = originals.cell(data.rows[m], original_);
      (std::isnan(x) ? missing_ : present_).add(data.classes[m], data.weights[m]);
      if (!std::isnan(x)) values_.push_back({x, m});
    }
  }

  RuleSplit run() {
    if (values_.empty()) return best_;
    if (missing_.total() > 0) {
      offer(present_.impurity());
      best_.first = {column_, Condition::Test::is_missing, 0, {}};
      best_.second = {column_, Condition::Test::is_there, 0, {}};
    }
    original_.worded ? by_values() : by_threshold();
    return best_;
  }

 private:
  bool offer(double impurity) {
    impurity += missing_.impurity();
    if (!(impurity < best_.impurity - 1e-9 * (1 + std::abs(impurity)))) return false;
    best_.impurity = impurity;
    best_.found = true;
    return true;
  }

  void by_threshold() {
    std::sort(values_.begin(), values_.end(), [](const Value& a, const Value& b) { return a.cell < b.cell; });
    Part low(data_.count), high = present_;
    for (std::size_t v = 0; v + 1 < values_.size(); ++v) {
      const std::size_t m = values_[v].member;
      low.add(data_.classes[m], data_.weights[m]);
      high.add(data_.classes[m], -data_.weights[m]);
      if (values_[v].cell == values_[v + 1].cell || !offer(low.impurity() + high.impurity())) continue;
      const double from = values_[v].cell, to = values_[v + 1].cell;
      const double cut =
          original_.kind == Kind::date
              ? std::nextafter(date_between(from, to), -std::numeric_limits<double>::infinity())
              : round_between(from, to);
      best_.first = {column_, Condition::Test::at_most, cut, {}};
      best_.second = {column_, Condition::Test::above, cut, {}};
    }
  }

  void by_values() {
    std::vector<Part> parts(original_.values.size(), Part(data_.count));
    for (const Value& value : values_)
      parts[static_cast<std::size_t>(value.cell)].add(data_.classes[value.member],
                                                      data_.weights[value.member]);
    std::vector<std::size_t> there;
    for (std::size_t v = 0; v < parts.size(); ++v)
      if (parts[v].total() > 0) there.push_back(v);
    if (there.size() < 2) return;
    const bool sets = data_.count == 2;
    if (sets)
      std::stable_sort(there.begin(), there.end(), [&](std::size_t a, std::size_t b) {
        return parts[a].weight(1) * parts[b].total() > parts[b].weight(1) * parts[a].total();
      });
    Part in(data_.count), out = present_;
    std::vector<bool> set(parts.size());
    for (std::size_t k = 0; k < there.size() && !(sets && k + 1 == there.size()); ++k) {
      if (!sets) in = Part(data_.count), out = present_, set.assign(parts.size(), false);
      in.add(parts[there[k]]);
      out.add(parts[there[k]], -1);
      set[there[k]] = true;
      if (!offer(in.impurity() + out.impurity())) continue;
      best_.first = {column_, Condition::Test::is_one_of, 0, set};
      best_.second = {column_, Condition::Test::is_none_of, 0, set};
    }
  }

  const Original& original_;
  const RuleRows& data_;
  std::size_t column_;
  Part present_, missing_;
  std::vector<Value> values_;
  RuleSplit best_;
};

class Growing {
 public:
  Growing(const Originals& originals, const RuleRows& data) : originals_(originals), data_(data) {}
  void grow(const std::vector<std::size_t>& members, const RulePath& path, int depth) {
    Part part(data_.count);
    for (const std::size_t m : members) part.add(data_.classes[m], data_.weights[m]);
    if (depth == 0 || part.impurity() <= 1e-9 * part.total()) return;
    RuleSplit best;
    best.impurity = part.impurity() * (1 - 1e-9);
    for (std::size_t c = 0; c < originals_.columns.size(); ++c)
      if (RuleSplit split = best_split(originals_, data_, members, c);
          split.found && split.impurity < best.impurity)
        best = std::move(split);
    if (!best.found) return;
    std::vector<RuleTest> tests = {best.first, best.second};
    if (best.first.test != Condition::Test::is_missing)
      tests.push_back({best.first.column, Condition::Test::is_missing, 0, {}});
    for (const RuleTest& test : tests) {
      std::vector<std::size_t> inside;
      for (const std::size_t m : members)
        if (test.holds(originals_.cell(data_.rows[m], originals_.columns[test.column]))) inside.push_back(m);
      if (inside.empty()) continue;
      RulePath longer = path;
      longer.push_back(test);
      paths.push_back(longer);
      grow(inside, longer, depth - 1);
    }
  }
  std::vector<RulePath> paths;

 private:
  const Originals& originals_;
  const RuleRows& data_;
};

}  // namespace

bool RuleTest::holds(double cell) const {
  const bool missing = std::isnan(cell);
  switch (test) {
    case Condition::Test::at_most:
      return cell <= threshold;
    case Condition::Test::above:
      return cell > threshold;
    case Condition::Test::is_one_of:
      return !missing && set[static_cast<std::size_t>(cell)];
    case Condition::Test::is_none_of:
      return !missing && !set[static_cast<std::size_t>(cell)];
    case Condition::Test::is_missing:
      return missing;
    default:
      return !missing;
  }
}

RuleSplit best_split(const Originals& originals, const RuleRows& data,
                     const std::vector<std::size_t>& members, std::size_t column) {
  return Splitting(originals, data, members, column).run();
}

std::vector<RulePath> tree_paths(const Originals& originals, const RuleRows& data, int depth) {
  std::vector<std::size_t> all(data.rows.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  Growing growing(originals, data);
  growing.grow(all, {}, depth);
  return std::move(growing.paths);
}

// Multiples of 1000, 500, 100, 50, ...: the first that lies between, near the middle where there are several.
double round_between(double low, double high) {
  if (low <= 0 && high > 0) return 0;
  const double middle = low + (high - low) / 2;
  const double largest = std::max(std::abs(low), std::abs(high));
  for (int power = static_cast<int>(std::ceil(std::log10(largest))); power > -290; --power) {
    const double unit = std::pow(10.0, std::abs(power));  // exact up to 10^22, so that 0.3 is 0.3
    const auto scaled = [&](double x) { return power >= 0 ? x / unit : x * unit; };
    for (const double step : {1.0, 0.5})
      for (const double count : {std::round(scaled(middle) / step), std::ceil(scaled(low) / step)}) {
        const double candidate = power >= 0 ? count * step * unit : count * step / unit;
        if (candidate >= low && candidate < high) return candidate;
      }
    if (std::pow(10.0, power) < (high - low) / 100) break;
  }
  return low;
}

double date_between(double low, double high) {
  namespace chr = std::chrono;
  if (std::abs(high) > 4e6) return high;
  const chr::sys_days last{chr::days(std::llround(std::floor(high)))};
  const chr::year_month_day date(last);
  for (const chr::year_month_day first :
       {date.year() / chr::January / 1, date.year() / date.month() / 1, date}) {
    const double days = chr::sys_days(first).time_since_epoch().count();
    if (days > low && days <= high) return days;
  }
  return high;
}

}  // namespace mercer
