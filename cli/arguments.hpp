// Options that several commands share, and the reading of their values.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <string>
#include <vector>

#include "help.hpp"
#include "mercer/choice.hpp"
#include "mercer/data.hpp"
#include "mercer/device.hpp"
#include "mercer/io.hpp"

namespace mercer::cli {

// The file of points and which of its columns are what.
struct DataArguments {
  std::string path;
  TableRequest request;
};
// A list of columns: "a,b,c".
CLI::Option* add_list(CLI::App& command, const std::string& flag, std::vector<std::string>& list,
                      const std::string& about);
void add_data(CLI::App& command, DataArguments& data);           // DATA
void add_truth(CLI::App& command, DataArguments& data);          // --truth
void add_column_choice(CLI::App& command, DataArguments& data);  // --columns, --drop
void add_edges(CLI::App& command, bool& edges);                  // --edges
void add_threads(CLI::App& command, int& threads);               // --threads
void add_memory(CLI::App& command, std::uint64_t& memory);       // --memory
void add_device(CLI::App& command, DeviceChoice& device);        // --device
// --memory of a command that counts only what it reads.
void add_reading_memory(CLI::App& command, std::uint64_t& memory);

// An option whose text the library's own grammar reads, so that its errors are the library's.
template <class T>
CLI::Option* add_value(CLI::App& command, const std::string& flags, T& field, const std::string& type,
                       const std::string& about) {
  const auto read = [&field, flags](const std::string& text) {
    bool good = false;
    if constexpr (std::is_same_v<T, std::uint64_t>) {
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), field);
      good = error == std::errc() && end == text.data() + text.size();
    } else {
      good = grammar::parse(text, field);
    }
    if (good) return;
    const std::string values =
        std::is_same_v<T, std::uint64_t> ? "whole number from 0" : grammar::values<T>();
    throw Error(Fault::usage, fmt::format("{} = '{}' is not valid; allowed: {}",
                                          flags.substr(flags.rfind(',') + 1), text, values));
  };
  return command.add_option_function<std::string>(flags, read, about)->type_name(type);
}

// --kernel, --method, ...: `name:key=value,key=value`; an optional field is left alone where none is given.
template <class Choice>
CLI::Option* add_choice(CLI::App& command, const std::string& what, std::optional<Choice>& field,
                        const std::string& about) {
  std::string type = what;
  for (char& c : type) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const auto read = [&field, what](const std::string& text) { field = parse_choice<Choice>(text, what); };
  return command.add_option_function<std::string>("--" + what, read, about + ": " + listed(type))
      ->type_name(type);
}
template <class Choice>
CLI::Option* add_choice(CLI::App& command, const std::string& what, Choice& field, const std::string& about) {
  std::string type = what;
  for (char& c : type) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const auto read = [&field, what](const std::string& text) { field = parse_choice<Choice>(text, what); };
  return command.add_option_function<std::string>("--" + what, read, about + ": " + listed(type))
      ->type_name(type)
      ->default_str(format_choice(field));
}

// "500M", "8G", "1.5GiB" -> bytes; the units are powers of 1024.
std::uint64_t parse_memory(const std::string& text);

// What the data may take within --memory, which is for the work: a small table may always be read.
std::uint64_t reading_bytes(std::uint64_t memory);

// What to type to run it again, with quotes where a shell needs them; words[0] is the program.
std::string command_line(const std::vector<std::string>& words);
// The words without an option and its value ("--drop a,b", "--drop=a,b").
std::vector<std::string> without_option(const std::vector<std::string>& words, const std::string& option);

// The features of a table as data; the matrix moves out of the table.
Data take_features(Table& table);

// Refuses, before any work is done, an output that can't be created or that would overwrite the input.
void check_output(const std::string& option, const std::string& path, const std::string& input);
// Refuses a name that does not end as its format does; - and devices have no name.
void check_ending(const std::string& option, const std::string& path,
                  const std::vector<std::string>& endings);
// Refuses two outputs in one place; each pair is an option and its path.
void check_outputs(const std::vector<std::pair<std::string, std::string>>& outputs);

// "cluster0", "cluster1", ...: the columns of distances and memberships.
std::vector<std::string> cluster_names(Index clusters);
// Labels as memberships of 0 and 1.
Matrix hard_memberships(const Labels& labels, Index clusters);

}  // namespace mercer::cli
