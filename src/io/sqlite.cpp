// SQLite: a table of a database, or what a query gives. Nothing is ever written.
#include <fmt/format.h>
#include <sqlite3.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include "io/frame_rows.hpp"
#include "io/readers.hpp"
#include "mercer/choice.hpp"
#include "mercer/error.hpp"

namespace mercer::io {
namespace {

struct CloseDatabase {
  void operator()(sqlite3* database) const { sqlite3_close(database); }
};
struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Connection = std::unique_ptr<sqlite3, CloseDatabase>;
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

Connection connect(const std::string& path) {
  sqlite3* raw = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &raw, SQLITE_OPEN_READONLY, nullptr);
  Connection connection(raw);
  if (code != SQLITE_OK)
    throw Error(Fault::no_input, fmt::format("can't open the database {}: {}", path, sqlite3_errstr(code)));
  // What a database says of itself is not to be trusted.
  sqlite3_db_config(raw, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  return connection;
}

Statement prepare(sqlite3* database, const std::string& source, const std::string& sql) {
  sqlite3_stmt* raw = nullptr;
  const char* rest = nullptr;
  const int code = sqlite3_prepare_v2(database, sql.c_str(), static_cast<int>(sql.size()), &raw, &rest);
  Statement statement(raw);
  if (code != SQLITE_OK)
    throw Error(Fault::usage,
                fmt::format("{}: the query does not work: {}", source, sqlite3_errmsg(database)));
  const bool more = rest && std::string_view(rest).find_first_not_of(" \t\r\n;") != std::string_view::npos;
  if (!raw || more || sqlite3_column_count(raw) == 0 || !sqlite3_stmt_readonly(raw))
    throw Error(Fault::usage, fmt::format("{}: the query must be one SELECT", source));
  return statement;
}

class SqliteRows {
 public:
  SqliteRows(sqlite3* database, const std::string& source, const std::string& sql)
      : database_(database), source_(source), statement_(prepare(database, source, sql)) {}

  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (int c = 0; c < sqlite3_column_count(statement_.get()); ++c)
      all.emplace_back(sqlite3_column_name(statement_.get(), c));
    return all;
  }
  bool next() {
    const int code = sqlite3_step(statement_.get());
    if (code != SQLITE_ROW && code != SQLITE_DONE)
      throw Error(Fault::data,
                  fmt::format("{}: reading was cut short: {}", source_, sqlite3_errmsg(database_)));
    return code == SQLITE_ROW;
  }
  Index line() const { return 0; }  // rows are not lines
  double read(FrameBuilder& builder, Index slot, std::size_t column) const {
    const int c = static_cast<int>(column);
    switch (sqlite3_column_type(statement_.get(), c)) {
      case SQLITE_NULL:
        return FrameBuilder::missing;
      case SQLITE_FLOAT:
        return builder.read(slot, sqlite3_column_double(statement_.get(), c));
      default:
        return builder.read(slot, Field{text(c), false});
    }
  }
  void read_again(FrameBuilder& builder, Index row, Index slot, std::size_t column) const {
    const int c = static_cast<int>(column);
    if (sqlite3_column_type(statement_.get(), c) != SQLITE_FLOAT)
      return builder.read_again(row, slot, Field{text(c), false});
    const std::string number = fmt::format("{}", sqlite3_column_double(statement_.get(), c));
    builder.read_again(row, slot, Field{number, false});
  }

 private:
  std::string_view text(int c) const {
    if (sqlite3_column_type(statement_.get(), c) == SQLITE_BLOB) return "(bytes)";
    const auto* letters = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), c));
    return letters ? std::string_view(letters,
                                      static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), c)))
                   : std::string_view();
  }

  sqlite3* database_;
  std::string source_;
  Statement statement_;
};

std::vector<std::string> tables_of(sqlite3* database, const std::string& source) {
  const Statement list =
      prepare(database, source,
              "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE "
              "'sqlite_%' ORDER BY name");
  std::vector<std::string> names;
  while (sqlite3_step(list.get()) == SQLITE_ROW)
    names.emplace_back(reinterpret_cast<const char*>(sqlite3_column_text(list.get(), 0)));
  return names;
}

std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + "\"";
}

std::string select(sqlite3* database, const Database& wanted, const FrameRequest& request) {
  if (!request.query.empty()) return request.query;
  const auto tables = tables_of(database, wanted.path);
  if (wanted.table.empty() && tables.size() == 1) return "SELECT * FROM " + quoted(tables.front());
  if (wanted.table.empty())
    throw Error(Fault::usage,
                tables.empty()
                    ? fmt::format("{} has no tables", wanted.path)
                    : fmt::format("{} has {} tables; choose one, as in {}:{} (there are {})", wanted.path,
                                  tables.size(), wanted.path, tables.front(), fmt::join(tables, ", ")));
  if (std::find(tables.begin(), tables.end(), wanted.table) == tables.end())
    throw Error(Fault::usage, fmt::format("{} has no table '{}'{}", wanted.path, wanted.table,
                                          suggestion(wanted.table, tables)));
  return "SELECT * FROM " + quoted(wanted.table);
}

bool is_database(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  std::string magic(16, ' ');
  std::ifstream(path, std::ios::binary).read(magic.data(), 16);
  return magic == std::string_view("SQLite format 3\0", 16);
}

}  // namespace

std::optional<Database> find_database(const std::string& path) {
  if (is_database(path)) return Database{path, ""};
  const auto colon = path.rfind(':');
  if (colon == std::string::npos || !is_database(path.substr(0, colon))) return std::nullopt;
  return Database{path.substr(0, colon), path.substr(colon + 1)};
}

Frame read_sqlite(const Database& wanted, const FrameRequest& request) {
  const Connection connection = connect(wanted.path);
  const std::string sql = select(connection.get(), wanted, request);
  const std::string source = wanted.table.empty() ? wanted.path : wanted.path + ":" + wanted.table;
  SqliteRows rows(connection.get(), source, sql);
  const FramePlan plan = plan_frame(request, source, rows.names(), true);
  FrameBuilder builder(plan, request, ',', source);
  Frame frame = read_rows(rows, builder, plan.slot,
                          [&] { return std::make_unique<SqliteRows>(connection.get(), source, sql); });
  if (frame.rows() == 0) throw Error(Fault::data, source + " has no rows");
  frame.format = "sqlite";
  return frame;
}

}  // namespace mercer::io
