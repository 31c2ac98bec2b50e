#include "arguments.hpp"

#include <unistd.h>

#include <climits>
#include <cmath>
#include <filesystem>

namespace mercer::cli {
namespace fs = std::filesystem;

void add_data(CLI::App& command, DataArguments& data) {
  command
      .add_option(
          "DATA", data.path,
          "CSV, TSV, NPY, libsvm, Matrix Market or JSON lines file, also .gz, or a folder of documents; - is "
          "standard input")
      ->required()
      ->type_name("FILE");
}

void add_truth(CLI::App& command, DataArguments& data) {
  command
      .add_option("--truth", data.request.truth,
                  "Column of known classes; not used as a feature, only compared with the clusters")
      ->type_name("COLUMN")
      ->group("Input");
}

CLI::Option* add_list(CLI::App& command, const std::string& flag, std::vector<std::string>& list,
                      const std::string& about) {
  const auto read = [&list](const std::vector<std::string>& texts) {
    for (const std::string& text : texts)
      for (std::string& name : CLI::detail::split(text, ',')) list.push_back(std::move(name));
  };
  return command.add_option_function<std::vector<std::string>>(flag, read, about)
      ->type_name("LIST")
      ->allow_extra_args(false)
      ->group("Input");
}

void add_column_choice(CLI::App& command, DataArguments& data) {
  add_list(command, "--columns", data.request.columns, "Use only these columns (names, or indices from 0)");
  add_list(command, "--drop", data.request.drop, "Leave these columns out");
}

void add_edges(CLI::App& command, bool& edges) {
  command
      .add_flag("--edges", edges, "DATA lists the edges of a graph, one per line: two vertices and a weight")
      ->group("Input");
}

void add_threads(CLI::App& command, int& threads) {
  add_value(command, "--threads", threads, "N",
            "Threads; 0 = all cores; the result is the same for any number")
      ->default_str("0")
      ->group("Run");
}

namespace {

void add_memory(CLI::App& command, std::uint64_t& memory, const char* about) {
  command
      .add_option_function<std::string>(
          "--memory", [&memory](const std::string& text) { memory = parse_memory(text); }, about)
      ->type_name("SIZE")
      ->default_str("the free memory")
      ->group("Run");
}

}  // namespace

void add_memory(CLI::App& command, std::uint64_t& memory) {
  add_memory(command, memory, "Memory budget, for example 500M or 8G");
}

void add_reading_memory(CLI::App& command, std::uint64_t& memory) {
  add_memory(command, memory, "Memory that the input may take, for example 500M or 8G");
}

void add_device(CLI::App& command, DeviceChoice& device) {
  add_value(command, "--device", device, "DEVICE",
            "Where products with the kernel matrix are computed: auto, cpu, gpu or gpu:N")
      ->default_str("auto")
      ->group("Run");
}

std::uint64_t reading_bytes(std::uint64_t memory) {
  constexpr std::uint64_t least = std::uint64_t{64} << 20;
  return memory > 0 ? std::max(memory, least) : 0;
}

std::uint64_t parse_memory(const std::string& text) {
  const auto bad = [&] {
    return Error(Fault::usage, fmt::format("--memory = '{}' is not a size; write 500M, 8G or 1.5GiB", text));
  };
  const std::size_t unit_at = text.find_first_not_of("0123456789.");
  double value = 0;
  if (!grammar::parse(text.substr(0, unit_at), value)) throw bad();
  std::string unit = unit_at == text.npos ? "" : text.substr(unit_at);
  for (const char* tail : {"iB", "B"})
    if (unit.ends_with(tail)) {
      unit.resize(unit.size() - std::string_view(tail).size());
      break;
    }
  constexpr std::string_view prefixes = "KMGTP";
  double scale = 1;
  if (!unit.empty()) {
    const auto power = prefixes.find(static_cast<char>(std::toupper(static_cast<unsigned char>(unit[0]))));
    if (unit.size() > 1 || power == prefixes.npos) throw bad();
    scale = std::pow(1024.0, static_cast<double>(power + 1));
  }
  const double bytes = value * scale;
  if (!(bytes >= 1 && bytes < 9e18)) throw bad();
  return static_cast<std::uint64_t>(bytes);
}

Data take_features(Table& table) {
  return std::visit([](auto& features) { return Data(std::move(features)); }, table.features);
}

std::string command_line(const std::vector<std::string>& words) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%";
  std::string line = "mercer";
  for (std::size_t w = 1; w < words.size(); ++w) {
    line += ' ';
    if (!words[w].empty() && words[w].find_first_not_of(plain) == std::string::npos) {
      line += words[w];
      continue;
    }
    line += '\'';
    for (const char c : words[w]) line += c == '\'' ? std::string("'\\''") : std::string(1, c);
    line += '\'';
  }
  return line;
}

