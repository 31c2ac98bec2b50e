// JSON lines: an object a line.
#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "io/budget.hpp"
#include "io/lines.hpp"
#include "io/utf8.hpp"
#include "mercer/error.hpp"

namespace mercer::io {

inline bool is_json_lines(std::string_view path) {
  if (path.ends_with(".gz")) path.remove_suffix(3);
  return path.ends_with(".jsonl") || path.ends_with(".ndjson");
}

// `offset`: where the text begins in its source.
inline void require_utf8(std::string_view text, const std::string& source, std::uint64_t offset) {
  if (const auto bad = first_bad_byte(text); bad != std::string_view::npos)
    throw Error(Fault::data, fmt::format("{}: byte {} (0x{:02x}) is not UTF-8; convert the file to UTF-8",
                                         source, offset + bad + 1, static_cast<unsigned char>(text[bad])));
}

// About what a line takes as values: a few letters may be a list of lists.
inline std::uint64_t json_bytes(std::string_view text) {
  constexpr std::uint64_t value = 64;
  std::uint64_t values = 1;
  bool quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\\' && quoted) ++at;
    if (c == '"') quoted = !quoted;
    if (c == '"' || (!quoted && (c == ',' || c == '[' || c == '{'))) ++values;
  }
  return values * value + 2 * text.size();
}

// A value as a class: text as it is, anything else as JSON writes it.
inline std::string class_of(const nlohmann::json& object, const std::string& key, const std::string& place) {
  if (!object.contains(key))
    throw Error(Fault::data,
                fmt::format("{}: there is no \"{}\"; correct the line or leave out `truth`", place, key));
  const auto& value = object.at(key);
  std::string name = value.is_string() ? value.get<std::string>() : value.dump();
  charge(name.size() + 2 * sizeof(std::string));
  return name;
}

// f(object, place) for each line that is not blank; `example` is what a line looks like. Returns what
// messages call the file.
template <class F>
std::string read_objects(const std::string& path, const std::string& example, F&& f) {
  Input input(path);
  Lines lines(input);
  for (std::uint64_t offset = 0; lines.next(); offset += lines.text().size() + 1) {
    const std::string_view line = lines.text();
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    require_utf8(line, input.name(), offset);
    const std::string place = fmt::format("{}: line {}", input.name(), lines.number());
    const Held values(json_bytes(line));
    const auto object = nlohmann::json::parse(line, nullptr, false);
    if (!object.is_object())
      throw Error(Fault::data, fmt::format("{} is not a JSON object; write {} in each line", place, example));
    f(object, place);
  }
  return input.name();
}

}  // namespace mercer::io
