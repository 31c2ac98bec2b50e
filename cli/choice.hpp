// How method auto came to its clusters: in plain words, and as JSON.
#pragma once

#include "mercer/plot.hpp"
#include "mercer/result.hpp"
#include "summary.hpp"

namespace mercer::cli {

// In plain words, line by line: names and values.
std::vector<std::pair<std::string, std::string>> choice_lines(const Choice& choice);
std::string choice_text(const Choice& choice, const Style& style);
// The candidates side by side as small pictures, the one that was taken first.
std::vector<PlotPanel> candidate_panels(const Data& data, const Result& result);
PlotOptions candidate_style();
void add_contests(Json& json, const Choice& choice);
// The evidence for each number of clusters.
Json number_json(const NumberSearch& search);

}  // namespace mercer::cli
