// mercer: finds the command, runs it, and turns whatever goes wrong into one line and an exit code.
#include <sys/resource.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#include <fmt/format.h>

#include "crew.hpp"
#include "help.hpp"
#include "interrupt.hpp"
#include "mercer/choice.hpp"
#include "mercer/communicator.hpp"
#include "mercer/error.hpp"
#include "mercer/machine.hpp"
#include "names.hpp"
#include "program.hpp"
#include "tables.hpp"
#include "terminal.hpp"

#ifdef __GLIBC__  // which the headers above define
#include <malloc.h>
#endif

namespace mercer::cli {
namespace {

// Names and values of a file may hold anything; what a terminal would obey is not shown.
int complain(std::string message, int code) {
  message = in_flags(message);
  for (char& c : message)
    if (const auto byte = static_cast<unsigned char>(c); byte < 0x20 || byte == 0x7f)
      c = c == '\n' ? ' ' : '?';
  std::fputs(("mercer: " + message + "\n").c_str(), stderr);  // which may be closed or full
  return code;
}

void add_color(CLI::App& command) {
  const auto read = [](const std::string& when) {
    if (when != "auto" && when != "always" && when != "never")
      throw Error(Fault::usage, fmt::format("--color = '{}' is not one of {}", when, listed("WHEN")));
    set_colouring(when == "always"  ? Colouring::always
                  : when == "never" ? Colouring::never
                                    : Colouring::automatic);
  };
  command.add_option_function<std::string>("--color", read, "Colours: " + listed("WHEN"))
      ->type_name("WHEN")
      ->default_str("auto")
      ->group("Options");
}

void define(Program& program) {
  auto& app = program.app;
  app.formatter(std::make_shared<HelpFormatter>());
  app.set_help_flag("-h,--help", "Show this help");
  app.set_version_flag("-V,--version", "mercer " MERCER_VERSION, "Show the version");
  app.require_subcommand(1);
  add_fit(program);
  add_predict(program);
  add_evaluate(program);
  add_gram(program);
  add_embed(program);
  add_suggest(program);
  add_generate(program);
  add_reproduce(program);
  add_serve(program);
  add_info(program);
  add_help(program);
  add_completion(program);
  add_man(program);
  for (auto* command : app.get_subcommands([](CLI::App*) { return true; })) {
    command->group("Commands");
    add_color(*command);
  }
  app.footer(
      "Examples:\n"
      "  mercer generate rings -o rings.csv\n"
      "  mercer fit rings.csv -k 2 --truth label --kernel gaussian:sigma=1 --search swap\n\n"
      "'mercer COMMAND --help' explains a command, 'mercer help kernels' the kernels, 'mercer help fuzzy' a "
      "method.");
}

// The command that the words name, or null.
const CLI::App* named_command(const Program& program) {
  if (program.words.size() < 2) return nullptr;
  for (const auto* command : commands(program.app))
    if (command->get_name() == program.words[1]) return command;
  return nullptr;
}

// A first word that is not a command is reported before anything is parsed: what follows belongs to that
// command.
void require_command(const Program& program) {
  const std::string& word = program.words[1];
  if (word.starts_with("-") || named_command(program)) return;
  std::vector<std::string> names;
  for (const auto* command : commands(program.app)) names.push_back(command->get_name());
  throw Error(Fault::usage, fmt::format("unknown command '{}'{}", word, suggestion(word, names)));
}

// A flag that was given a value: --json=pretty.
std::string flag_with_value(const Program& program, const CLI::App& place) {
  for (const auto& word : program.words) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || !word.starts_with("--")) continue;
    const CLI::Option* option = place.get_option_no_throw(word.substr(0, equals));
    if (option && !takes_value(*option)) return word.substr(0, equals);
  }
  return "";
}

