// Artificial data, kernel matrices and their order, neighbours.
#include "mercer/data.hpp"

#include "mercer/cluster.hpp"
#include "mercer/generate.hpp"
#include "mercer/neighbors.hpp"
#include "mercer/order.hpp"
#include "module.hpp"
#include "options.hpp"
#include "watch.hpp"

namespace mercer::python {
namespace {

py::tuple generate_points(const std::string& shape, const py::kwargs& given) {
  const auto options = options_of<GenerateOptions>(given);
  Generated made = interruptible([&] { return generate(shape, options); });
  return py::make_tuple(give(std::move(made.points)), give(std::move(made.labels)));
}

// The matrix, and the kernel with the parameters used.
py::tuple gram_of(const py::object& X, const std::string& text, int threads) {
  const Data data = data_of(X);
  auto kernel = parse_choice<Kernel>(text, "kernel");
  Matrix K = interruptible([&] { return gram(data, kernel, threads); });
  return py::make_tuple(give(std::move(K)), format_choice(kernel));
}

py::tuple neighbor_gram_of(const py::object& X, const std::string& text, Index neighbors, int threads) {
  const Data data = data_of(X);
  auto kernel = parse_choice<Kernel>(text, "kernel");
  const SparseMatrix K = interruptible([&] { return neighbor_gram(data, kernel, neighbors, threads); });
  return py::make_tuple(give(K), format_choice(kernel));
}

py::tuple neighbors_of(const py::object& X, Index k, const std::string& metric, int threads) {
  const Data data = data_of(X);
  NeighborOptions options{.threads = threads};
  set("metric", options.metric, py::str(metric));
  Neighbors found = interruptible([&] { return nearest_neighbors(data, k, options); });
  return py::make_tuple(give(std::move(found.indices)), give(std::move(found.distances)));
}

py::array vat_order_of(const py::object& matrix) {
  const Matrix K = matrix_of(matrix);
  if (K.rows() != K.cols())
    throw Error(Fault::data, "the kernel matrix has " + std::to_string(K.rows()) + " rows and " +
                                 std::to_string(K.cols()) + " columns; it must be square");
  return give(interruptible([&] { return vat_order(K); }));
}

}  // namespace

void add_data(py::module_& module) {
  module.def("generate", &generate_points, py::arg("shape"));
  module.def("shapes", &shapes);
  module.def("gram", &gram_of, py::arg("X"), py::arg("kernel"), py::arg("threads") = 0);
  module.def("neighbor_gram", &neighbor_gram_of, py::arg("X"), py::arg("kernel"), py::arg("neighbors"),
             py::arg("threads") = 0);
  module.def("nearest_neighbors", &neighbors_of, py::arg("X"), py::arg("k"), py::arg("metric") = "euclidean",
             py::arg("threads") = 0);
  module.def("vat_order", &vat_order_of, py::arg("K"));
  module.def(
      "label_order", [](const py::object& labels) { return give(label_order(labels_of(labels))); },
      py::arg("labels"));
}

}  // namespace mercer::python
