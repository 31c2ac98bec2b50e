// Documents: JSON lines, a folder of files, or a column of a table.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "io/budget.hpp"
#include "io/columns.hpp"
#include "io/json_lines.hpp"
#include "io/records.hpp"
#include "mercer/error.hpp"
#include "mercer/io.hpp"

namespace mercer {
namespace {

namespace fs = std::filesystem;

void add(Documents& out, std::string text, std::string place) {
  const bool blank = text.find_first_not_of(" \t\r\n\f\v") == std::string::npos;
  if (blank) throw Error(Fault::data, place + ": the document is empty; fill it in or remove it");
  io::charge(text.size() + place.size() + 2 * sizeof(std::string));
  out.texts.push_back(std::move(text));
  out.places.push_back(std::move(place));
}

Documents read_lines(const std::string& path, const DocumentRequest& request) {
  Documents out;
  out.source = io::read_objects(
      path, "{\"text\": \"...\"}", [&](const nlohmann::json& object, const std::string& place) {
        if (!object.contains(request.text) || !object.at(request.text).is_string())
          throw Error(Fault::data, fmt::format("{}: there is no text under \"{}\"; name its key with `text`",
                                               place, request.text));
        if (!request.truth.empty()) out.truth.push_back(io::class_of(object, request.truth, place));
        add(out, object.at(request.text).get<std::string>(), place);
      });
  return out;
}

std::string whole(const std::string& path) {
  io::Input input(path);
  while (input.more()) {
  }
  const io::Held copy(input.window().size());
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
    io::require_utf8(text, file.string(), 0);
    if (!request.truth.empty()) {
      const fs::path below = fs::relative(file, path);
      if (!below.has_parent_path())
        throw Error(Fault::data, file.string() + " is in no subfolder and has no class; leave out `truth`");
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
    io::require_utf8(words, place + ", column '" + names[text] + "'", 0);
    if (truth >= 0) out.truth.push_back(fields[static_cast<std::size_t>(truth)].string());
    if (truth >= 0) io::charge(out.truth.back().size() + 2 * sizeof(std::string));
    add(out, std::move(words), place);
  }
  return out;
}

}  // namespace

bool is_document_source(const std::string& path) {
  std::error_code ignored;
  return io::is_json_lines(path) || fs::is_directory(path, ignored);
}

Documents read_documents(const std::string& path, const DocumentRequest& request) {
  std::error_code ignored;
  Documents out = fs::is_directory(path, ignored) ? read_folder(path, request)
                  : io::is_json_lines(path)       ? read_lines(path, request)
                                                  : read_column(path, request);
  if (out.texts.empty()) throw Error(Fault::data, path + " holds no documents");
  return out;
}

Documents read_strings(const std::string& path) {
  io::Input input(path);
  io::Lines lines(input);
  Documents out;
  out.source = input.name();
  for (std::uint64_t offset = 0; lines.next(); offset += lines.text().size() + 1) {
    std::string_view line = lines.text();
    io::require_utf8(line, out.source, offset);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::string place = fmt::format("{}: line {}", out.source, lines.number());
    if (line.empty()) throw Error(Fault::data, place + " is empty; fill it in or remove it");
    io::charge(line.size() + place.size() + 2 * sizeof(std::string));
    out.texts.emplace_back(line);
    out.places.push_back(place);
  }
  if (out.texts.empty()) throw Error(Fault::data, path + " holds no strings");
  return out;
}

}  // namespace mercer
