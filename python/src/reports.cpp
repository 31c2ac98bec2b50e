// The page and the picture of a clustering, from what an estimator keeps of it.
#include "mercer/plot.hpp"
#include "mercer/report.hpp"

#include "arrays.hpp"
#include "module.hpp"
#include "watch.hpp"

namespace mercer::python {
namespace {

// What Python was given of a result, as a result again.
Result result_of(const Model& model, const py::dict& kept) {
  Result out;
  out.model = model;
  out.labels = labels_of(kept["labels"]);
  if (kept.contains("memberships")) out.memberships = matrix_of(kept["memberships"]);
  if (kept.contains("outlier_scores")) out.outlier_scores = vector_of(kept["outlier_scores"]);
  out.objective = kept["objective"].cast<double>();
  out.iterations = kept["iterations"].cast<Index>();
  out.converged = kept["converged"].cast<bool>();
  const Vector history = vector_of(kept["history"]);
  out.history.assign(history.data(), history.data() + history.size());
  return out;
}

std::string page_of(const py::object& X, const Model& model, const py::dict& kept, const std::string& title,
                    const std::vector<std::pair<std::string, std::string>>& about, int threads) {
  const Data data = data_of(X);
  const Result result = result_of(model, kept);
  ReportOptions options;
  options.title = title;
  options.about = about;
  options.threads = threads;
  return interruptible([&] { return report_html(data, result, options); });
}

std::string picture_of(const py::object& X, const py::object& labels, const std::string& title,
                       const std::vector<std::string>& columns) {
  const Data data = data_of(X);
  const Labels of_points = labels_of(labels);
  PlotOptions options;
  options.title = title;
  options.columns = columns;
  return interruptible([&] { return scatter_svg(data, of_points, options); });
}

}  // namespace

void add_reports(py::module_& module) {
  module.def("report", &page_of, py::arg("X"), py::arg("model"), py::arg("kept"), py::arg("title"),
             py::arg("about"), py::arg("threads") = 0);
  module.def("scatter_svg", &picture_of, py::arg("X"), py::arg("labels"), py::arg("title") = "",
             py::arg("columns") = std::vector<std::string>());
}

}  // namespace mercer::python
