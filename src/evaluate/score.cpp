// A clustering against known classes. Everything is read from the table of counts, classes x clusters.
#include <cmath>

#include "core/adjusted_rand.hpp"
#include "evaluate/codes.hpp"
#include "mercer/evaluate.hpp"

namespace mercer {
namespace {

// A larger table comes from columns that are not labels (an identifier, a measurement) on both sides.
constexpr Index most_cells = 25'000'000;

Eigen::MatrixXi count(const Codes& truth, const Codes& labels) {
  if (truth.count() > most_cells / labels.count())
    throw Error(Fault::data,
                fmt::format("{} classes and {} clusters are too many to compare; are both columns labels?",
                            truth.count(), labels.count()));
  Eigen::MatrixXi table = Eigen::MatrixXi::Zero(truth.count(), labels.count());
  for (std::size_t i = 0; i < labels.codes.size(); ++i) ++table(truth.codes[i], labels.codes[i]);
  return table;
}

// The gain that a one-to-one matching of clusters (columns) and classes (rows) collects.
double collected(const Matrix& gain, const std::vector<int>& class_of) {
  double sum = 0;
  for (Index j = 0; j < gain.cols(); ++j)
    if (const int i = class_of[static_cast<std::size_t>(j)]; i >= 0) sum += gain(i, j);
  return sum;
}

// - sum p log p
double entropy(const Eigen::ArrayXd& p) {
  return -p.unaryExpr([](double x) { return x > 0 ? x * std::log(x) : 0; }).sum();
}

// I / ((H_classes + H_clusters) / 2). Two undivided labelings agree perfectly; no information is 0.
double normalized_mutual_information(const Matrix& table) {
  if (table.rows() == 1 && table.cols() == 1) return 1;
  const Matrix p = table / table.sum();
  const Vector classes = p.rowwise().sum(), clusters = p.colwise().sum().transpose();
  double information = 0;
  for (Index i = 0; i < p.rows(); ++i)
    for (Index j = 0; j < p.cols(); ++j)
      if (p(i, j) > 0) information += p(i, j) * std::log(p(i, j) / (classes[i] * clusters[j]));
  if (information <= std::numeric_limits<double>::epsilon()) return 0;
  return std::min(1.0, information / ((entropy(classes) + entropy(clusters)) / 2));
}

}  // namespace

Scores score(const Labels& labels, const Labels& truth) {
  require_equal_sizes("labels", labels.size(), "true classes", truth.size());
  if (labels.empty()) throw Error(Fault::data, "no labels to score; both lists are empty");
  Scores s;
  s.size = static_cast<Index>(labels.size());
  s.confusion = count(compact(truth, Noise::keep), compact(labels, Noise::keep));
  const Matrix table = s.confusion.cast<double>();
  const double n = static_cast<double>(s.size);

  s.matching = assign_max(table.transpose());
  s.accuracy = collected(table, s.matching) / n;

  // The rate of a class is the share of its points in the cluster matched to it.
  const Matrix rates = table.array().colwise() / table.rowwise().sum().array();
  s.balanced_accuracy = collected(rates, assign_max(rates.transpose())) / static_cast<double>(rates.rows());

  s.majority_errors = s.size - s.confusion.colwise().maxCoeff().cast<Index>().sum();
  s.purity = 1 - static_cast<double>(s.majority_errors) / n;
  s.ari = adjusted_rand(table);
  s.nmi = normalized_mutual_information(table);
  return s;
}

std::string score_text(double value, int digits) {
  std::string text = fmt::format("{:.{}f}", value, digits);
  if (text.front() == '-' && text.find_first_of("123456789") == text.npos) text.erase(0, 1);
  return text;
}

}  // namespace mercer
