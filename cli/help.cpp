#include "help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "mercer/embed.hpp"
#include "mercer/generate.hpp"
#include "mercer/io.hpp"
#include "mercer/options.hpp"
#include "mercer/reproduce.hpp"
#include "program.hpp"
#include "terminal.hpp"

namespace mercer::cli {
namespace {

constexpr std::size_t help_width = 100;

// A name and the words about it: they begin at `column`, on the next line if the name reaches it.
std::string entry(const std::string& name, const std::string& about, std::size_t column) {
  const std::string margin(column, ' ');
  std::string text = fmt::format("{:<{}}", name, column);
  if (name.size() >= column) text += "\n" + margin;
  std::size_t used = column;
  std::istringstream words(about);
  for (std::string word; words >> word; used += word.size() + 1) {
    if (used + word.size() > help_width) {
      text.back() = '\n';
      text += margin;
      used = column;
    }
    text += word + " ";
  }
  text.back() = '\n';
  return text;
}

std::string field_entry(const FieldHelp& field) {
  const std::string key = fmt::format("      {}={}", field.key, field.values == "text" ? "" : field.values);
  const std::string allowed = field.allowed ? "; " + field.allowed->words() : "";
  return entry(key, fmt::format("{} [{}{}]", field.about, field.initial, allowed), 33);
}

std::string choice_text(const ChoiceHelp& choice, const Style& style) {
  std::string text =
      fmt::format("\n  {} {}\n", style.strong(fmt::format("{:<14}", choice.name)), choice.about);
  for (const auto& field : choice.fields) text += field_entry(field);
  return text;
}

std::string table_text(const ChoiceTable& table) {
  const Style style(stdout);
  const bool keys = std::any_of(table.choices.begin(), table.choices.end(),
                                [](const auto& c) { return !c.fields.empty(); });
  std::string text =
      fmt::format("{}{}\n", table.about, keys ? ", written NAME or NAME:key=value,key=value" : "");
  for (const auto& choice : table.choices) text += choice_text(choice, style);
  return text;
}

// One choice by its name: it may stand in several tables (kmeans is a method and a start).
std::string named_choices(const std::string& name) {
  std::string text;
  for (const auto& table : choice_tables())
    for (const auto& choice : table.choices)
      if (choice.name == name)
        text += (text.empty() ? "" : "\n") + table.about + "\n" + choice_text(choice, Style(stdout));
  return text;
}

std::vector<std::string> topics(const CLI::App& app) {
  std::vector<std::string> names = vocabulary("TOPIC");
  for (const auto* command : commands(app)) names.push_back(command->get_name());
  for (const auto& table : choice_tables())
    for (const auto& choice : table.choices) names.push_back(choice.name);
  return names;
}

std::string topic_text(const CLI::App& app, const std::string& topic) {
  for (const auto& table : choice_tables())
    if (table.topic == topic) return table_text(table);
  for (const auto* command : commands(app))
    if (command->get_name() == topic) return command->help("mercer");
  if (std::string text = named_choices(topic); !text.empty()) return text;
  if (const std::string here = name_here(topic); !here.empty())
    return fmt::format("{} is called {} here.\n\n", topic, here) + named_choices(here);
  const std::string near = closest(topic, topics(app));
  throw Error(Fault::usage,
              fmt::format("no help on '{}'; {}", topic,
                          near.empty() ? "'mercer help' lists the commands, 'mercer help methods' the methods"
                                       : fmt::format("did you mean '{}'?", near)));
}

std::vector<ChoiceHelp> shape_help() {
  std::vector<ChoiceHelp> all;
  for (const auto& [name, about] : shapes()) all.push_back({name, about, {}});
  return all;
}

}  // namespace

HelpFormatter::HelpFormatter() {
  label("Positionals", "Arguments");
  label("SUBCOMMAND", "COMMAND ...");
  column_width(28);
}

std::string HelpFormatter::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const {
  return make_description(app) + make_usage(app, std::move(name)) + make_positionals(app) +
         option_groups(*app) + make_subcommands(app, mode) + "\n" + make_footer(app);
}

std::string HelpFormatter::option_groups(const CLI::App& app) const {
  std::vector<std::string> groups = app.get_groups();
  std::stable_partition(groups.begin(), groups.end(), [](const auto& group) { return group != "Options"; });
  std::string text;
  for (const auto& group : groups) {
    const auto options = app.get_options(
        [&](const CLI::Option* option) { return option->get_group() == group && option->nonpositional(); });
    if (!group.empty() && !options.empty()) text += make_group(group, false, options);
  }
  return text;
}

std::string HelpFormatter::make_option(const CLI::Option* option, bool is_positional) const {
  return entry("  " + make_option_name(option, is_positional) + make_option_opts(option),
               make_option_desc(option), get_column_width());
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  return takes_value(*option) && !option->get_positional() ? " " + option->get_type_name() : "";
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  const std::string initial = option->get_default_str();
  return option->get_description() + (initial.empty() ? "" : " [" + initial + "]");
}

const std::vector<ChoiceTable>& choice_tables() {
  static const std::vector<ChoiceTable> tables = {
      {"METHOD", "methods", "Methods (--method)", choice_help<Method>()},
      {"KERNEL", "kernels", "Kernels (--kernel)", choice_help<Kernel>()},
      {"INIT", "inits", "Starts (--init)", choice_help<Init>()},
      {"SEARCH", "searches", "Searches after the restarts (--search)", choice_help<Search>()},
      {"APPROX", "approximations", "Approximations (--approx)", choice_help<Approx>()},
      {"EMBED", "embeddings", "Reductions of the feature space (--embed)", choice_help<Embedding>()},
      {"COORDINATES", "coordinates", "Coordinates (mercer embed --method)", choice_help<CoordinateMethod>()},
      {"SHAPE", "shapes", "Shapes of artificial data (mercer generate)", shape_help()},
  };
  return tables;
}

std::vector<std::string> vocabulary(const std::string& type) {
  std::vector<std::string> words;
  for (const auto& table : choice_tables()) {
    if (type == "TOPIC") words.push_back(table.topic);
    if (type == table.type)
      for (const auto& choice : table.choices) words.push_back(choice.name);
  }
  if (type == "PRECISION")
    words.assign(EnumNames<Precision>::values.begin(), EnumNames<Precision>::values.end());
  if (type == "STORAGE") words.assign(EnumNames<Holding>::values.begin(), EnumNames<Holding>::values.end());
  if (type == "POLICY")
    words.assign(EnumNames<MissingPolicy>::values.begin(), EnumNames<MissingPolicy>::values.end());
  if (type == "WHEN") words = {"auto", "always", "never"};
  if (type == "ORDER") words = {"data", "label", "vat"};
  if (type == "EXPERIMENT")
    for (const auto& experiment : experiments()) words.push_back(experiment.name);
  if (type == "SHELL") words = {"bash", "zsh", "fish"};
  return words;
}

std::string listed(const std::string& type) { return fmt::format("{}", fmt::join(vocabulary(type), ", ")); }

void add_help(Program& program) {
  auto* command = program.app.add_subcommand("help", "Explain a command, a method or a kernel, or list them");
  auto topic = std::make_shared<std::string>();
  command
      ->add_option("TOPIC", *topic,
                   "A command, a choice by its name (fuzzy, gaussian, ...), or " + listed("TOPIC"))
      ->type_name("TOPIC");
  command->callback([&program, topic] {
    program.action = [&program, topic] {
      // App::help would explain the command that was chosen, which is this one.
      const CLI::App& app = program.app;
      write_file("-", topic->empty()
                          ? app.get_formatter()->make_help(&app, "mercer", CLI::AppFormatMode::Normal)
                          : topic_text(app, *topic));
      return 0;
    };
  });
}

}  // namespace mercer::cli
