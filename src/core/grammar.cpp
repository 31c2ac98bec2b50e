#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include "mercer/choice.hpp"

namespace mercer {
namespace {

// Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

template <class T>
bool parse_whole(std::string_view text, T& field) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), field);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::string Allowed::words() const {
  const std::string from = fmt::format("{} {:g}", without_least ? "above" : "at least", least);
  const std::string to = fmt::format("{} {:g}", without_most ? "below" : "at most", most);
  if (!std::isfinite(least) && !std::isfinite(most)) return "a finite number";
  if (!std::isfinite(most)) return least == 0 && !without_least ? "0 or more" : from;
  if (!std::isfinite(least)) return to;
  return without_least || without_most ? from + " and " + to : fmt::format("{:g} to {:g}", least, most);
}

std::string closest(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t least = std::max<std::size_t>(2, word.size() / 2);
  for (const auto& candidate : candidates) {
    const bool starts = word.size() >= 3 && candidate.starts_with(word);
    const std::size_t distance = starts ? 1 : edit_distance(word, candidate);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string near = closest(word, candidates);
  if (!near.empty()) return "; did you mean '" + near + "'?";
  if (candidates.empty()) return "; it has none";
  return fmt::format("; known: {}", fmt::join(candidates, ", "));
}

namespace {

// What scikit-learn, R and the literature call the choices of this program.
struct Elsewhere {
  std::string_view what, word, here;
  std::string_view advice = {};  // what to say beside the name
};
constexpr std::string_view with_kernel = "; name a kernel as well";
constexpr std::string_view of_all_sizes = ", which looks at all densities";
constexpr Elsewhere elsewhere[] = {
    {"kernel", "rbf", "gaussian"},
    {"kernel", "gauss", "gaussian"},
    {"kernel", "radial", "gaussian"},
    {"kernel", "rbfdot", "gaussian"},
    {"kernel", "poly", "polynomial"},
    {"kernel", "polydot", "polynomial"},
    {"kernel", "vanilladot", "linear"},
    {"kernel", "laplace", "laplacian"},
    {"kernel", "laplacedot", "laplacian"},
    {"kernel", "tanh", "sigmoid"},
    {"kernel", "self-tuning", "gaussian:local"},
    {"kernel", "isomap", "geodesic"},
    {"kernel", "distance", "dissimilarity"},
    {"kernel", "distances", "dissimilarity"},
    {"kernel", "wl", "weisfeiler-lehman"},
    {"kernel", "heat", "diffusion"},
    {"method", "gmm", "mixture"},
    {"method", "em", "mixture"},
    {"method", "gaussian-mixture", "mixture"},
    {"method", "fcm", "fuzzy"},
    {"method", "cmeans", "fuzzy"},
    {"method", "c-means", "fuzzy"},
    {"method", "fuzzy-c-means", "fuzzy"},
    {"method", "pcm", "possibilistic"},
    {"method", "k-means", "kmeans"},
    {"method", "lloyd", "kmeans"},
    {"method", "hard", "kmeans"},
    {"method", "kernel-kmeans", "kmeans", with_kernel},
    {"method", "kernel-k-means", "kmeans", with_kernel},
    {"method", "kkmeans", "kmeans", with_kernel},
    {"method", "soft-kmeans", "soft"},
    {"method", "agglomerative", "ward"},
    {"method", "hierarchical", "ward"},
    {"method", "hclust", "ward"},
    {"method", "single-linkage", "single"},
    {"method", "dbscan", "hdbscan", of_all_sizes},
    {"method", "optics", "hdbscan"},
    {"method", "ocsvm", "one-class"},
    {"method", "oneclass", "one-class"},
    {"method", "one-class-svm", "one-class"},
    {"method", "svdd", "one-class"},
    {"method", "support-vector-clustering", "svc"},
    {"method", "ng", "neural-gas"},
    {"method", "khm", "k-harmonic"},
    {"method", "k-harmonic-means", "k-harmonic"},
    {"method", "meanshift", "mean-shift"},
    {"method", "specc", "spectral"},
    {"method", "ncut", "spectral"},
    {"method", "kohonen", "som"},
    {"method", "inverse-weighted", "iwc"},
    {"init", "k-means++", "kernel++"},
    {"init", "kmeans++", "kernel++"},
};

}  // namespace

std::string name_here(std::string_view word) {
  for (const Elsewhere& entry : elsewhere)
    if (entry.word == word) return std::string(entry.here);
  return "";
}

void refuse_name(std::string_view what, const std::string& word, const std::vector<std::string>& names) {
  for (const Elsewhere& entry : elsewhere)
    if (entry.what == what && entry.word == word)
      throw Error(Fault::usage,
                  fmt::format("{} '{}' is called {} here{}", what, word, entry.here, entry.advice));
  throw Error(Fault::usage, fmt::format("unknown {} '{}'{}", what, word, suggestion(word, names)));
}

namespace grammar {

Parsed split(std::string_view text) {
  Parsed parsed;
  const auto colon = text.find(':');
  parsed.name = text.substr(0, colon);
  if (colon == std::string_view::npos) return parsed;
  std::string_view rest = text.substr(colon + 1);
  while (!rest.empty()) {
    const auto comma = rest.find(',');
    const std::string_view item = rest.substr(0, comma);
    const auto equals = item.find('=');
    Setting setting{std::string(item.substr(0, equals)), std::nullopt};
    if (equals != std::string_view::npos) setting.value = std::string(item.substr(equals + 1));
    parsed.settings.push_back(std::move(setting));
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
  }
  return parsed;
}

bool parse(std::string_view text, double& field) {
  const auto [end, error] = fast_float::from_chars(text.data(), text.data() + text.size(), field);
  return error == std::errc() && end == text.data() + text.size() && !std::isnan(field);
}
bool parse(std::string_view text, int& field) { return parse_whole(text, field); }
bool parse(std::string_view text, std::int64_t& field) { return parse_whole(text, field); }
bool parse(std::string_view text, bool& field) {
  field = text == "on" || text == "true" || text == "yes" || text == "1";
  return field || text == "off" || text == "false" || text == "no" || text == "0";
}
bool parse(std::string_view text, std::string& field) {
  field = text;
  return !text.empty();
}
bool parse(std::string_view text, GridSize& field) {
  const auto cross = text.find('x');
  return cross != std::string_view::npos && parse(text.substr(0, cross), field.rows) &&
         parse(text.substr(cross + 1), field.columns);
}
std::string format(double field) { return fmt::format("{}", field); }
std::string format(int field) { return fmt::format("{}", field); }
std::string format(std::int64_t field) { return fmt::format("{}", field); }
std::string format(bool field) { return field ? "on" : "off"; }
std::string format(const std::string& field) { return field; }
std::string format(GridSize field) { return fmt::format("{}x{}", field.rows, field.columns); }

void refuse_number(std::string_view choice, std::string_view key, double value, const Allowed& allowed,
                   const std::string& initial) {
  std::string words = allowed.words();
  if (!std::isfinite(value) && words != "a finite number") words = "finite and " + words;
  throw Error(Fault::usage,
              fmt::format("{}: {} = {:g} must be {}, or left out ({})", choice, key, value, words, initial));
}

}  // namespace grammar
}  // namespace mercer
