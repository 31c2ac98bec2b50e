// The tables of the library, for Python to check its signatures against: choices, plain options, defaults.
#include "module.hpp"
#include "options.hpp"

namespace mercer::python {
namespace {

py::list table(const std::vector<ChoiceHelp>& choices) {
  py::list all;
  for (const ChoiceHelp& choice : choices) {
    py::list fields;
    for (const FieldHelp& field : choice.fields)
      fields.append(py::make_tuple(field.key, field.values, field.initial, field.about,
                                   field.allowed ? field.allowed->words() : ""));
    all.append(py::make_tuple(choice.name, choice.about, fields));
  }
  return all;
}

py::dict choices() {
  py::dict all;
  all["method"] = table(choice_help<Method>());
  all["kernel"] = table(choice_help<Kernel>());
  all["init"] = table(choice_help<Init>());
  all["search"] = table(choice_help<Search>());
  all["approx"] = table(choice_help<Approx>());
  all["embed"] = table(choice_help<Embedding>());
  all["coordinates"] = table(choice_help<CoordinateMethod>());
  return all;
}

py::dict option_defaults() {
  py::dict all;
  all["cluster"] = defaults<Options>();
  all["embed"] = defaults<EmbedOptions>();
  all["suggest"] = defaults<SuggestOptions>();
  all["criteria"] = defaults<CriteriaOptions>();
  all["generate"] = defaults<GenerateOptions>();
  return all;
}

// A choice of any kind as the library writes it: fields at their default are left out.
py::str canonical(const std::string& kind, const std::string& text) {
  if (kind == "method") return format_choice(parse_choice<Method>(text, kind));
  if (kind == "kernel") return format_choice(parse_choice<Kernel>(text, kind));
  throw py::value_error("canonical knows methods and kernels");
}

}  // namespace

void add_choices(py::module_& module) {
  module.def("choices", &choices);
  module.def("option_defaults", &option_defaults);
  module.def("canonical", &canonical, py::arg("kind"), py::arg("text"));
  module.def("is_precomputed", [](const std::string& kernel) {
    return is_precomputed(parse_choice<Kernel>(kernel, "kernel"));
  });
}

}  // namespace mercer::python
