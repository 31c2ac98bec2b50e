// The program: one CLI11 application, one file a command.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace mercer::cli {

inline constexpr int exit_interrupted = 130;

struct Program {
  CLI::App app{
      "Kernel clustering: k-means and its relatives, in the input space or in the feature space of a kernel.",
      "mercer"};
  std::vector<std::string> words;  // the command line, as it was typed
  std::function<int()> action;     // what the chosen command does; its value is the exit code
};

// Each adds its command, which sets `action` when it is chosen.
void add_fit(Program& program);
void add_predict(Program& program);
void add_evaluate(Program& program);
void add_gram(Program& program);
void add_embed(Program& program);
void add_suggest(Program& program);
void add_generate(Program& program);
void add_reproduce(Program& program);
void add_serve(Program& program);
void add_info(Program& program);
void add_help(Program& program);
void add_completion(Program& program);
void add_man(Program& program);

// Runs the command line; whatever is thrown becomes one line and an exit code.
int guarded_run(int argc, char** argv);

// Commands with their options, in the order of their definition: what help, completion and man are made of.
std::vector<const CLI::App*> commands(const CLI::App& app);
std::vector<const CLI::Option*> named_options(const CLI::App& command);
std::vector<const CLI::Option*> positionals(const CLI::App& command);
bool takes_value(const CLI::Option& option);

}  // namespace mercer::cli
