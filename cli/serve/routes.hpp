// Which request does what.
#pragma once

#include "serve/guard.hpp"
#include "serve/jobs.hpp"
#include "serve/lane.hpp"
#include "serve/preview.hpp"

namespace httplib {
class Server;
}

namespace mercer::cli {

// All that the answers are made of.
struct Session {
  std::filesystem::path folder;  // for what must lie in files
  Guard guard;
  Datasets datasets;
  Readings readings;
  Preview preview;
  Lane lane;  // what is computed while the user waits
  Jobs jobs;

  Session(std::filesystem::path where, Guard who, std::uint64_t memory)
      : folder(std::move(where)),
        guard(std::move(who)),
        datasets(folder, memory),
        preview(readings, memory),
        jobs(readings, memory) {}
};

void add_routes(httplib::Server& server, Session& session);

}  // namespace mercer::cli
