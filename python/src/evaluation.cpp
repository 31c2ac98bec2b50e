// How good a clustering is.
#include "mercer/evaluate.hpp"

#include "arrays.hpp"
#include "mercer/cluster.hpp"
#include "module.hpp"
#include "watch.hpp"

namespace mercer::python {
namespace {

py::dict scores(const py::object& labels, const py::object& truth) {
  Scores s = score(labels_of(labels), labels_of(truth));
  py::dict out;
  out["size"] = s.size;
  out["accuracy"] = s.accuracy;
  out["balanced_accuracy"] = s.balanced_accuracy;
  out["majority_errors"] = s.majority_errors;
  out["ari"] = s.ari;
  out["nmi"] = s.nmi;
  out["purity"] = s.purity;
  out["confusion"] = give(MatrixOf<int>(s.confusion));
  out["matching"] = give(std::move(s.matching));
  return out;
}

py::dict errors(const py::object& X, const py::object& labels) {
  const VectorErrors e = vector_errors(data_of(X), labels_of(labels));
  py::dict out;
  out["quantization_error"] = e.quantization_error;
  out["sse"] = e.sse;
  out["empirical"] = e.empirical;
  return out;
}

// The kernel must have its parameters: an automatic width is chosen from the same data.
double silhouette_of(const py::object& X, const py::object& labels, const std::string& text, int threads) {
  const Data data = data_of(X);
  const Labels of_points = labels_of(labels);
  const auto kernel = parse_choice<Kernel>(text, "kernel");
  return interruptible([&] { return silhouette(data, kernel, of_points, threads); });
}

}  // namespace

void add_evaluation(py::module_& module) {
  module.def("score", &scores, py::arg("labels"), py::arg("truth"));
  module.def("vector_errors", &errors, py::arg("X"), py::arg("labels"));
  module.def("silhouette", &silhouette_of, py::arg("X"), py::arg("labels"), py::arg("kernel") = "none",
             py::arg("threads") = 0);
}

}  // namespace mercer::python
