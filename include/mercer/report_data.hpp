// What a report shows, without the page around it: for a page that stays open.
#pragma once

#include "mercer/report.hpp"

namespace mercer {

// One JSON object, defined in web/src/schema.ts; beside the views of a report it has the points in geodesic
// coordinates.
std::string report_data(const Data& data, const Result& result, const ReportOptions& options = {});

}  // namespace mercer
