// Help texts, from the definitions of the options and the tables of the choices.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "mercer/choice.hpp"

namespace mercer::cli {

// CLI11's help, calmer: the value's name and the default behind an option, long lines broken, --help last.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter();
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;

 private:
  std::string option_groups(const CLI::App& app) const;
};

// The tables behind the options: METHOD, KERNEL, INIT, SEARCH, named as `mercer help` and --help name them.
struct ChoiceTable {
  std::string type;   // the name of the value in --help: "KERNEL"
  std::string topic;  // `mercer help kernels`
  std::string about;
  std::vector<ChoiceHelp> choices;
};
const std::vector<ChoiceTable>& choice_tables();

// The words that a value of this type may be; empty when it is a number, a file or free text.
std::vector<std::string> vocabulary(const std::string& type);
// "kmeans, soft" for a description.
std::string listed(const std::string& type);

}  // namespace mercer::cli
