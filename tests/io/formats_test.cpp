// Tables that are not CSV: ARFF and SQLite.
#include <fmt/format.h>
#include <sqlite3.h>

#include "io/temporary.hpp"
#include "mercer/frame.hpp"
#include "texts.hpp"

namespace mercer {
namespace {

using test::expect_error;
using test::TemporaryFolder;
using test::Texts;

const std::string header =
    "% a remark\n@RELATION 'my animals'\n@attribute name string\n@attribute 'body weight' NUMERIC\n"
    "@attribute size {small, 'very big'}\n@attribute born date \"yyyy-MM-dd\"\n\n@data\n";

Frame arff(const std::string& text, const FrameRequest& request = {}) {
  const TemporaryFolder folder;
  return read_frame(folder.with("t.arff", text), request);
}

TEST(Arff, ObeysItsTypes) {
  const Frame frame = arff(header + "'Li, Mia',5,'very big',2020-01-31\n% note\n Tom ,?,small,?\n");
  EXPECT_EQ(frame.format, "arff");
  EXPECT_EQ(frame.texts(0), (Texts{"Li, Mia", "Tom"}));
  EXPECT_EQ(frame.columns[1].name, "body weight");
  EXPECT_EQ(frame.number(0, 1), 5);
  EXPECT_TRUE(frame.missing(1, 1) && frame.missing(1, 3));
  EXPECT_EQ(frame.number(0, 2), 1);  // small is 0, in the order of the file
  EXPECT_TRUE(frame.columns[2].ordered);
  EXPECT_EQ(*frame.columns[2].asked, Kind::category);
  EXPECT_EQ(frame.text(0, 3), "2020-01-31");
  EXPECT_EQ(frame.place(1), "row 2");  // a remark stands between
  const Frame sparse = arff(
      "@relation x\n@attribute a numeric\n@attribute b {p,q}\n@attribute c numeric\n@data\n{0 5, 1 "
      "q}\n{}\n{2 -1}\n");
  EXPECT_EQ(sparse.texts(0), (Texts{"5", "0", "0"}));
  EXPECT_EQ(sparse.texts(1), (Texts{"q", "p", "p"}));
  EXPECT_EQ(sparse.texts(2), (Texts{"0", "0", "-1"}));
  FrameRequest request;
  request.truth = "size";
  EXPECT_EQ(arff(header + "a,5,small,?\n", request).texts(3), (Texts{"small"}));
}

TEST(Arff, FindsACellThatIsNoNumberLateInTheFile) {
  std::string text = "@relation x\n@attribute a numeric\n@attribute b numeric\n@data\n";
  for (int i = 0; i < 3000; ++i) text += fmt::format("{},{}\n", i, i == 2500 ? "oops" : "1");
  const Frame frame = arff(text);
  EXPECT_FALSE(frame.columns[0].problem);
  ASSERT_TRUE(frame.columns[1].problem);
  EXPECT_EQ(frame.columns[1].problem->cells[0].place, "line 2505");
}

TEST(Arff, RefusesWhatIsDamaged) {
  for (const auto& [text, word] : std::vector<std::pair<std::string, std::string>>{
           {"@relation x\n@attribute a numeric\n", "no @data"},
           {"@relation x\n@data\n1\n", "no @attribute"},
           {"@relation x\n@attribute a complex\n@data\n1\n", "'complex' is not a type"},
           {"@relation x\n@attribute a {p, q\n@data\np\n", "not closed"},
           {"@relation x\n@attribut a numeric\n@data\n1\n", "not valid ARFF"},
           {header + "a,5,small\n", "3 fields but 4"},
           {header + "'a,5,small,?\n", "not closed"},
           {header + "'a'b,5,small,?\n", "closing quote"},
           {header + "a,5,tiny,?\n", "'tiny' is not among the values of 'size'"},
           {header + "{9 5}\n", "no attribute 9"},
           {header + "{1 5\n", "not closed"},
           {header, "no rows"}})
    expect_error(Fault::data, {word}, [&, bytes = text] { arff(bytes); });
}

std::string database(const TemporaryFolder& folder, const std::string& sql) {
  const std::string path = folder.file("shop.sqlite");
  sqlite3* opened = nullptr;
  EXPECT_EQ(sqlite3_open(path.c_str(), &opened), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(opened, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(opened);
  return path;
}

TEST(Sqlite, ReadsATableOrAQuery) {
  const TemporaryFolder folder;
  const std::string path =
      database(folder,
               "CREATE TABLE people (id INTEGER, name TEXT, x REAL, day TEXT, raw BLOB);"
               "INSERT INTO people VALUES (1, 'Mia', 0.1, '2020-01-31', x'00ff'), (2, NULL, NULL, "
               "'2020-02-01', NULL), (3, 'Tom', 3, NULL, x'01');");
  for (const auto& place : {path, path + ":people"}) {
    const Frame frame = read_frame(place);
    EXPECT_EQ(frame.format, "sqlite");
    EXPECT_EQ(frame.texts(0), (Texts{"1", "2", "3"}));
    EXPECT_EQ(frame.columns[0].holds, Holds::words);  // an id
    EXPECT_EQ(frame.texts(1), (Texts{"Mia", "", "Tom"}));
    EXPECT_EQ(frame.number(0, 2), 0.1);
    EXPECT_EQ(frame.columns[3].holds, Holds::dates);
    EXPECT_EQ(frame.place(1), "row 2");
  }
  FrameRequest request;
  request.query = "SELECT x * 2 AS twice, name FROM people WHERE x IS NOT NULL ORDER BY id DESC";
  const Frame frame = read_frame(path, request);
  EXPECT_EQ(frame.columns[0].name, "twice");
  EXPECT_EQ(frame.texts(0), (Texts{"6", "0.2"}));
  append_columns(path, request, {{"cluster", {"0", "1"}}}, folder.file("out.csv"));
  EXPECT_EQ(test::content(folder.file("out.csv")), "twice,name,cluster\n6,Tom,0\n0.2,Mia,1\n");
  expect_error(Fault::usage, {"no table 'peple'", "people"}, [&] { read_frame(path + ":peple"); });
  for (const char* query : {"DELETE FROM people", "SELECT 1; SELECT 2", "ATTACH 'x' AS y", "", "SELEC 1"}) {
    request.query = query;
    if (*query) expect_error(Fault::usage, {"query"}, [&] { read_frame(path, request); });
  }
  EXPECT_EQ(read_frame(path).rows(), 3);  // nothing was written
}

TEST(Sqlite, AsksWhichTable) {
  const TemporaryFolder folder;
  const std::string path =
      database(folder, "CREATE TABLE a (x); CREATE TABLE \"b c\" (y); INSERT INTO \"b c\" VALUES (5);");
  expect_error(Fault::usage, {"2 tables", "a, b c"}, [&] { read_frame(path); });
  expect_error(Fault::data, {"no rows"}, [&] { read_frame(path + ":a"); });
  EXPECT_EQ(read_frame(path + ":b c").number(0, 0), 5);
}

// Numbers for long, then a word: the column is read once more.
TEST(Sqlite, ChangesItsMind) {
  const TemporaryFolder folder;
  std::string sql = "BEGIN; CREATE TABLE t (x, y REAL);";
  for (int i = 0; i < 2500; ++i)
    sql += fmt::format("INSERT INTO t VALUES ({}, {}.5);",
                       i % 5 == 0 || i < 1500 ? std::to_string(i % 3) : "'A'", i);
  const Frame frame = read_frame(database(folder, sql + "COMMIT;"));
  EXPECT_EQ(frame.columns[0].holds, Holds::words);
  EXPECT_EQ(frame.text(7, 0), "1");
  EXPECT_EQ(frame.text(2499, 0), "A");
  EXPECT_EQ(frame.number(2499, 1), 2499.5);
}

TEST(Sqlite, RefusesADamagedFile) {
  const TemporaryFolder folder;
  expect_error(Fault::usage, {"does not work"}, [&] {
    read_frame(folder.with("broken.sqlite", std::string("SQLite format 3\0", 16) + std::string(2000, 'x')));
  });
}

}  // namespace
}  // namespace mercer
