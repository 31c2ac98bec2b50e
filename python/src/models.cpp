// Models of clusterings and of embeddings: new points, files, pickles.
#include "arrays.hpp"
#include "mercer/blocks.hpp"
#include "mercer/cluster.hpp"
#include "mercer/embed.hpp"
#include "module.hpp"
#include "options.hpp"
#include "watch.hpp"

namespace mercer::python {
namespace {

// Where a prediction is computed. A GPU that was asked for is used where that pays: a model may have no use
// for it.
DeviceChoice device_of(const std::string& text) {
  DeviceChoice device;
  set("device", device, py::str(text));
  if (device.where == DeviceChoice::Where::gpu) device.where = DeviceChoice::Where::automatic;
  return device;
}

// A part of the answer about new points, while the interpreter is free.
template <class Part>
auto on_points(const What& what, Part Assignment::*part) {
  return [what, part](const Model& model, const py::object& X, int threads, const std::string& device) {
    const Data points = data_of(X);
    What asked = what;
    asked.device = device_of(device);
    return give(interruptible([&] { return std::move(model.assign(points, asked, threads).*part); }));
  };
}

// What a block of points adds to the means that the prototypes are.
py::dict sums_of(const Model& model, const py::object& X, const py::object& weights, int threads) {
  const Data block = data_of(X);
  const Vector w = weights.is_none() ? Vector() : vector_of(weights);
  ClusterSums found = interruptible([&] { return block_sums(model, block, w, threads); });
  py::dict out;
  out["labels"] = give(std::move(found.labels));
  out["sums"] = give(std::move(found.sums));
  out["mass"] = give(std::move(found.mass));
  out["objective"] = found.objective;
  return out;
}

py::object vectors_of(const Model& model, const py::object& X, int threads) {
  const Data points = data_of(X);
  return give(interruptible([&] { return block_vectors(model, points, threads); }));
}

// What turns points into features; None where they have none.
py::object map_of(const Model& model) {
  const auto* features = std::get_if<kinds::Features>(&model.kind);
  if (!features) return py::none();
  const FeatureMap& map = features->map;
  py::dict out;
  out["rank"] = map.rank();
  out["landmarks"] = give(map.landmarks.size() > 0 ? map.landmarks.dense() : Matrix());
  out["columns"] = give(Labels(map.columns));
  out["frequencies"] = give(Matrix(map.frequencies));
  out["centre"] = give(Vector(map.centre));
  out["mean"] = give(Vector(map.mean));
  return out;
}

Model moved(const Model& model, const py::object& vectors, const py::object& mass) {
  return with_prototypes(model, data_of(vectors).dense(), vector_of(mass));
}

// What both kinds of models have.
template <class M>
void add_common(py::class_<M>& model) {
  model.def_static("load", &M::load, py::arg("path"))
      .def("save", &M::save, py::arg("path"))
      .def(py::pickle([](const M& m) { return py::bytes(m.serialise()); },
                      [](const py::bytes& bytes) { return M::parse(py::object(bytes).cast<std::string>()); }))
      .def_readwrite("names", &M::names)
      .def_readwrite("recipe", &M::recipe)
      .def_readonly("columns", &M::columns)
      .def_property_readonly("method", [](const M& m) { return format_choice(m.method); })
      .def_property_readonly("kernel", [](const M& m) { return format_choice(m.kernel); })
      .def_property_readonly("precision", [](const M& m) { return grammar::format(m.precision); })
      .def_property_readonly("standardized", [](const M& m) { return !m.standardizer.empty(); });
}

}  // namespace

void add_models(py::module_& module) {
  py::class_<Model> model(module, "Model");
  add_common(model);
  const auto answers = [&model](const char* name, const What& what, auto part) {
    model.def(name, on_points(what, part), py::arg("X"), py::arg("threads") = 0, py::arg("device") = "auto");
  };
  answers("predict", {}, &Assignment::labels);
  answers("transform", {.labels = false, .distances = true}, &Assignment::distances);
  answers("memberships", {.labels = false, .memberships = true}, &Assignment::memberships);
  answers("outlier_scores", {.labels = false, .outlier_scores = true}, &Assignment::outlier_scores);
  model.def("block_sums", &sums_of, py::arg("X"), py::arg("weights") = py::none(), py::arg("threads") = 0)
      .def("vectors", &vectors_of, py::arg("X"), py::arg("threads") = 0)
      .def("prototype_vectors", [](const Model& m) { return give(prototype_vectors(m)); })
      .def("with_prototypes", &moved, py::arg("vectors"), py::arg("mass"))
      .def("feature_map", &map_of)
      .def("coordinates", [](const Model& m) { return give(m.coordinates()); })
      .def("coefficients", [](const Model& m) { return give(m.coefficients()); })
      // Of a mixture: one below the other, k d x d; else none.
      .def("covariances",
           [](const Model& m) {
             const auto* mixture = std::get_if<kinds::Mixture>(&m.kind);
             return give(mixture ? Matrix(mixture->covariances) : Matrix());
           })
      .def_property_readonly("mass", [](const Model& m) { return give(Vector(m.mass)); })
      .def_property_readonly("clusters", &Model::clusters)
      .def_property_readonly("approx", [](const Model& m) { return format_choice(m.approx); })
      .def_property_readonly("labels", [](const Model& m) { return give(Labels(m.labels)); })
      // Squared radii may be exceeded by so much, which is rounding.
      .def_property_readonly("slack", &Model::slack)
      // Whether distances of new points need k(z, z) as one more column.
      .def_property_readonly("needs_self", &Model::needs_self);

  py::class_<EmbedModel> embedding(module, "EmbedModel");
  add_common(embedding);
  embedding
      .def(
          "transform",
          [](const EmbedModel& m, const py::object& X, int threads) {
            const Data points = data_of(X);
            return give(interruptible([&] { return m.transform(points, threads); }));
          },
          py::arg("X"), py::arg("threads") = 0)
      .def_property_readonly("dimensions", &EmbedModel::dimensions);
}

}  // namespace mercer::python
