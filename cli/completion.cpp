// mercer completion: scripts for bash, zsh and fish, generated from the definitions behind --help.
#include <fmt/format.h>

#include "help.hpp"
#include "mercer/io.hpp"
#include "program.hpp"

namespace mercer::cli {
namespace {

// Candidates for a value: "gaussian", and "gaussian:sigma=" for each of its keys.
std::vector<std::string> candidates(const CLI::Option& option) {
  std::vector<std::string> words = vocabulary(option.get_type_name());
  for (const auto& table : choice_tables()) {
    if (table.type != option.get_type_name()) continue;
    for (const auto& choice : table.choices)
      for (const auto& field : choice.fields) words.push_back(choice.name + ":" + field.key + "=");
  }
  return words;
}

bool wants_file(const CLI::Option& option) { return option.get_type_name().starts_with("FILE"); }

std::vector<std::string> spellings(const CLI::Option& option) {
  std::vector<std::string> all;
  for (const auto& name : option.get_lnames()) all.push_back("--" + name);
  for (const auto& name : option.get_snames()) all.push_back("-" + name);
  return all;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const auto* command : commands(app)) names.push_back(command->get_name());
  return names;
}

// Text inside single quotes of a shell; `also` are characters that the shell's own lists take apart.
std::string escaped(std::string_view text, std::string_view also = "") {
  std::string safe;
  for (char c : text) {
    if (c == '\'')
      safe += "'\\''";
    else
      safe += also.find(c) == also.npos ? std::string(1, c) : std::string("\\") + c;
  }
  return safe;
}

// One case a value: "fit --kernel") words='...' ;;
std::string bash_cases(const CLI::App& app) {
  std::string text;
  for (const auto* command : commands(app)) {
    std::vector<std::string> names;
    for (const auto* option : named_options(*command)) {
      for (const auto& name : spellings(*option)) names.push_back(name);
      if (!takes_value(*option)) continue;
      std::vector<std::string> patterns;
      for (const auto& name : spellings(*option))
        patterns.push_back(fmt::format("\"{} {}\"", command->get_name(), name));
      text += fmt::format("    {}) words='{}' ;;\n", fmt::join(patterns, " | "),
                          fmt::join(candidates(*option), " "));
    }
    std::vector<std::string> words;
    for (const auto* positional : positionals(*command))
      for (const auto& word : candidates(*positional)) words.push_back(word);
    text += fmt::format("    \"{0} \"*) if [[ $word == -* ]]; then words='{1}'; else words='{2}'; fi ;;\n",
                        command->get_name(), fmt::join(names, " "), fmt::join(words, " "));
  }
  return text;
}

std::string bash(const CLI::App& app) {
  // Readline cuts words at ':' and '=', so the word is taken from the line itself, and the replies lose what
  // stands before the last cut.
  return fmt::format(R"(# bash completion for mercer; load it with: source <(mercer completion bash)
_mercer() {{
  local line="${{COMP_LINE:0:COMP_POINT}}" words='' word cut
  local -a typed
  word="${{line##* }}"
  read -ra typed <<< "${{line% *}}"
  if (( ${{#typed[@]}} < 2 )); then
    words='{} --help --version'
  else
    case "${{typed[1]}} ${{typed[-1]}}" in
{}    esac
  fi
  COMPREPLY=( $(compgen -W "$words" -- "$word") )
  [[ ${{#COMPREPLY[@]}} == 1 && $COMPREPLY == *= ]] && compopt -o nospace 2> /dev/null
  cut="${{word%"${{word##*[:=]}}"}}"
  COMPREPLY=( "${{COMPREPLY[@]#"$cut"}}" )
}}
complete -o default -F _mercer mercer
)",
                     fmt::join(command_names(app), " "), bash_cases(app));
}

std::string zsh_value(const CLI::Option& option) {
  if (!takes_value(option)) return "";
  const auto words = candidates(option);
  const std::string action = !words.empty()
                                 ? fmt::format("({})", escaped(fmt::format("{}", fmt::join(words, " ")), ":"))
                             : wants_file(option) ? "_files"
                                                  : " ";
  return fmt::format(":{}:{}", option.get_type_name(), action);
}

std::string zsh_command(const CLI::App& command) {
  std::string text = fmt::format("    {})\n      _arguments -S", command.get_name());
  for (const auto* option : named_options(command))
    for (const auto& name : spellings(*option))
      text += fmt::format(" \\\n        '{}[{}]{}'", name, escaped(option->get_description(), "[]:"),
                          zsh_value(*option));
  for (const auto* positional : positionals(command))
    text += fmt::format(" \\\n        '{}'", zsh_value(*positional));
  return text + "\n      ;;\n";
}

std::string zsh(const CLI::App& app) {
  std::string names, cases;
  for (const auto* command : commands(app)) {
    names += fmt::format("    '{}:{}'\n", command->get_name(), escaped(command->get_description(), ":"));
    cases += zsh_command(*command);
  }
  return fmt::format(R"(#compdef mercer
# zsh completion for mercer; load it with: source <(mercer completion zsh)
_mercer() {{
  local -a commands=(
{}  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{}  esac
}}
compdef _mercer mercer
)",
                     names, cases);
}

std::string fish_option(const std::string& command, const CLI::Option& option) {
  std::string text = fmt::format("complete -c mercer -n '__fish_seen_subcommand_from {}'", command);
  for (const auto& name : option.get_lnames()) text += " -l " + name;
  for (const auto& name : option.get_snames()) text += " -s " + name;
  if (takes_value(option)) text += wants_file(option) ? " -rF" : " -x";
  if (const auto words = candidates(option); !words.empty())
    text += fmt::format(" -a '{}'", fmt::join(words, " "));
  return text + fmt::format(" -d '{}'\n", escaped(option.get_description()));
}

std::string fish(const CLI::App& app) {
  std::string text = "# fish completion for mercer; load it with: mercer completion fish | source\n";
  for (const auto* command : commands(app)) {
    const std::string& name = command->get_name();
    text += fmt::format("complete -c mercer -n __fish_use_subcommand -f -a {} -d '{}'\n", name,
                        escaped(command->get_description()));
    for (const auto* option : named_options(*command)) text += fish_option(name, *option);
    for (const auto* positional : positionals(*command))
      if (const auto words = candidates(*positional); !words.empty())
        text += fmt::format("complete -c mercer -n '__fish_seen_subcommand_from {}' -f -a '{}'\n", name,
                            fmt::join(words, " "));
  }
  return text;
}

std::string script(const CLI::App& app, const std::string& shell) {
  if (shell == "bash") return bash(app);
  if (shell == "zsh") return zsh(app);
  if (shell == "fish") return fish(app);
  throw Error(Fault::usage,
              fmt::format("unknown shell '{}'{}", shell, suggestion(shell, vocabulary("SHELL"))));
}

}  // namespace

void add_completion(Program& program) {
  auto* command = program.app.add_subcommand("completion", "Print a completion script for a shell");
  auto shell = std::make_shared<std::string>();
  command->add_option("SHELL", *shell, listed("SHELL"))->required()->type_name("SHELL");
  command->footer("Example, for this session:\n  source <(mercer completion bash)");
  command->callback([&program, shell] {
    program.action = [&program, shell] {
      write_file("-", script(program.app, *shell));
      return 0;
    };
  });
}

}  // namespace mercer::cli
