// mercer man: the manual page, from the definitions behind --help.
#include <fmt/format.h>

#include "help.hpp"
#include "mercer/io.hpp"
#include "program.hpp"

namespace mercer::cli {
namespace {

// Text that roff prints as it stands: backslashes and hyphens escaped, no line that begins as a request.
std::string roff(std::string_view text) {
  std::string safe;
  for (char c : text) {
    if (c == '\\')
      safe += "\\e";
    else if (c == '-')
      safe += "\\-";
    else
      safe += c;
  }
  return safe.starts_with(".") || safe.starts_with("'") ? "\\&" + safe : safe;
}

std::string item(const std::string& term, const std::string& about) {
  return fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(term), roff(about));
}

std::string option_item(const CLI::Option& option) {
  const bool positional = option.get_positional();
  std::string term = positional ? option.get_name(true, false) : option.get_name(false, true);
  if (takes_value(option) && !positional) term += " " + option.get_type_name();
  return item(term, HelpFormatter().make_option_desc(&option));
}

std::string command_section(const CLI::App& command) {
  std::string synopsis = "mercer " + command.get_name();
  for (const auto* positional : positionals(command)) synopsis += " " + positional->get_name(true, false);
  std::string text = fmt::format(".SS {}\n{}.\n", roff(synopsis), roff(command.get_description()));
  for (const auto* positional : positionals(command)) text += option_item(*positional);
  for (const auto* option : named_options(command)) text += option_item(*option);
  return text;
}

std::string choice_section(const ChoiceTable& table) {
  std::string text = fmt::format(".SS {}\n", roff(table.about));
  for (const auto& choice : table.choices) {
    text += item(choice.name, choice.about);
    for (const auto& field : choice.fields)
      text += fmt::format(".br\n{}\n", roff(fmt::format("{} = {}: {} [{}]", field.key, field.values,
                                                        field.about, field.initial)));
  }
  return text;
}

std::string page(const CLI::App& app) {
  std::string text = fmt::format(
      ".TH MERCER 1 \"\" \"mercer {}\" \"User Commands\"\n.SH NAME\nmercer \\- kernel clustering\n"
      ".SH SYNOPSIS\n.B mercer\nCOMMAND [OPTIONS]\n.SH DESCRIPTION\n{}\n.SH COMMANDS\n",
      MERCER_VERSION, roff(app.get_description()));
  for (const auto* command : commands(app)) text += command_section(*command);
  text += ".SH CHOICES\nA choice is written NAME or NAME:key=value,key=value.\n";
  for (const auto& table : choice_tables()) text += choice_section(table);
  text += ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] : std::vector<std::pair<const char*, const char*>>{
           {"0", "Success."},
           {"1", "Failure."},
           {"2", "An option or its value is wrong."},
           {"65", "The content of the input is wrong."},
           {"66", "An input can't be opened."},
           {"73", "An output can't be created."},
           {"74", "Reading or writing was cut short."},
           {"75", "The memory budget is too small."},
           {"130", "Interrupted; the best result so far was written, if there was one within two seconds."}})
    text += item(code, meaning);
  return text;
}

}  // namespace

void add_man(Program& program) {
  auto* command = program.app.add_subcommand("man", "Print the manual page");
  command->footer("Example:\n  mercer man | man -l -");
  command->callback([&program] {
    program.action = [&program] {
      write_file("-", page(program.app));
      return 0;
    };
  });
}

}  // namespace mercer::cli
