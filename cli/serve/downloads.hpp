// What a person takes away from a run.
#pragma once

#include "serve/jobs.hpp"

namespace mercer::cli {

struct Download {
  std::string name, type, bytes;
};
// labels.csv, table.csv, model.mercer, report.html; made as `mercer fit` makes them, in a file of the folder
// that is removed at once.
Download download_of(const Finished& finished, const std::string& what, const std::filesystem::path& folder);

}  // namespace mercer::cli
