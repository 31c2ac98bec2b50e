// Documents: JSON lines, a folder of files, or a column of a table.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "io/columns.hpp"
#include "io/lines.hpp"
#include "io/records.hpp"
#include "io/utf8.hpp"
#include "mercer/error.hpp"
#include "mercer/io.hpp"

namespace mercer {
namespace {

namespace fs = std::filesystem;

void require_utf8(std::string_view text, const std::string& source, std::uint64_t offset) {
  if (const auto bad = io::first_bad_byte(text); bad != std::string_view::npos)
    throw Error(Fault::data, fmt::format("{}: byte {} (0x{:02x}) is not UTF-8; convert the file to UTF-8",
                                         source, offset + bad + 1, static_cast<unsigned char>(text[bad])));
}

void add(Documents& out, std::string text, std::string place) {
  const bool blank = text.find_first_not_of(" \t\r\n\f\v") == std::string::npos;
  if (blank) throw Error(Fault::data, place + ": the document is empty; fill it in or remove it");
  out.texts.push_back(std::move(text));
  out.places.push_back(std::move(place));
}

// A value as a class: text as it is, anything else as JSON writes it.
std::string class_of(const nlohmann::json& object, const std::string& key, const std::string& place) {
  if (!object.contains(key))
    throw Error(Fault::data,
                fmt::format("{}: there is no \"{}\"; correct the line or leave out --truth", place, key));
  const auto& value = object.at(key);
  return value.is_string() ? value.get<std::string>() : value.dump();
}

Documents read_lines(const std::string& path, const DocumentRequest& request) {
  io::Input input(path);
  io::Lines lines(input);
  Documents out;
  out.source = input.name();
  for (std::uint64_t offset = 0; lines.next(); offset += lines.text().size() + 1) {
    const std::string_view line = lines.text();
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    require_utf8(line, out.source, offset);
    const std::string place = fmt::format("{}: line {}", out.source, lines.number());
    const auto object = nlohmann::json::parse(line, nullptr, false);
    if (!object.is_object())
      throw Error(Fault::data, place + " is no JSON object; write {\"text\": \"...\"} in each line");
    if (!object.contains(request.text) || !object.at(request.text).is_string())
      throw Error(Fault::data, fmt::format("{}: there is no text under \"{}\"; name its key with --text",
                                           place, request.text));
    if (!request.truth.empty()) out.truth.push_back(class_of(object, request.truth, place));
    add(out, object.at(request.text).get<std::string>(), place);
  }
  return out;
}

std::string whole(const std::string& path) {
  io::Input input(path);
  while (input.more()) {
  }
  return std::string(input.window());
}

// In the order of their names, whatever the order of the folder.
Documents read_folder(const std::string& path, const DocumentRequest& request) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(path))
    if (entry.is_regular_file() && entry.path().filename().string().front() != '.')
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  Documents out;
  out.source = path;
  for (const auto& file : files) {
    std::string text = whole(file.string());
    require_utf8(text, file.string(), 0);
    if (!request.truth.empty()) {
      const fs::path below = fs::relative(file, path);
      if (!below.has_parent_path())
        throw Error(Fault::data,
                    file.string() + " lies in no subfolder, and so has no class; leave out --truth");
      out.truth.push_back(below.begin()->string());
    }
    add(out, std::move(text), file.string());
  }
  return out;
}

Documents read_column(const std::string& path, const DocumentRequest& request) {
  io::Input input(path);
  while (input.window().size() < (1U << 16) && input.more()) {
  }
  io::Records records(input, io::sniff_delimiter(input.window()));
  if (!records.next())
    throw Error(Fault::data, input.name() + " has no rows; it needs a header and documents");
  std::vector<std::string> names;
  for (const auto& field : records.fields()) names.push_back(field.string());
  const auto width = static_cast<Index>(names.size());
  const auto text = static_cast<std::size_t>(io::find_column(request.text, input.name(), names, width));
  const Index truth = request.truth.empty() ? -1 : io::find_column(request.truth, input.name(), names, width);
  Documents out;
  out.source = input.name();
  while (records.next()) {
    const auto& fields = records.fields();
    const std::string place = fmt::format("{}: line {}", out.source, records.line());
    if (static_cast<Index>(fields.size()) != width)
      throw Error(Fault::data,
                  fmt::format("{} has {} fields, the header has {}; quote text that holds commas", place,
                              fields.size(), width));
    std::string words = fields[text].string();
    require_utf8(words, place + ", column '" + names[text] + "'", 0);
    if (truth >= 0) out.truth.push_back(fields[static_cast<std::size_t>(truth)].string());
    add(out, std::move(words), place);
  }
  return out;
}

bool is_json_lines(std::string_view path) {
  if (path.ends_with(".gz")) path.remove_suffix(3);
  return path.ends_with(".jsonl") || path.ends_with(".ndjson");
}

}  // namespace

bool is_document_source(const std::string& path) {
  std::error_code ignored;
  return is_json_lines(path) || fs::is_directory(path, ignored);
}

Documents read_documents(const std::string& path, const DocumentRequest& request) {
  std::error_code ignored;
  Documents out = fs::is_directory(path, ignored) ? read_folder(path, request)
                  : is_json_lines(path)           ? read_lines(path, request)
                                                  : read_column(path, request);
  if (out.texts.empty()) throw Error(Fault::data, path + " holds no documents");
  return out;
}

}  // namespace mercer
