#include "front/report.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/parallel.hpp"
#include "mercer/evaluate.hpp"
#include "mercer/report_data.hpp"
#include "report/groups.hpp"
#include "report/page.hpp"
#include "report/versions.hpp"

namespace mercer {
namespace {

constexpr Index most_shares = 2'000'000;  // memberships that are kept whole
constexpr Index most_single = 250'000;    // values that are kept as floats
constexpr std::size_t most_text = 8'000'000, longest_text = 2'000, least_text = 24;  // bytes of all, of one

Json figure(std::string_view name, const std::string& value, std::string_view about) {
  return {{"name", name}, {"value", value}, {"about", about}};
}

// 208.24, 5,521,352
std::string readable(double value) {
  const bool long_one = value >= 1e5 && value < 1e12;
  return long_one ? with_commas(static_cast<Index>(std::llround(value))) : fmt::format("{:.5g}", value);
}

// The first bytes of a text, whole letters, with a sign where it goes on.
std::string excerpt(const std::string& text, std::size_t most) {
  if (text.size() <= most) return text;
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + " …";
}

void add_clusters(const ReportInput& in, Json& report) {
  std::vector<Index> none;
  report["clusters"] = Json::array();
  for (const DrawnGroup& group : groups_of(in.result.labels, in.raw.size(), none)) {
    Json cluster = {{"label", std::max(-1, group.label)}, {"name", group.name}, {"size", group.size}};
    const auto at = static_cast<std::size_t>(group.label);
    if (!group.is_noise() && at < in.options.terms.size())
      cluster["words"] = fmt::format("{}", fmt::join(in.options.terms[at], ", "));
    report["clusters"].push_back(std::move(cluster));
  }
  report["labels"] = packed_labels(in.result.labels);
}

// Every share where there is room for it, else that of the own cluster.
void add_memberships(const ReportInput& in, Json& report) {
  const Matrix& U = in.result.memberships;
  if (U.size() == 0) return;
  const bool all = U.size() <= most_shares;
  Vector shares(all ? U.size() : U.rows());
  if (all)
    shares = U.reshaped<Eigen::RowMajor>();
  else
    for (Index i = 0; i < U.rows(); ++i) {
      const int own = in.result.labels[static_cast<std::size_t>(i)];
      shares[i] = own < 0 ? 0 : U(i, own);
    }
  report["memberships"] = {{"clusters", all ? U.cols() : 1}, {"values", packed_bytes(shares, 0, 1)}};
}

// Names and texts of the points, as a JSON list each. A page must not grow with the length of documents:
// where they are too long together, each gets an equal share of the room, and what is longer is cut.
void add_texts(const std::vector<std::string>& all, const char* part, Json& report) {
  if (all.empty()) return;
  std::size_t bytes = 0;
  for (const std::string& one : all) bytes += std::min(one.size(), longest_text);
  const std::size_t room = bytes <= most_text ? longest_text : std::min(longest_text, most_text / all.size());
  if (room < least_text) {
    report["notes"].push_back(fmt::format("The {} of {} points are left out: they are too many to hold.",
                                          part, with_commas(static_cast<Index>(all.size()))));
    return;
  }
  Json list = Json::array();
  for (const std::string& one : all) list.push_back(excerpt(one, room));
  report[part] = packed_text(list.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void add_truth(const ReportInput& in, Json& report) {
  if (in.options.truth.empty()) return;
  std::vector<std::string> classes;
  const Labels codes = encode(in.options.truth, &classes);
  const Scores s = score(in.result.labels, codes);
  report["truth"] = {
      {"column", in.options.truth_name}, {"classes", classes}, {"codes", packed_labels(codes)}};
  std::map<int, int> used;  // the clusters, in the order of the columns
  for (const int label : in.result.labels) used[label] = label;
  Json clusters = Json::array(), counts = Json::array();
  for (const auto& [label, same] : used) clusters.push_back(label < 0 ? "noise" : std::to_string(label));
  for (Index c = 0; c < s.confusion.rows(); ++c) {
    const Eigen::RowVectorXi row = s.confusion.row(c);
    counts.push_back(std::vector<int>(row.begin(), row.end()));
  }
  report["scores"] = {
      {"values",
       {figure("accuracy", score_text(s.accuracy), "best one-to-one matching of clusters and classes"),
        figure("balanced", score_text(s.balanced_accuracy),
               "mean over the classes of the share of points that are right"),
        figure("adjusted Rand", score_text(s.ari), "agreement on pairs of points; 0 is chance"),
        figure("mutual info", score_text(s.nmi), "normalised mutual information"),
        figure("purity", score_text(s.purity), "each cluster votes its majority class"),
        figure("errors", fmt::format("{}", s.majority_errors), "points outside their cluster's majority")}},
      {"classes", classes},
      {"clusters", clusters},
      {"counts", counts},
      {"matching", s.matching}};
}

void add_figures(const ReportInput& in, Json& report) {
  const Result& r = in.result;
  Json figures = {figure("points", with_commas(in.raw.size()), "rows of the data"),
                  figure("clusters", with_commas(r.model.clusters()), "found or asked for"),
                  figure("objective", readable(r.objective), "what the method minimises")};
  if (r.iterations > 0)
    figures.push_back(
        figure(r.converged ? "converged after" : "not converged after",
               fmt::format("{} step{}", with_commas(r.iterations), r.iterations == 1 ? "" : "s"),
               "iterations of the start that was kept"));
  if (report.contains("silhouettes"))
    figures.push_back(figure("silhouette", score_text(report["silhouettes"]["mean"].get<double>(), 3),
                             "mean; 1 is best, 0 means that clusters touch"));
  if (report.contains("scores"))
    figures.push_back(figure("accuracy", report["scores"]["values"][0]["value"].get<std::string>(),
                             "share of points whose cluster is matched to their class"));
  report["figures"] = std::move(figures);
}

std::string subtitle(const ReportInput& in) {
  const std::string method = format_choice(in.result.model.method);
  if (in.result.choice) return fmt::format("{}, which took {}", method, in.result.choice->winner().method);
  if (const auto& objects = in.result.model.description)
    return fmt::format("{} with the kernel {}", method, format_choice(objects->kernel));
  if (is_none(in.kernel)) return method + " in the input space";
  return fmt::format("{} with the kernel {}", method, kernel_name(in.kernel));
}

Json heading(const ReportInput& in) {
  const ReportOptions& o = in.options;
  Json about = Json::array(), warnings = Json::array();
  for (const auto& [name, value] : o.about) about.push_back({{"name", name}, {"value", value}});
  const auto& device = in.result.device;
  about.push_back({{"name", "versions"},
                   {"value", device ? fmt::format("{}, on {}", versions(), device->name) : versions()}});
  for (const Warning& w : in.result.warnings) warnings.push_back({{"what", w.what}, {"remedy", w.remedy}});
  return {{"format", 1},
          {"title", o.title},
          {"subtitle", subtitle(in)},
          {"figures", Json::array()},
          {"about", about},
          {"command", o.command},
          {"version", MERCER_VERSION},
          {"warnings", warnings},
          {"notes", Json::array()},
          {"points", in.raw.size()}};
}

}  // namespace

std::string kernel_name(Kernel kernel) {
  if (auto* gaussian = std::get_if<Gaussian>(&kernel); gaussian && gaussian->sigma) {
    gaussian->gamma.reset();
    gaussian->sigma = std::stod(fmt::format("{:.6g}", *gaussian->sigma));
  }
  return format_choice(kernel);
}

namespace {

Json report_of(const Data& data, const Result& result, const ReportOptions& options, bool geodesic) {
  if (static_cast<Index>(result.labels.size()) != data.size())
    throw Error(Fault::usage, fmt::format("{} labels for {} points; give the data that were clustered",
                                          result.labels.size(), data.size()));
  for (const auto* list : {&options.names, &options.texts})
    if (!list->empty() && static_cast<Index>(list->size()) != data.size())
      throw Error(Fault::usage, fmt::format("{} names or texts for {} points", list->size(), data.size()));
  const ThreadScope scope(options.threads);
  const ReportInput in{data, result.model.seen(data), result, options, result.model.kernel};
  Json report = heading(in);
  add_clusters(in, report);
  add_truth(in, report);
  add_memberships(in, report);
  add_texts(options.names, "names", report);
  add_texts(options.texts, "texts", report);
  if (const Vector& scores = result.outlier_scores; scores.size() > 0 && scores.allFinite())
    report["outlierScores"] = scores.size() <= most_single ? packed_single(scores) : packed_coarse(scores);
  add_views(in, report);
  if (geodesic) add_geodesic_view(in, report);
  add_pairs(in, report);
  add_traces(in, report);
  add_evidence(in, report);
  add_peaks(in, report);
  add_choice(in, report);
  add_profile(in, report);
  add_figures(in, report);
  if (options.words)
    for (Json& note : report["notes"]) note = options.words(note.get<std::string>());
  return report;
}

}  // namespace

std::string report_html(const Data& data, const Result& result, const ReportOptions& options) {
  return page(report_of(data, result, options, false));
}

std::string report_data(const Data& data, const Result& result, const ReportOptions& options) {
  return report_of(data, result, options, true).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace mercer
