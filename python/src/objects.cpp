// Documents, strings and graphs as rows of numbers, so that every estimator takes them.
#include "mercer/objects.hpp"

#include "arrays.hpp"
#include "mercer/text.hpp"
#include "module.hpp"
#include "watch.hpp"

namespace mercer::python {
namespace {

Documents documents_of(std::vector<std::string> texts) {
  Documents out;
  for (std::size_t i = 0; i < texts.size(); ++i) out.places.push_back("object " + std::to_string(i + 1));
  out.texts = std::move(texts);
  out.source = "the objects";
  return out;
}

using Edges = std::vector<std::pair<int, int>>;

// Vertices count from 0; those without labels are all alike.
Graph graph_of(Edges edges, std::vector<std::string> labels, std::size_t at) {
  int vertices = 0;
  for (const auto& [a, b] : edges) {
    if (a < 0 || b < 0)
      throw Error(Fault::data, "object " + std::to_string(at + 1) + ": a vertex is a number from 0 on");
    vertices = std::max({vertices, a + 1, b + 1});
  }
  if (labels.empty()) labels.assign(static_cast<std::size_t>(vertices), "");
  if (static_cast<int>(labels.size()) < vertices)
    throw Error(Fault::data, "object " + std::to_string(at + 1) + " has " + std::to_string(labels.size()) +
                                 " labels for " + std::to_string(vertices) + " vertices; give one for each");
  return {std::move(labels), std::move(edges)};
}

Graphs graphs_of(std::vector<std::pair<Edges, std::vector<std::string>>> given) {
  Graphs out;
  for (std::size_t i = 0; i < given.size(); ++i) {
    out.graphs.push_back(graph_of(std::move(given[i].first), std::move(given[i].second), i));
    out.places.push_back("object " + std::to_string(i + 1));
  }
  out.source = "the objects";
  return out;
}

py::object give_rows(const Data& rows) {
  return rows.is_sparse() ? py::object(give(rows.sparse())) : py::object(give(rows.dense()));
}

}  // namespace

void add_objects(py::module_& module) {
  const auto kernel_of = [](const std::string& text) { return parse_choice<Kernel>(text, "kernel"); };
  py::class_<Description>(module, "Description")
      .def(py::init([=](const std::string& kernel, std::vector<std::string> terms) {
        return Description{kernel_of(kernel), std::move(terms)};
      }))
      .def_static("of_strings",
                  [=](std::vector<std::string> texts, const std::string& kernel) {
                    const Documents documents = documents_of(std::move(texts));
                    const Kernel chosen = kernel_of(kernel);
                    return interruptible([&] { return Description::learn(documents, chosen); });
                  })
      .def_static(
          "of_graphs",
          [=](std::vector<std::pair<Edges, std::vector<std::string>>> graphs, const std::string& kernel) {
            const Graphs given = graphs_of(std::move(graphs));
            const Kernel chosen = kernel_of(kernel);
            return interruptible([&] { return Description::learn(given, chosen); });
          })
      .def_property_readonly("kernel", [](const Description& d) { return format_choice(d.kernel); })
      .def_readonly("terms", &Description::terms)
      .def_property_readonly("columns", &Description::columns)
      .def("strings",
           [](const Description& d, std::vector<std::string> texts) {
             const Documents documents = documents_of(std::move(texts));
             return give_rows(interruptible([&] { return d.rows(documents); }));
           })
      .def("graphs",
           [](const Description& d, std::vector<std::pair<Edges, std::vector<std::string>>> graphs) {
             const Graphs given = graphs_of(std::move(graphs));
             return give_rows(interruptible([&] { return d.rows(given); }));
           });
  py::class_<Vocabulary>(module, "Vocabulary")
      .def(py::init([](std::vector<std::string> terms, const py::object& weights) {
        return Vocabulary{std::move(terms), vector_of(weights)};
      }))
      .def_static("learn",
                  [](std::vector<std::string> texts, Index terms, Index documents,
                     std::vector<std::string> stop_words) {
                    const Documents given = documents_of(std::move(texts));
                    return interruptible([&] {
                      return Vocabulary::learn(given, {terms, documents, std::move(stop_words)});
                    });
                  })
      .def_readonly("terms", &Vocabulary::terms)
      .def_property_readonly("weights", [](const Vocabulary& v) { return give(Vector(v.weights)); })
      .def("vectors", [](const Vocabulary& v, std::vector<std::string> texts) {
        const Documents documents = documents_of(std::move(texts));
        return give(interruptible([&] { return v.vectors(documents); }));
      });
}

}  // namespace mercer::python
