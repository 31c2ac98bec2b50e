#include "values.hpp"

#include "mercer/error.hpp"
#include "words.hpp"

namespace mercer::r {
namespace {

using ByColumns = Eigen::MatrixXd;

Data sparse(const Rcpp::S4& x) {
  const Rcpp::IntegerVector outer = x.slot("p"), inner = x.slot("i"), shape = x.slot("Dim");
  const Rcpp::NumericVector values = x.slot("x");
  using Columns = Eigen::SparseMatrix<double>;
  return SparseMatrix(Eigen::Map<const Columns>(shape[0], shape[1], values.size(), outer.begin(),
                                                inner.begin(), values.begin()));
}

}  // namespace

Data points_of(SEXP x) {
  if (Rf_isS4(x)) return sparse(Rcpp::S4(x));
  if (!Rf_isMatrix(x) || !Rf_isNumeric(x))
    throw Error(Fault::data,
                "`x` must be a matrix of numbers with one row per point, a data frame or a sparse matrix");
  const Rcpp::NumericMatrix m(x);
  return Matrix(Eigen::Map<const ByColumns>(m.begin(), m.nrow(), m.ncol()));
}

Rcpp::NumericMatrix give(const Matrix& m) {
  Rcpp::NumericMatrix out(Rcpp::no_init(static_cast<int>(m.rows()), static_cast<int>(m.cols())));
  Eigen::Map<ByColumns>(out.begin(), m.rows(), m.cols()) = m;
  return out;
}
Rcpp::NumericVector give(const Vector& v) { return {v.begin(), v.end()}; }
SEXP given(const Matrix& m) { return m.size() == 0 ? R_NilValue : static_cast<SEXP>(give(m)); }
SEXP given(const Vector& v) { return v.size() == 0 ? R_NilValue : static_cast<SEXP>(give(v)); }

Rcpp::IntegerVector from_one(const Labels& labels) {
  Rcpp::IntegerVector out(labels.begin(), labels.end());
  for (int& label : out) ++label;
  return out;
}
Labels from_zero(const Rcpp::IntegerVector& labels) {
  Labels out(labels.begin(), labels.end());
  for (int& label : out) {
    if (label == NA_INTEGER) throw Error(Fault::data, "a label is NA; give one for each point");
    --label;
  }
  return out;
}

std::vector<std::string> strings_of(SEXP values) {
  return Rf_isNull(values) ? std::vector<std::string>() : Rcpp::as<std::vector<std::string>>(values);
}

std::string bytes_of(const Rcpp::RawVector& raw) { return {raw.begin(), raw.end()}; }
Rcpp::RawVector raw_of(const std::string& bytes) { return {bytes.begin(), bytes.end()}; }

Rcpp::CharacterVector sentences(const std::vector<Warning>& warnings) {
  Rcpp::CharacterVector out;
  for (const Warning& w : warnings) out.push_back(in_r(w.remedy.empty() ? w.what : w.what + "; " + w.remedy));
  return out;
}

Rcpp::List plan_list(const Plan& plan) {
  const int gpu = plan.device.number;
  return Rcpp::List::create(Rcpp::_["storage"] = grammar::format(plan.storage),
                            Rcpp::_["precision"] = grammar::format(plan.precision),
                            Rcpp::_["bytes"] = static_cast<double>(plan.bytes),
                            Rcpp::_["approx"] = format_choice(plan.approx),
                            Rcpp::_["device"] = gpu < 0 ? std::string("cpu") : "gpu:" + std::to_string(gpu),
                            Rcpp::_["reason"] = in_r(plan.reason));
}

}  // namespace mercer::r
