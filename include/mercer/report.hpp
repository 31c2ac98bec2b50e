// A clustering as one page for a browser: the points, and what tells you whether to trust the clusters.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mercer/data.hpp"
#include "mercer/profile.hpp"
#include "mercer/result.hpp"

namespace mercer {

struct ReportOptions {
  std::string title = "clusters";
  std::string command{};                                     // the command that repeats it
  std::vector<std::pair<std::string, std::string>> about{};  // what was done: names and values
  std::vector<std::string> truth{};                          // known class of each point; may be empty
  std::string truth_name = "truth";
  std::optional<Profile> profile{};               // of a table: how its columns differ between the clusters
  std::vector<std::vector<std::string>> terms{};  // of documents: the words of each cluster
  std::vector<std::string> names{};               // of each point, where points have names; may be empty
  std::vector<std::string> texts{};               // what each document says; long ones are cut
  Index most_points = 1'000'000;                  // how many points are drawn; above that, a sample
  Index sample = 1500;                            // how many points are used where all pairs are compared
  std::uint64_t memory = 0;  // budget in bytes: a smaller sample where it is short; 0: none
  std::uint64_t seed = 1;
  int threads = 0;
  std::function<std::string(const std::string&)> words{};  // for messages about what had to be left out
};

// HTML that needs no other file and no network. Pass the data that were given to `cluster`; if the model has
// a standardizer, it is applied here. Parts that can't be computed are left out, and the page says why.
std::string report_html(const Data& data, const Result& result, const ReportOptions& options = {});

// Bytes that making it takes beside the data and the result.
std::uint64_t report_bytes(const Data& data, const Options& options, const ReportOptions& page = {});

}  // namespace mercer
