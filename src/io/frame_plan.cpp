#include "io/frame_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "io/budget.hpp"
#include "io/columns.hpp"
#include "io/missing.hpp"
#include "io/number_style.hpp"

namespace mercer {
namespace io {
namespace {

// Empty names become "column 3", counted from 1; the second of a name becomes "name.2".
std::vector<std::string> distinct_names(const std::vector<std::string>& names) {
  std::set<std::string> taken(names.begin(), names.end());
  std::set<std::string> used;
  std::vector<std::string> distinct;
  for (std::size_t c = 0; c < names.size(); ++c) {
    std::string name = names[c].empty() ? fmt::format("column {}", c + 1) : names[c];
    const std::string stem = name;
    const auto free = [&] { return !used.count(name) && (name == names[c] || !taken.count(name)); };
    for (int copy = 2; !free(); ++copy) name = fmt::format("{}.{}", stem, copy);
    used.insert(name);
    distinct.push_back(std::move(name));
  }
  return distinct;
}

// A column with its name in several lists, its words, and how they are read.
constexpr std::uint64_t column_bytes = 2 * sizeof(Column) + 16 * sizeof(std::string);

class Planning {
 public:
  Planning(const FrameRequest& request, const std::string& source, const std::vector<std::string>& raw,
           bool header)
      : source_(source), raw_(raw), names_(distinct_names(raw)), header_(header) {
    plan_.slot.assign(names_.size(), Frame::none);
    std::vector<bool> dropped(names_.size());
    for (const auto& column : request.drop) dropped[find(column)] = true;
    if (!request.truth.empty() && !request.weights.empty() && find(request.truth) == find(request.weights))
      throw Error(Fault::usage,
                  fmt::format("column '{}' of {} can't be both `truth` and `weights`; name two columns",
                              names_[find(request.truth)], source));
    std::vector<bool> apart(names_.size());
    for (const auto* column : {&request.truth, &request.weights})
      if (!column->empty()) apart[find(*column)] = true;
    if (request.columns.empty()) {
      for (std::size_t c = 0; c < names_.size(); ++c)
        if (!dropped[c] && !apart[c]) add(c);
    }
    for (const auto& column : request.columns) {
      const std::size_t c = find(column);
      if (plan_.slot[c] != Frame::none)
        throw Error(Fault::usage,
                    fmt::format("column '{}' of {} is asked for twice; name it once", names_[c], source));
      if (!dropped[c] && !apart[c]) add(c);
    }
    if (plan_.columns.empty())
      throw Error(Fault::usage,
                  fmt::format("no column of {} is left as a feature; it has {} column{}, drop fewer", source,
                              names_.size(), names_.size() == 1 ? "" : "s"));
    plan_.id = special(request.id, Kind::id);
    plan_.truth = special(request.truth, Kind::category);
    plan_.weights = special(request.weights, Kind::number);
    for (const auto& type : request.types) ask(type);
  }
  FramePlan take() { return std::move(plan_); }

 private:
  std::size_t find(const std::string& column) const {
    const bool known = std::find(names_.begin(), names_.end(), column) != names_.end();
    return static_cast<std::size_t>(find_column(column, source_,
                                                header_ || known ? names_ : std::vector<std::string>(),
                                                static_cast<Index>(names_.size())));
  }
  Index add(std::size_t c) {
    Column column;
    column.name = names_[c];
    column.unnamed = header_ && raw_[c].empty();
    plan_.slot[c] = static_cast<Index>(plan_.columns.size());
    plan_.columns.push_back(std::move(column));
    plan_.first.push_back(c == 0);
    return plan_.slot[c];
  }
  Index special(const std::string& column, Kind kind) {
    if (column.empty()) return Frame::none;
    const std::size_t c = find(column);
    const Index slot = plan_.slot[c] == Frame::none ? add(c) : plan_.slot[c];
    plan_.columns[static_cast<std::size_t>(slot)].asked = kind;
    return slot;
  }
  void ask(const TypeRequest& type) {
    if (!type.required && std::find(names_.begin(), names_.end(), type.column) == names_.end()) return;
    const Index slot = plan_.slot[find(type.column)];
    if (slot == Frame::none || slot == plan_.truth || slot == plan_.weights) return;
    auto& column = plan_.columns[static_cast<std::size_t>(slot)];
    column.asked = type.kind;
    column.order = type.order;
    column.decimal = type.decimal;
  }

  const std::string& source_;
  const std::vector<std::string>& raw_;
  std::vector<std::string> names_;
  bool header_;
  FramePlan plan_;
};

bool is_some_number(std::string_view field, char delimiter) {
  const auto all = styles(sign_of(field), delimiter, 0);
  return std::any_of(all.begin(), all.end(),
                     [&](const auto& style) { return read_styled(field, style).has_value(); });
}

// ,0,1,2: what pandas writes above an array.
bool counts_columns(const std::vector<std::string>& fields) {
  if (fields.size() < 2 || !fields[0].empty()) return false;
  for (std::size_t c = 1; c < fields.size(); ++c)
    if (fields[c] != std::to_string(c - 1)) return false;
  return true;
}

}  // namespace

FramePlan plan_frame(const FrameRequest& request, const std::string& source, std::vector<std::string> names,
                     bool header) {
  charge(names.size() * column_bytes);
  return Planning(request, source, names, header).take();
}

bool names_columns(const std::vector<std::string>& fields, char delimiter, const FrameRequest& request) {
  if (request.header) return *request.header;
  const MissingWords missing(request.missing);
  return counts_columns(fields) || std::any_of(fields.begin(), fields.end(), [&](const std::string& field) {
           return !missing(field) && !is_some_number(field, delimiter) && !is_infinite(field);
         });
}

}  // namespace io

std::vector<TypeRequest> parse_types(std::string_view list) {
  std::vector<TypeRequest> types;
  while (!list.empty()) {
    const auto comma = std::min(list.find(','), list.size());
    const std::string entry(list.substr(0, comma));
    list.remove_prefix(std::min(comma + 1, list.size()));
    const auto equals = entry.rfind('=');
    const std::string kind = io::lowered(equals == std::string::npos ? "" : entry.substr(equals + 1));
    TypeRequest type{entry.substr(0, equals), Kind::date};
    const auto& known = EnumNames<Kind>::values;
    const auto at = std::find(known.begin(), known.end(), kind == "yes-no" ? "yes/no" : kind);
    if (kind == "dmy" || kind == "mdy")
      type.order = kind == "dmy" ? DateOrder::day_first : DateOrder::month_first;
    else if (at != known.end())
      type.kind = static_cast<Kind>(at - known.begin());
    else
      throw Error(
          Fault::usage,
          fmt::format(
              "types: '{}' gives no kind; write COLUMN=KIND, where KIND is number, yes/no, date, dmy, "
              "mdy, category, id or text",
              entry));
    if (type.column.empty())
      throw Error(Fault::usage, fmt::format("types: '{}' names no column; write COLUMN=KIND", entry));
    types.push_back(std::move(type));
  }
  return types;
}

}  // namespace mercer