std::vector<std::string> without_option(const std::vector<std::string>& words, const std::string& option) {
  std::vector<std::string> kept;
  for (std::size_t w = 0; w < words.size(); ++w) {
    if (words[w] == option)
      ++w;  // and its value
    else if (!words[w].starts_with(option + "="))
      kept.push_back(words[w]);
  }
  return kept;
}

void check_output(const std::string& option, const std::string& path, const std::string& input) {
  if (path.empty() || path == "-") return;
  std::error_code ignored;
  const auto refuse = [&](std::string_view why) {
    return Error(Fault::cannot_write, fmt::format("{} {}: {}", option, path, why));
  };
  if (fs::is_directory(path, ignored)) throw refuse("it is a folder; name a file in it");
  if (input != "-" && fs::equivalent(path, input, ignored))
    throw Error(Fault::usage,
                fmt::format("{} {}: this would overwrite the input; name another file", option, path));
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored)) return;  // a device, a pipe
  if (path.ends_with(".gz")) throw refuse("outputs are not compressed; leave .gz out of the name");
  if (fs::path(path).filename().string().size() > NAME_MAX)
    throw refuse("the name is too long; choose another");
  const fs::path parent = fs::path(path).parent_path();
  const fs::path folder = parent.empty() ? fs::path(".") : parent;
  if (!fs::is_directory(folder, ignored))
    throw refuse(fmt::format("there is no folder '{}'; create it first", folder.string()));
  if (access(folder.c_str(), W_OK) != 0)
    throw refuse(fmt::format("the folder '{}' is not writable; choose another", folder.string()));
}

void check_ending(const std::string& option, const std::string& path,
                  const std::vector<std::string>& endings) {
  std::error_code ignored;
  if (path.empty() || path == "-" || (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored)))
    return;
  for (const auto& ending : endings)
    if (path.ends_with(ending)) return;
  throw Error(Fault::usage,
              fmt::format("{} {}: the name must end in {}", option, path, fmt::join(endings, " or ")));
}

namespace {

// Devices may take several outputs, /dev/null for one.
bool same_file(const std::string& one, const std::string& other) {
  if (one.empty() || one == "-" || other.empty()) return false;
  std::error_code ignored;
  if (fs::exists(one, ignored) && !fs::is_regular_file(one, ignored)) return false;
  return fs::absolute(one).lexically_normal() == fs::absolute(other).lexically_normal() ||
         fs::equivalent(one, other, ignored);
}

}  // namespace

void check_outputs(const std::vector<std::pair<std::string, std::string>>& outputs) {
  std::string first;
  for (const auto& [option, path] : outputs) {
    if (path != "-") continue;
    if (!first.empty())
      throw Error(
          Fault::usage,
          fmt::format("{} and {} both write to standard output; name a file for one of them", first, option));
    first = option;
  }
  for (auto one = outputs.begin(); one != outputs.end(); ++one)
    for (auto other = one + 1; other != outputs.end(); ++other)
      if (same_file(one->second, other->second))
        throw Error(Fault::usage, fmt::format("{} and {} both write {}; name another file for one of them",
                                              one->first, other->first, one->second));
}

std::vector<std::string> cluster_names(Index clusters) {
  std::vector<std::string> names;
  for (Index j = 0; j < clusters; ++j) names.push_back(fmt::format("cluster{}", j));
  return names;
}

Matrix hard_memberships(const Labels& labels, Index clusters) {
  Matrix shares = Matrix::Zero(static_cast<Index>(labels.size()), clusters);
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (labels[i] >= 0) shares(static_cast<Index>(i), labels[i]) = 1;
  return shares;
}

}  // namespace mercer::cli
