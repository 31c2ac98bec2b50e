// How method auto came to its clusters: in plain words, and as JSON.
#pragma once

#include "mercer/result.hpp"
#include "summary.hpp"

namespace mercer::cli {

std::string choice_text(const Choice& choice, const Style& style);
// The candidates side by side as small pictures, the one that was taken first.
std::string candidates_svg(const Data& data, const Result& result);
void add_contests(Json& json, const Choice& choice);

}  // namespace mercer::cli
