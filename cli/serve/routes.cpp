#include "serve/routes.hpp"

#include <httplib.h>

#include <fstream>
#include <limits>

#include "names.hpp"
#include "serve/downloads.hpp"
#include "serve/page.hpp"

namespace mercer::cli {
namespace {

using httplib::Request, httplib::Response;
constexpr std::size_t most_body = 1 << 20;  // bytes of a request that is not an upload

// Handed over as it is: nothing here gains from being compressed.
void answer(Response& response, std::string text, const char* type = "application/json") {
  const auto kept = std::make_shared<const std::string>(std::move(text));
  response.set_content_provider(kept->size(), type,
                                [kept](std::size_t from, std::size_t size, httplib::DataSink& sink) {
                                  return sink.write(kept->data() + from, size);
                                });
  if (kept->empty()) response.set_content("", type);
}
void answer(Response& response, const Json& json) {
  answer(response, json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void refuse(Response& response, int status, const std::string& why) {
  response.status = status;
  answer(response, Json{{"error", why}});
}

// What goes wrong is told; the server lives on.
template <class F>
void guarded(Response& response, F&& f) {
  try {
    f();
  } catch (const Error& error) {
    refuse(response, error.fault() == Fault::no_input ? 404 : 400, in_one_line(in_flags(error.what())));
  } catch (const nlohmann::json::exception&) {
    refuse(response, 400, "the request is malformed");
  } catch (const std::bad_alloc&) {
    refuse(response, 500, "out of memory");
  } catch (const std::exception& error) {
    refuse(response, 500, error.what());
  }
}

Json body_of(const httplib::ContentReader& reader) {
  std::string body;
  const bool whole = reader([&](const char* bytes, std::size_t size) {
    if (body.size() + size > most_body) return false;
    body.append(bytes, size);
    return true;
  });
  if (!whole) throw Error(Fault::usage, "the request is too long or incomplete");
  return body.empty() ? Json::object() : Json::parse(body);
}

int number_of(const Request& request, std::size_t group = 1) {
  return std::stoi(request.matches[group].str());
}

// `?run=3`, where it is said.
FinishedHandle run_asked(const Session& session, const Request& request) {
  if (!request.has_param("run")) return nullptr;
  const std::string number = request.get_param_value("run");
  constexpr std::size_t longest = 9;
  if (number.empty() || number.size() > longest ||
      number.find_first_not_of("0123456789") != std::string::npos)
    throw Error(Fault::usage, "`run` is the number of a run");
  return session.jobs.finished(std::stoi(number));
}

Json options_of(const Json& body) { return body.value("options", Json::object()); }

// A number that no integer holds would be anything.
int dataset_of(const Json& body) {
  const Json& number = body.at("dataset");
  const bool small = number.is_number_integer() && number >= 0 && number <= std::numeric_limits<int>::max();
  if (!small) throw Error(Fault::usage, "`dataset` is the number of a dataset");
  return number.get<int>();
}

// The page, whose one script is the only one that may run.
void serve_page(const Request&, Response& response) {
  const std::string nonce = random_token();
  std::string page(mercer::serve_page());
  constexpr std::string_view place = "@@NONCE@@";
  for (std::size_t at = page.find(place); at != page.npos; at = page.find(place, at))
    page.replace(at, place.size(), nonce);
  set_safety_headers(response, nonce);
  answer(response, std::move(page), "text/html; charset=utf-8");
}

// Written to the folder as it comes, whatever its size.
void upload(Session& session, const Request& request, Response& response,
            const httplib::ContentReader& reader) {
  const std::string name = shown_name(request.get_param_value("name"));
  Datasets::Place place = session.datasets.place_for(name);
  std::uint64_t size = 0;
  bool fits = true;
  std::ofstream file(place.file(), std::ios::binary);
  const bool whole = reader([&](const char* bytes, std::size_t more) {
    size += more;
    fits = size <= most_upload;
    return fits && file.write(bytes, static_cast<std::streamsize>(more)).good();
  });
  file.close();
  if (!fits) throw Error(Fault::usage, "the file is larger than 2 GB; use mercer fit");
  if (!whole || !file) throw Error(Fault::io, "the file did not arrive completely");
  answer(response, Json{{"id", session.lane.run([&] { return place.keep(name)->id; })}});
}

using Handle = std::function<void(Session&, const Request&, Response&)>;
using HandleBody = std::function<void(Session&, const Request&, Response&, const Json& body)>;

void get(httplib::Server& server, Session& session, const char* path, Handle handle) {
  server.Get(path, [&session, handle](const Request& request, Response& response) {
    guarded(response, [&] { handle(session, request, response); });
  });
}
void post(httplib::Server& server, Session& session, const char* path, HandleBody handle) {
  server.Post(path, [&session, handle](const Request& request, Response& response,
                                       const httplib::ContentReader& reader) {
    guarded(response, [&] { handle(session, request, response, body_of(reader)); });
  });
}

void add_dataset_routes(httplib::Server& server, Session& session) {
  server.Post("/api/datasets",
              [&session](const Request& request, Response& response, const httplib::ContentReader& reader) {
                guarded(response, [&] { upload(session, request, response, reader); });
              });
  get(server, session, "/api/examples",
      [](Session&, const Request&, Response& response) { answer(response, examples_json()); });
  post(server, session, "/api/examples",
       [](Session& s, const Request&, Response& response, const Json& body) {
         const auto name = body.at("name").get<std::string>();
         answer(response, Json{{"id", s.lane.run([&] { return s.datasets.add_example(name)->id; })}});
       });
  post(server, session, R"(/api/datasets/(\d{1,9})/columns)",
       [](Session& s, const Request& request, Response& response, const Json& body) {
         const DatasetHandle dataset = s.datasets.get(number_of(request));
         answer(response, s.lane.run([&] { return columns_json(*dataset, options_of(body)); }));
       });
  get(server, session, R"(/api/datasets/(\d{1,9})/columns/(\d{1,6}))",
      [](Session& s, const Request& request, Response& response) {
        const FinishedHandle run = run_asked(s, request);
        const bool table = run && run->reading->input.table;
        answer(response, column_json(*s.datasets.get(number_of(request)), number_of(request, 2),
                                     table ? run->reading->input.table->frame.get() : nullptr));
      });
  post(server, session, R"(/api/datasets/(\d{1,9})/rows)",
       [](Session& s, const Request& request, Response& response, const Json& body) {
         answer(response, rows_json(*s.datasets.get(number_of(request)), body.at("rows")));
       });
  get(server, session, R"(/api/datasets/(\d{1,9})/agreement)",
      [](Session& s, const Request& request, Response& response) {
        answer(response, s.jobs.agreement(number_of(request)));
      });
  post(server, session, R"(/api/datasets/(\d{1,9})/preview)",
       [](Session& s, const Request& request, Response& response, const Json& body) {
         const DatasetHandle dataset = s.datasets.get(number_of(request));
         answer(response, s.lane.run([&] { return s.preview.look(dataset, options_of(body)); }));
       });
  post(server, session, R"(/api/datasets/(\d{1,9})/delete)",
       [](Session& s, const Request& request, Response& response, const Json&) {
         const DatasetHandle dataset = s.datasets.get(number_of(request));
         s.jobs.remove_of(dataset->id);
         s.datasets.remove(dataset->id);
         s.lane.later([&s, dataset] {
           s.preview.forget();
           s.readings.forget(*dataset);
         });
         answer(response, Json::object());
       });
}

void add_run_routes(httplib::Server& server, Session& session) {
  post(server, session, "/api/runs", [](Session& s, const Request&, Response& response, const Json& body) {
    const DatasetHandle dataset = s.datasets.get(dataset_of(body));
    answer(response, Json{{"id", s.jobs.submit(dataset, options_of(body), body.value("name", ""))}});
  });
  get(server, session, R"(/api/runs/(\d{1,9}))", [](Session& s, const Request& request, Response& response) {
    answer(response, finished_json(*s.jobs.finished(number_of(request))));
  });
  get(server, session, R"(/api/runs/(\d{1,9})/([a-z]{1,10}\.[a-z]{1,10}))",
      [](Session& s, const Request& request, Response& response) {
        const FinishedHandle run = s.jobs.finished(number_of(request));
        const std::string what = request.matches[2].str();
        Download file = s.lane.run([&] { return download_of(*run, what, s.folder); });
        response.set_header("Content-Disposition", fmt::format("attachment; filename=\"{}\"", file.name));
        answer(response, std::move(file.bytes), file.type.c_str());
      });
  post(server, session, R"(/api/runs/(\d{1,9})/(cancel|rename|delete))",
       [](Session& s, const Request& request, Response& response, const Json& body) {
         const int id = number_of(request);
         const std::string what = request.matches[2].str();
         if (what == "cancel") s.jobs.cancel(id);
         if (what == "rename") s.jobs.rename(id, body.at("name").get<std::string>());
         if (what == "delete") s.jobs.remove(id);
         answer(response, Json::object());
       });
}

}  // namespace

void add_routes(httplib::Server& server, Session& session) {
  using Handled = httplib::Server::HandlerResponse;
  server.set_pre_routing_handler([&session](const Request& request, Response& response) {
    set_safety_headers(response);
    const std::string why = session.guard.refusal(request);
    if (why.empty()) return Handled::Unhandled;
    refuse(response, 403, why);
    return Handled::Handled;
  });
  server.set_error_handler([](const Request&, Response& response) {
    if (!response.has_header("Content-Type") && response.status == 404)
      refuse(response, 404, "there is nothing here");
  });
  server.Get("/", [](const Request& request, Response& response) { serve_page(request, response); });
  get(server, session, "/api/options",
      [](Session&, const Request&, Response& response) { answer(response, options_json()); });
  get(server, session, "/api/state", [](Session& s, const Request&, Response& response) {
    answer(response, Json{{"datasets", s.datasets.list()}, {"runs", s.jobs.list()}});
  });
  add_dataset_routes(server, session);
  add_run_routes(server, session);
}

}  // namespace mercer::cli
