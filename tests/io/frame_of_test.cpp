// Frames of columns that exist already, and tables with columns added.
#include <cmath>

#include "io/temporary.hpp"
#include "mercer/frame.hpp"
#include "texts.hpp"

namespace mercer {
namespace {

using test::expect_error;
using test::TemporaryFolder;
using test::Texts;

TEST(Frame, IsMadeOfColumns) {
  std::vector<ColumnValues> columns;
  columns.push_back({"x", std::vector<double>{1, NAN, 3}});
  columns.push_back({"word", Texts{"a", "b", "a"}, {true, false, true}});
  columns.push_back({"day", std::vector<double>{0, 1, 18292.5}, {}, Kind::date});
  columns.push_back({"size", Texts{"S", "L", "S"}, {}, Kind::category, {"S", "M", "L"}});
  const Frame frame = frame_of(columns);
  EXPECT_TRUE(frame.missing(1, 0) && frame.missing(1, 1));
  EXPECT_EQ(frame.text(2, 2), "2020-01-31 12:00:00");
  EXPECT_EQ(frame.number(1, 3), 2);  // the code of L in the given order
  columns.push_back({"short", Texts{"a"}});
  expect_error(Fault::data, {"'short' has 1 rows", "3"}, [&] { frame_of(columns); });
  expect_error(Fault::data, {"no columns"}, [] { frame_of({}); });
}

TEST(Frame, AppendsColumnsToTheTableAsItWas) {
  const TemporaryFolder folder;
  const std::string path = folder.with("t.csv", "name;\"x, y\"\r\n\"Li; Mia\";1,50\r\nTom;2,25\r\n"),
                    to = folder.file("out.csv");
  append_columns(path, {}, {{"cluster", {"0", ""}}, {"name", {"a;b", "c"}}}, to);
  EXPECT_EQ(test::content(to), "name;\"x, y\";cluster;name.2\n\"Li; Mia\";1,50;0;\"a;b\"\nTom;2,25;;c\n");
  append_columns(folder.with("n.csv", "1,2\n3,4\n"), {}, {{"cluster", {"0", "1"}}}, to);
  EXPECT_EQ(test::content(to), "1,2,0\n3,4,1\n");
  expect_error(Fault::data, {"2 rows", "there is 1 value for"}, [&] {
    append_columns(path, {}, {{"c", {"1"}}}, to);
  });
  expect_error(Fault::usage, {"standard input"}, [&] { append_columns("-", {}, {}, to); });
  write_labels(to, "who", {"Li, Mia", "Tom"}, {"0", ""});
  EXPECT_EQ(test::content(to), "who,label\n\"Li, Mia\",0\nTom,\n");
}

}  // namespace
}  // namespace mercer
