// Artificial data, kernel matrices, scores, and the library's tables of choices and options.
#include "mercer/cluster.hpp"
#include "mercer/evaluate.hpp"
#include "mercer/generate.hpp"
#include "options.hpp"
#include "watch.hpp"
#include "words.hpp"

namespace mercer::r {
namespace {

Rcpp::List table_of(const std::vector<ChoiceHelp>& choices) {
  Rcpp::List all;
  for (const ChoiceHelp& choice : choices) {
    std::vector<std::string> key, values, initial, about;
    for (const FieldHelp& field : choice.fields) {
      key.push_back(field.key);
      values.push_back(field.values);
      initial.push_back(field.initial);
      about.push_back(field.about);
    }
    all[choice.name] = Rcpp::List::create(
        Rcpp::_["about"] = choice.about,
        Rcpp::_["options"] = Rcpp::DataFrame::create(Rcpp::_["option"] = key, Rcpp::_["values"] = values,
                                                     Rcpp::_["default"] = initial, Rcpp::_["about"] = about,
                                                     Rcpp::_["stringsAsFactors"] = false));
  }
  return all;
}

}  // namespace
}  // namespace mercer::r

using namespace mercer::r;  // NOLINT(google-build-using-namespace): what is exported is written into
                            // RcppExports.cpp

// [[Rcpp::export(rng = false)]]
Rcpp::List choices_() {
  return Rcpp::List::create(
      Rcpp::_["method"] = table_of(mercer::choice_help<mercer::Method>()),
      Rcpp::_["kernel"] = table_of(mercer::choice_help<mercer::Kernel>()),
      Rcpp::_["init"] = table_of(mercer::choice_help<mercer::Init>()),
      Rcpp::_["search"] = table_of(mercer::choice_help<mercer::Search>()),
      Rcpp::_["approx"] = table_of(mercer::choice_help<mercer::Approx>()),
      Rcpp::_["embed"] = table_of(mercer::choice_help<mercer::Embedding>()),
      Rcpp::_["coordinates"] = table_of(mercer::choice_help<mercer::CoordinateMethod>()));
}

// [[Rcpp::export(rng = false)]]
Rcpp::List defaults_() {
  return Rcpp::List::create(Rcpp::_["cluster"] = defaults<mercer::Options>(),
                            Rcpp::_["embed"] = defaults<mercer::EmbedOptions>(),
                            Rcpp::_["suggest"] = defaults<mercer::SuggestOptions>(),
                            Rcpp::_["generate"] = defaults<mercer::GenerateOptions>());
}

// "; did you mean 'sigma'?"
// [[Rcpp::export(rng = false)]]
std::string suggestion_(std::string word, std::vector<std::string> known) {
  return mercer::suggestion(word, known);
}

// Whether the data are similarities or distances between the points, and not points.
// [[Rcpp::export(rng = false)]]
bool is_precomputed_(std::string kernel) {
  return in_words(
      [&] { return mercer::is_precomputed(mercer::parse_choice<mercer::Kernel>(kernel, "kernel")); });
}

// [[Rcpp::export(rng = false)]]
Rcpp::List generate_(std::string shape, Rcpp::List options) {
  return in_words([&] {
    const auto wanted = options_of<mercer::GenerateOptions>(options);
    const mercer::Generated made = interruptible([&] { return mercer::generate(shape, wanted); });
    return Rcpp::List::create(Rcpp::_["x"] = give(made.points), Rcpp::_["cluster"] = made.labels);
  });
}

// [[Rcpp::export(rng = false)]]
Rcpp::CharacterVector shapes_() {
  Rcpp::CharacterVector out;
  for (const auto& [name, about] : mercer::shapes()) out[name] = about;
  return out;
}

// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix gram_(SEXP x, std::string kernel, int threads) {
  return in_words([&] {
    const mercer::Data data = points_of(x);
    auto chosen = mercer::parse_choice<mercer::Kernel>(kernel, "kernel");
    Rcpp::NumericMatrix K = give(interruptible([&] { return mercer::gram(data, chosen, threads); }));
    K.attr("kernel") = mercer::format_choice(chosen);
    return K;
  });
}

// [[Rcpp::export(rng = false)]]
double silhouette_(SEXP x, std::string kernel, Rcpp::IntegerVector labels, int threads) {
  return in_words([&] {
    const mercer::Data data = points_of(x);
    const auto chosen = mercer::parse_choice<mercer::Kernel>(kernel, "kernel");
    const mercer::Labels of_points = from_zero(labels);
    return interruptible([&] { return mercer::silhouette(data, chosen, of_points, threads); });
  });
}

// [[Rcpp::export(rng = false)]]
Rcpp::List score_(Rcpp::IntegerVector labels, Rcpp::IntegerVector truth) {
  return in_words([&] {
    const auto s = mercer::score(mercer::Labels(labels.begin(), labels.end()),
                                 mercer::Labels(truth.begin(), truth.end()));
    return Rcpp::List::create(Rcpp::_["accuracy"] = s.accuracy,
                              Rcpp::_["balanced_accuracy"] = s.balanced_accuracy, Rcpp::_["ari"] = s.ari,
                              Rcpp::_["nmi"] = s.nmi, Rcpp::_["purity"] = s.purity,
                              Rcpp::_["majority_errors"] = static_cast<double>(s.majority_errors));
  });
}
