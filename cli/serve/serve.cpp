// mercer serve: a page in the browser that clusters files of this machine, on this machine.
#include <fcntl.h>
#include <fmt/format.h>
#include <httplib.h>
#include <spawn.h>
#include <sys/wait.h>

#include <csignal>

#include "arguments.hpp"
#include "program.hpp"
#include "serve/routes.hpp"
#include "serve/temporary_folder.hpp"

extern char** environ;

namespace mercer::cli {
namespace {

constexpr const char* address = "127.0.0.1";  // and no other: other machines can't reach it
constexpr std::size_t answering = 32;         // threads
constexpr int patience = 20;                  // seconds without a byte of an upload
constexpr int most_arriving = 511;            // connections that wait until they are looked at

struct ServeArguments {
  std::string file;
  int port = 0;
  bool no_browser = false;
  std::uint64_t memory = 0;
};

void open_browser(const std::string& url) {
  std::string word = url;
  char program[] = "xdg-open";
  char* words[] = {program, word.data(), nullptr};
  pid_t child = 0;
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_t usual;  // its signals are its own
  posix_spawnattr_init(&usual);
  posix_spawnattr_setsigmask(&usual, &none);
  posix_spawnattr_setflags(&usual, POSIX_SPAWN_SETSIGMASK);
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  for (const int stream : {1, 2}) posix_spawn_file_actions_addopen(&quiet, stream, "/dev/null", O_WRONLY, 0);
  if (posix_spawnp(&child, program, &quiet, &usual, words, environ) == 0)
    std::thread([child] { waitpid(child, nullptr, 0); }).detach();
  posix_spawn_file_actions_destroy(&quiet);
  posix_spawnattr_destroy(&usual);
}

// Ctrl-C and its like end the server as if it had been asked to. They are taken by one thread, which may do
// anything, not by a signal handler, which may not.
sigset_t endings() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
  return signals;
}

class Ending {
 public:
  explicit Ending(httplib::Server& server)
      : thread_([&server] {
          const sigset_t signals = endings();
          int which = 0;
          sigwait(&signals, &which);
          server.stop();
        }) {}
  ~Ending() {
    pthread_kill(thread_.native_handle(), SIGTERM);
    thread_.join();
  }
  Ending(const Ending&) = delete;
  Ending& operator=(const Ending&) = delete;

 private:
  std::thread thread_;
};

// The library lets 5 connections wait; of more that come at once the system drops some, which looks to a
// browser as if the server hung, or had broken off.
void bind(httplib::Server& server, ServeArguments& a) {
  socket_t bound = INVALID_SOCKET;
  server.set_socket_options(
      [&bound](socket_t socket) {  // not SO_REUSEPORT, by which others could share the port
        const int yes = 1;
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        bound = socket;
      });
  if (a.port == 0)
    a.port = server.bind_to_any_port(address);
  else if (!server.bind_to_port(address, a.port))
    a.port = -1;
  if (a.port < 0)
    throw Error(Fault::usage, "the port is in use or not permitted; choose another one, or leave --port out");
  listen(bound, most_arriving);
}

int serve(ServeArguments& a) {
  if (a.port < 0 || a.port > 65535)
    throw Error(Fault::usage, fmt::format("--port = {} is not a port: 0 (any) to 65535", a.port));
  const sigset_t signals = endings();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);  // before any other thread is made
  const TemporaryFolder folder;
  httplib::Server server;
  server.new_task_queue = [] { return new httplib::ThreadPool(answering); };
  server.set_keep_alive_max_count(1);  // a thread is for a request, not for a browser
  server.set_read_timeout(patience);
  server.set_payload_max_length(most_upload + 1);
  bind(server, a);
  Session session(folder.path(), {random_token(), a.port}, a.memory);
  if (!a.file.empty()) session.datasets.add(a.file, std::filesystem::path(a.file).filename(), false, a.file);
  add_routes(server, session);
  const std::string url = fmt::format("http://{}:{}/?token={}", address, a.port, session.guard.token);
  fmt::print("mercer serves {}\nCtrl-C ends it and removes what was uploaded.\n", url);
  std::fflush(stdout);
  if (!a.no_browser) open_browser(url);
  const Ending ending(server);
  server.listen_after_bind();
  session.preview.end();
  return 0;
}

}  // namespace

void add_serve(Program& program) {
  auto* command = program.app.add_subcommand("serve", "Cluster in the browser, on this machine");
  auto a = std::make_shared<ServeArguments>();
  command->add_option("FILE", a->file, "Data to begin with; you can add files in the browser")
      ->type_name("FILE");
  add_value(*command, "--port", a->port, "N", "Port on 127.0.0.1; 0 = any free port")
      ->default_str("0")
      ->group("Run");
  command->add_flag("--no-browser", a->no_browser, "Only print the address")->group("Run");
  add_memory(*command, a->memory);
  command->footer(
      "Examples:\n"
      "  mercer serve\n"
      "  mercer serve customers.csv --port 8080 --no-browser\n\n"
      "Only programs on this machine can reach the server, and they need the token in the address that it "
      "prints.");
  command->callback([&program, a] { program.action = [a] { return serve(*a); }; });
}

}  // namespace mercer::cli
