// Tables as people have them: columns in, points out by a recipe; what clusters are, in numbers and in words.
#include "arrays.hpp"
#include "mercer/columns.hpp"
#include "mercer/describe.hpp"
#include "mercer/explain.hpp"
#include "mercer/profile.hpp"
#include "mercer/recipe.hpp"
#include "module.hpp"
#include "names.hpp"
#include "options.hpp"
#include "watch.hpp"

namespace mercer::python {
namespace {

using SharedFrame = std::shared_ptr<const Frame>;

std::vector<std::string> strings_of(const py::handle& values) {
  return values.is_none() ? std::vector<std::string>() : values.cast<std::vector<std::string>>();
}

// {"zip": "category"}: a name may hold any letter, so that the list of the program would not do.
std::vector<TypeRequest> types_of(const py::handle& given) {
  std::vector<TypeRequest> types;
  if (given.is_none()) return types;
  for (const auto& [column, kind] : given.cast<std::vector<std::pair<std::string, std::string>>>()) {
    types.push_back(parse_types("column=" + kind).front());
    types.back().column = column;
  }
  return types;
}

FrameRequest request_of(const py::kwargs& given) {
  FrameRequest request;
  for (const auto& [key, value] : given.items()) {
    const auto name = key.cast<std::string>();
    if (name == "types")
      request.types = types_of(value);
    else if (name == "columns")
      request.columns = strings_of(value);
    else if (name == "drop")
      request.drop = strings_of(value);
    else if (name == "missing_values")
      request.missing = strings_of(value);
    else if (name == "id")
      request.id = value.is_none() ? "" : value.cast<std::string>();
    else if (name == "query")
      request.query = value.is_none() ? "" : value.cast<std::string>();
    else
      throw py::type_error("there is no option '" + name + "' of tables");
  }
  return request;
}

// Numbers are an array; words a list of strings, None where one is missing.
ColumnValues column_of(const py::handle& given) {
  const py::tuple column(py::object::borrowed(given));
  ColumnValues made;
  made.name = column[0].cast<std::string>();
  if (py::array::check(column[1])) {
    const Vector values = vector_of(column[1]);
    made.values = std::vector<double>(values.begin(), values.end());
  } else {
    std::vector<std::string> words;
    for (const py::object& word : column[1].cast<py::list>().values()) {
      made.known.push_back(!word.is_none());
      words.push_back(word.is_none() ? std::string() : word.cast<std::string>());
    }
    made.values = std::move(words);
  }
  if (!column[2].is_none()) made.kind = parse_types("column=" + column[2].cast<std::string>()).front().kind;
  made.order = strings_of(column[3]);
  return made;
}

SharedFrame make_frame(const py::list& columns, const py::kwargs& given) {
  std::vector<ColumnValues> values;
  for (const py::object& column : columns.values()) values.push_back(column_of(column));
  const FrameRequest request = request_of(given);
  return interruptible([&] { return std::make_shared<const Frame>(frame_of(std::move(values), request)); });
}

// The same for new rows: read as the recipe's columns were.
SharedFrame frame_for(const Recipe& recipe, const py::list& columns, const py::object& missing) {
  std::vector<ColumnValues> values;
  for (const py::object& column : columns.values()) values.push_back(column_of(column));
  std::vector<std::string> words = strings_of(missing);
  return interruptible(
      [&] { return std::make_shared<const Frame>(frame_of(recipe, std::move(values), std::move(words))); });
}

py::list words_of(const Frame& frame, Index c) {
  py::list words;
  for (Index i = 0; i < frame.rows(); ++i)
    words.append(frame.missing(i, c) ? py::object(py::none()) : py::object(py::str(frame.text(i, c))));
  return words;
}

py::list values_of(const Words& words) {
  py::list all;
  for (Index w = 0; w < words.size(); ++w) all.append(py::str(std::string(words[w])));
  return all;
}

// (name, numbers or words, kind, order), as `column_of` takes them; a column without a name has none.
py::list columns_of(const Frame& frame) {
  py::list all;
  for (Index c = 0; c < frame.cells.cols(); ++c) {
    const Column& column = frame.columns[static_cast<std::size_t>(c)];
    const std::string name = column.unnamed ? "" : column.name;
    if (column.holds != Holds::words)
      all.append(py::make_tuple(name, give(Vector(frame.cells.col(c))),
                                column.holds == Holds::dates ? py::object(py::str("date")) : py::none(),
                                py::none()));
    else if (column.asked == Kind::category)
      all.append(py::make_tuple(name, words_of(frame, c), "category", values_of(column.words)));
    else
      all.append(py::make_tuple(name, words_of(frame, c), py::none(), py::none()));
  }
  return all;
}

py::list advice_list(const std::vector<Advice>& advice) {
  py::list out;
  for (const Advice& one : advice) out.append(py::make_tuple(one.what, one.remedy));
  return out;
}

py::tuple learn_recipe(const Frame& frame, const std::string& missing, bool standardize) {
  RecipeOptions options{.standardize = standardize};
  set("missing", options.missing, py::str(missing));
  Learned learned = interruptible([&] { return learn(frame, options); });
  return py::make_tuple(std::move(learned.recipe), advice_list(learned.advice));
}

// The points, the rows that they are (None: all), and advice.
py::tuple prepare_points(const Recipe& recipe, const SharedFrame& frame) {
  Matrix points;
  Prepared prepared = interruptible([&] {
    Prepared made = prepare(recipe, frame);
    points = made.data.dense();
    return made;
  });
  return py::make_tuple(
      give(std::move(points)),
      prepared.rows.empty() ? py::object(py::none()) : py::object(give(std::move(prepared.rows))),
      advice_list(prepared.advice));
}

py::list rules_of(const Frame& frame, const Recipe& recipe, const py::object& labels, int depth) {
  const Labels clusters = labels_of(labels);
  const std::vector<Rule> rules =
      interruptible([&] { return explain(frame, recipe, clusters, {.depth = depth}); });
  py::list out;
  for (const Rule& rule : rules) {
    py::list conditions;
    for (const Condition& condition : rule.conditions) conditions.append(condition.text);
    py::dict one;
    one["cluster"] = rule.label;
    one["conditions"] = conditions;
    one["coverage"] = rule.coverage;
    one["precision"] = rule.precision;
    one["sentence"] = rule.sentence;
    out.append(one);
  }
  return out;
}

std::string profile_json(const Frame& frame, const Recipe& recipe, const py::object& labels,
                         const py::object& points) {
  const Data features = data_of(points);
  const Labels clusters = labels_of(labels);
  return interruptible([&] { return profile(frame, recipe, clusters, {.features = &features}).to_json(); });
}

std::vector<std::string> column_names(const Recipe& recipe) {
  std::vector<std::string> all;
  for (const RecipeColumn& column : recipe.columns) all.push_back(column.name);
  return all;
}

}  // namespace

void add_tables(py::module_& module) {
  py::class_<Frame>(module, "Frame")
      .def(py::init([](const py::list& columns, const py::kwargs& given) {
             return std::const_pointer_cast<Frame>(make_frame(columns, given));
           }),
           py::arg("values"))
      .def_static("read",
                  [](const std::string& path, const py::kwargs& given) {
                    const FrameRequest request = request_of(given);
                    return interruptible([&] { return std::make_shared<Frame>(read_frame(path, request)); });
                  })
      .def_property_readonly("rows", &Frame::rows)
      .def_readonly("notes", &Frame::notes)
      .def("columns", &columns_of)
      .def("describe",
           [](const Frame& frame) { return interruptible([&] { return describe_json(frame); }); });

  py::class_<Recipe>(module, "Recipe")
      .def_static("learn", &learn_recipe, py::arg("frame"), py::arg("missing") = "fill",
                  py::arg("standardize") = false)
      .def(
          "frame",
          [](const Recipe& recipe, const py::list& columns, const py::object& missing) {
            return std::const_pointer_cast<Frame>(frame_for(recipe, columns, missing));
          },
          py::arg("columns"), py::arg("missing_values") = py::none())
      .def("prepare", [](const Recipe& recipe,
                         const std::shared_ptr<Frame>& frame) { return prepare_points(recipe, frame); })
      .def("row_names", [](const Recipe& recipe, const Frame& frame) { return row_names(recipe, frame); })
      .def("decisions", &Recipe::decisions)
      .def("names", &Recipe::names)
      .def_property_readonly("columns", &column_names)
      .def_property_readonly("plain", &Recipe::plain)
      .def_property_readonly("scaled", [](const Recipe& recipe) { return recipe.scaled; })
      .def_property_readonly("id", [](const Recipe& recipe) { return recipe.id; })
      .def("explain", [](const Recipe& recipe, const Frame& frame, const py::object& labels,
                         int depth) { return rules_of(frame, recipe, labels, depth); })
      .def("profile", [](const Recipe& recipe, const Frame& frame, const py::object& labels,
                         const py::object& X) { return profile_json(frame, recipe, labels, X); })
      .def(py::pickle([](const Recipe& recipe) { return recipe.to_json(); },
                      [](const std::string& text) { return Recipe::from_json(text); }));
}

}  // namespace mercer::python