// The line for words that CLI11 could not place: a mistyped option is told first, since it explains the rest.
std::string misuse(const Program& program, const CLI::ParseError& error) {
  const CLI::App* command = named_command(program);
  const CLI::App& place = command ? *command : program.app;
  const std::string hint =
      fmt::format("; try 'mercer {}--help'", command ? command->get_name() + " " : std::string());
  std::string stray;
  for (const auto& word : place.remaining()) {
    if (stray.empty()) stray = word;
    if (!word.starts_with("-") || word == "-") continue;
    const std::string option = word.substr(0, word.find('='));
    std::vector<std::string> names;
    for (const auto* known : named_options(place)) {
      for (const auto& name : known->get_lnames()) names.push_back("--" + name);
      for (const auto& name : known->get_snames()) names.push_back("-" + name);
    }
    const std::string near = closest(option, names);
    return fmt::format("unknown option '{}'{}", option,
                       near.empty() ? hint : fmt::format("; did you mean '{}'?", near));
  }
  if (!stray.empty()) return fmt::format("unexpected word '{}'{}", stray, hint);
  if (const std::string flag = flag_with_value(program, place); !flag.empty())
    return fmt::format("{0} takes no value; write only {0}", flag);
  return error.what() + hint;
}

// An empty value is mostly a variable of the shell that is not set. To take it as "not given" would leave out
// an output in silence.
void require_values(const Program& program) {
  const CLI::App* command = named_command(program);
  if (!command) return;
  for (const auto* option : command->get_options())
    if (takes_value(*option) && option->count() > 0)
      for (const std::string& value : option->results())
        if (value.empty())
          throw Error(Fault::usage, fmt::format("the value of {} is empty; give one{}", option->get_name(),
                                                option->get_positional() ? "" : ", or leave the option out"));
}

int run_program(Program& program) {
  if (program.words.size() < 2) {
    fmt::print(stderr, "{}", program.app.help());
    return static_cast<int>(Fault::usage);
  }
  try {
    require_command(program);
    std::vector<std::string> reversed(program.words.rbegin(), program.words.rend() - 1);
    program.app.parse(reversed);
    require_values(program);
  } catch (const CLI::Success& wanted) {  // --help, --version
    return program.app.exit(wanted);
  } catch (const CLI::ParseError& error) {
    return complain(misuse(program, error), static_cast<int>(Fault::usage));
  }
  return program.action();
}

}  // namespace

std::vector<const CLI::App*> commands(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<const CLI::Option*> named_options(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) { return option->nonpositional(); });
}

std::vector<const CLI::Option*> positionals(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

bool has_limited_addresses() {
  rlimit limit{};
  return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

int guarded_run(int argc, char** argv) {
  try {
    static const Crew crew;  // until the program ends, so that all its ranks end together
    return together([&] {
      if (has_limited_addresses()) threads_of(0);  // as many as there is room for, also for reading
      Program program;
      program.words.assign(argv, argv + argc);
      define(program);
      return run_program(program);
    });
  } catch (const ColumnProblems& error) {
    return complain(in_one_line(error.what()), static_cast<int>(error.fault()));
  } catch (const Error& error) {
    return complain(error.what(), static_cast<int>(error.fault()));
  } catch (const Interrupted& error) {
    return complain(error.what(), exit_interrupted);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    return complain(error.what(), static_cast<int>(Fault::failure));
  }
}

// Nothing is allocated here: there is nothing left.
int out_of_memory() {
  std::fputs("mercer: out of memory; set --memory, or use fewer points\n", stderr);
  return static_cast<int>(Fault::memory);
}

// The JSON library allocates where nothing may be thrown, in destructors.
[[noreturn]] void end_without_catch() {
  try {
    if (const auto thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    std::_Exit(out_of_memory());
  } catch (...) {  // NOLINT(bugprone-empty-catch): as without us
  }
  std::abort();
}

// Where the address space is limited, threads of OpenBLAS may wait for memory, forever, and an orderly end
// would wait for them.
int ended(int code) {
  if (!has_limited_addresses() || rank_count() > 1) return code;
  std::fflush(nullptr);
  std::_Exit(code);
}

// Matrices of up to 32 MB are made of what others left, and that stays: pages from the system are cleared and
// mapped one by one, again and again for each step's.
void keep_freed_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
#endif
}

}  // namespace mercer::cli

int main(int argc, char** argv) {
  mercer::cli::keep_freed_memory();
  std::set_terminate(mercer::cli::end_without_catch);
  std::signal(SIGPIPE, SIG_DFL);  // `mercer ... | head` ends without a word
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow (`ulimit -f`) is an error of writing
  int code = 0;
  try {
    code = mercer::cli::guarded_run(argc, argv);
  } catch (const std::bad_alloc&) {
    code = mercer::cli::out_of_memory();
  }
  return mercer::cli::ended(code);
}
