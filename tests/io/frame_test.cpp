// Tables as people have them: what is read, and how.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "io/temporary.hpp"
#include "mercer/frame.hpp"
#include "texts.hpp"

namespace mercer {
namespace {

using test::expect_error;
using test::TemporaryFolder;
using test::Texts;

Frame read(const std::string& text, const FrameRequest& request = {}, const std::string& name = "t.csv") {
  const TemporaryFolder folder;
  return read_frame(folder.with(name, text), request);
}
Texts names(const Frame& frame) {
  Texts all;
  for (const auto& column : frame.columns) all.push_back(column.name);
  return all;
}
std::string utf16(const std::string& ascii, bool big) {
  std::string bytes = big ? "\xFE\xFF" : "\xFF\xFE";
  for (const char c : ascii) {
    if (big) bytes += '\0';
    bytes += c;
    if (!big) bytes += '\0';
  }
  return bytes;
}

TEST(Frame, FindsTheDelimiter) {
  for (const char delimiter : {',', ';', '\t', '|'}) {
    std::string text = "name_x_note\nMia_1_a b\nTom_2_\"c, d; e | f\"\n";
    std::replace(text.begin(), text.end(), '_', delimiter);
    const Frame frame = read(text);
    EXPECT_EQ(names(frame), (Texts{"name", "x", "note"})) << delimiter;
    EXPECT_EQ(frame.texts(1), (Texts{"1", "2"}));
    EXPECT_EQ(frame.text(1, 2), "c, d; e | f");
    EXPECT_EQ(frame.format, delimiter == '\t' ? "tsv" : "csv");
  }
  // More commas than semicolons, but not equally many in the lines.
  EXPECT_EQ(read("a;b\n1,2,3;x\n4;y\n5,6;z\n").columns.size(), 2U);
  // Semicolons in every row, but not in the names, are not what separates.
  EXPECT_EQ(read("a,b\nx; y,1\nz; u,2\n").columns.size(), 2U);
  // A line says it, whatever the rest looks like; so does the request.
  EXPECT_EQ(read("sep=|\na,b|c\n1,2|3\n").columns.size(), 2U);
  EXPECT_EQ(read("sep=|\r\na,b|c\r\n1,2|3\r\n").columns.size(), 2U);
  FrameRequest request;
  request.delimiter = ';';
  EXPECT_EQ(read("a,b;c,d\n1,2;3,4\n", request).columns.size(), 2U);
  EXPECT_EQ(read("x\nMia Li\nTom X\n").columns.size(), 1U);
}

TEST(Frame, ReadsEveryEncoding) {
  const std::string plain = "name,x\nMia,1\nTom,2\n";
  for (const auto& bytes : {plain, "\xEF\xBB\xBF" + plain, utf16(plain, false), utf16(plain, true)}) {
    const Frame frame = read(bytes);
    EXPECT_EQ(names(frame), (Texts{"name", "x"}));
    EXPECT_EQ(frame.texts(0), (Texts{"Mia", "Tom"}));
    EXPECT_TRUE(frame.notes.empty());
  }
  // A letter of two UTF-16 units, then half of one.
  std::string pair =
      utf16("n,x\n", false) + std::string("\x3D\xD8\x00\xDE", 4) + utf16(",1\n", false).substr(2);
  EXPECT_EQ(read(pair).text(0, 0), "\U0001F600");
  pair = utf16("n,x\n", false) + std::string("\x3D\xD8", 2) + utf16(",1\n", false).substr(2);
  EXPECT_EQ(read(pair).text(0, 0), "\uFFFD");
  const Frame latin = read(
      "st\xE4"
      "dt,price\nK\xF6ln,\x80 5\nBonn,\x80 7\n");
  EXPECT_EQ(names(latin), (Texts{"städt", "price"}));
  EXPECT_EQ(latin.texts(0), (Texts{"Köln", "Bonn"}));
  EXPECT_EQ(latin.number(1, 1), 7);
  EXPECT_EQ(latin.columns[1].unit, "€");
  ASSERT_EQ(latin.notes.size(), 1U);
  EXPECT_NE(latin.notes[0].find("Latin-1"), std::string::npos);
  EXPECT_EQ(read("stadt\nKöln\nBonn\n").text(0, 0), "Köln");
}

TEST(Frame, NamesItsColumns) {
  EXPECT_EQ(names(read("a,,a,a.2,\n1,2,3,4,5\n")), (Texts{"a", "column 2", "a.3", "a.2", "column 5"}));
  EXPECT_EQ(names(read("a,a\n1,2\n")), (Texts{"a", "a.2"}));
  const Frame index = read(",x\n0,5\n1,6\n");
  EXPECT_EQ(names(index), (Texts{"column 1", "x"}));
  EXPECT_TRUE(index.columns[0].unnamed);
  const Frame none = read("1,2\n3,4\n");
  EXPECT_FALSE(none.header);
  EXPECT_EQ(none.rows(), 2);
  EXPECT_EQ(names(none), (Texts{"column 1", "column 2"}));
  EXPECT_EQ(read("1,\n3,4\n").rows(), 2);           // a missing cell is no name
  EXPECT_EQ(read("1,5;2,5\n3,5;4,5\n").rows(), 2);  // nor are numbers in other styles
  EXPECT_EQ(names(read(",0,1\n0,5,6\n")),
            (Texts{"column 1", "0", "1"}));  // what pandas writes above an array
  FrameRequest request;
  request.header = false;
  EXPECT_EQ(read("a,b\nc,d\n", request).rows(), 2);
  request.header = true;
  EXPECT_EQ(names(read("1,2\n3,4\n", request)), (Texts{"1", "2"}));
  // Names that are numbers above numbers may be a row.
  EXPECT_EQ(read("5.1,3.5,setosa\n4.9,3.0,setosa\n").notes.size(), 1U);
}

TEST(Frame, ReadsNumbersInEveryStyle) {
  struct Case {
    const char *what, *text;
    double value;
    char decimal;
    const char* unit;
  };
  for (const auto& c : std::vector<Case>{
           {"plain", "x;y\n1.5;a\n-2;a\n", -2, '.', ""},
           {"decimal comma", "x;y\n1,5;a\n-2,25;a\n", -2.25, ',', ""},
           {"decimal comma, some without", "x;y\n1,5;a\n3;a\n", 3, ',', ""},
           {"thousands", "x,y\n\"1,234.50\",a\n\"12,345\",a\n", 12345, '.', ""},
           {"thousands by points", "x;y\n1.234,50;a\n950,00;a\n", 950, ',', ""},
           {"thousands by points, in a comma file", "x,y\n\"1.234,50\",a\n\"2.000,00\",a\n", 2000, ',', ""},
           {"thousands by blanks", "x,y\n1 234,a\n12 000,a\n", 12000, '.', ""},
           {"dollars", "x,y\n\"$1,234.50\",a\n$7.00,a\n", 7, '.', "$"},
           {"percent", "x,y\n71 %,a\n5%,a\n", 5, '.', "%"},
           {"euros behind", "x;y\n1,50 €;a\n2,00 €;a\n", 2, ',', "€"},
           {"points are thousands where others have decimal commas", "x;z;y\n950;0,5;a\n1.234;1,5;a\n", 1234,
            ',', ""},
           {"points are points otherwise", "x;z;y\n950;5;a\n1.234;15;a\n", 1.234, '.', ""},
       }) {
    SCOPED_TRACE(c.what);
    const Frame frame = read(c.text);
    ASSERT_EQ(frame.columns[0].holds, Holds::numbers);
    EXPECT_DOUBLE_EQ(frame.number(1, 0), c.value);
    EXPECT_EQ(frame.columns[0].decimal, c.decimal);
    EXPECT_EQ(frame.columns[0].unit, c.unit);
    EXPECT_FALSE(frame.columns[0].problem);
  }
  // Signs that do not agree, and decimal commas between commas, make no numbers.
  EXPECT_EQ(read("x,y\n$5,a\n€5,b\n").columns[0].holds, Holds::words);
  EXPECT_EQ(read("x,y\n\"3,14\",a\n\"2,71\",b\n").columns[0].holds, Holds::words);
  FrameRequest comma;
  comma.decimal = ',';
  EXPECT_EQ(read("x,y\n\"3,14\",a\n\"2,71\",b\n", comma).number(0, 0), 3.14);
}

TEST(Frame, KnowsWhatIsMissing) {
  const Frame frame = read("x,y\n1,a\n,b\nNA,c\nn/a,d\nNaN,e\nnull,f\nNONE,g\n?,h\n-,i\n\"\",j\n 2 ,k\n");
  ASSERT_EQ(frame.columns[0].holds, Holds::numbers);
  for (Index i = 1; i < 10; ++i) EXPECT_TRUE(frame.missing(i, 0)) << i;
  EXPECT_EQ(frame.number(10, 0), 2);
  FrameRequest request;
  request.missing = {"unknown", "999"};
  const Frame more = read("x,y\n1,a\nUnknown,b\n999,c\n", request);
  EXPECT_TRUE(more.missing(1, 0) && more.missing(2, 0));
  EXPECT_EQ(more.number(0, 0), 1);
}

TEST(Frame, ReadsDates) {
  struct Case {
    const char *what, *text;
    double days;
    bool time;
  };
  for (const auto& c :
       std::vector<Case>{{"ISO", "d,x\n2020-01-30,1\n2020-01-31,2\n", 18292, false},
                         {"ISO with a time", "d,x\n2020-01-30,1\n2020-01-31T12:00,2\n", 18292.5, true},
                         {"d.m.y", "d,x\n1.2.2020,1\n31.1.2020,2\n", 18292, false},
                         {"m/d/y", "d,x\n1/5/2020,1\n1/31/2020,2\n", 18292, false},
                         {"d/m/y", "d,x\n5/1/2020,1\n31/1/2020,2\n", 18292, false}}) {
    SCOPED_TRACE(c.what);
    const Frame frame = read(c.text);
    ASSERT_EQ(frame.columns[0].holds, Holds::dates);
    EXPECT_DOUBLE_EQ(frame.number(1, 0), c.days);
    EXPECT_EQ(frame.columns[0].time, c.time);
  }
}

TEST(Frame, ShowsBothReadingsOfADateThatIsTwo) {
  const std::string text = "when,x\n3/4/2020,1\n5/5/2020,2\n";
  const Frame frame = read(text);
  ASSERT_TRUE(frame.columns[0].problem);
  EXPECT_NE(frame.columns[0].problem->what.find("4 March 2020 or 3 April 2020"), std::string::npos)
      << frame.columns[0].problem->what;
  EXPECT_NE(frame.columns[0].problem->remedy.find("when=dmy"), std::string::npos);
  ASSERT_EQ(frame.columns[0].problem->cells.size(), 1U);
  EXPECT_EQ(frame.columns[0].problem->cells[0].place, "line 2");
  for (const char* order : {"dmy", "mdy"}) {
    FrameRequest request;
    request.types = parse_types(std::string("when=") + order);
    const Frame told = read(text, request);
    EXPECT_FALSE(told.columns[0].problem);
    EXPECT_EQ(told.text(0, 0), order == std::string("dmy") ? "2020-04-03" : "2020-03-04");
  }
  EXPECT_FALSE(read("when,x\n5/5/2020,1\n7/7/2020,2\n").columns[0].problem);  // both are the same day
}

// A column of numbers with a few cells that are none.
TEST(Frame, CollectsTheProblemsOfAllColumns) {
  std::string text = "a,b,c,d\n";
  for (int i = 0; i < 50; ++i)
    text += fmt::format("{},{},{},{}\n", i % 17 == 3 ? "oops" : std::to_string(i), i == 7 ? "-inf" : "1",
                        i == 9 ? "soon" : fmt::format("2020-01-{:02}", 1 + i % 28), i);
  const Frame frame = read(text);
  ASSERT_TRUE(frame.columns[0].problem && frame.columns[1].problem && frame.columns[2].problem);
  EXPECT_FALSE(frame.columns[3].problem);
  EXPECT_EQ(frame.columns[0].problem->what, "3 of 50 cells are not numbers");
  ASSERT_EQ(frame.columns[0].problem->cells.size(), 3U);
  EXPECT_EQ(frame.columns[0].problem->cells[1].place, "line 22");
  EXPECT_EQ(frame.columns[0].problem->cells[1].value, "oops");
  EXPECT_EQ(frame.columns[1].problem->what, "1 of 50 cells is not a finite number");
  EXPECT_EQ(frame.columns[2].problem->what, "1 of 50 cells is not a date");
  const ColumnProblems error("t.csv", {*frame.columns[0].problem, *frame.columns[1].problem});
  EXPECT_EQ(error.leave_out(), (Texts{"a", "b"}));
  EXPECT_NE(std::string(error.what()).find("line 22 'oops'"), std::string::npos) << error.what();
  // A few codes with a letter among them are no mistake.
  std::string codes = "zone,x\n";
  for (int i = 0; i < 40; ++i) codes += fmt::format("{},{}\n", i % 8 == 0 ? "4a" : std::to_string(i % 4), i);
  EXPECT_FALSE(read(codes).columns[0].problem);
  EXPECT_EQ(read(codes).columns[0].holds, Holds::words);
}

TEST(Frame, ObeysTypes) {
  FrameRequest request;
  request.types = parse_types("zip=category,2=text,when=date,n=number");
  const Frame frame = read("zip,when,c,n\n01234,2020-01-31,5,7\n04321,2020-02-01,6,x\n", request);
  EXPECT_EQ(frame.texts(0), (Texts{"01234", "04321"}));
  EXPECT_EQ(frame.columns[1].holds, Holds::dates);
  EXPECT_EQ(frame.columns[2].holds, Holds::words);
  EXPECT_EQ(frame.columns[3].problem->what, "1 of 2 cells is not a number");
  EXPECT_EQ(*frame.columns[0].asked, Kind::category);
  for (const char* bad : {"zip", "zip=", "zip=categorie", "=number", "a=number,b"})
    expect_error(Fault::usage, {"types", "COLUMN=KIND"}, [&] { parse_types(bad); });
  request.types = parse_types("zap=number");
  expect_error(Fault::usage, {"no column 'zap'", "did you mean 'zip'"},
               [&] { read("zip,x\n1,2\n", request); });
}

TEST(Frame, KeepsIdTruthAndWeights) {
  FrameRequest request;
  request.id = "who";
  request.truth = "class";
  request.weights = "w";
  request.drop = {"junk"};
  const Frame frame = read("who,x,junk,class,w\n007,1,a,2,1.5\n008,2,inf,1,2\n", request);
  EXPECT_EQ(names(frame), (Texts{"who", "x", "class", "w"}));
  EXPECT_EQ(frame.texts(frame.id), (Texts{"007", "008"}));
  EXPECT_EQ(frame.texts(frame.truth), (Texts{"2", "1"}));
  EXPECT_EQ(frame.number(0, frame.weights), 1.5);
  const Frame bad = read("who,x,junk,class,w\n1,1,a,,0\n2,2,b,1,-1\n", request);
  EXPECT_EQ(bad.columns[static_cast<std::size_t>(bad.truth)].problem->what, "the class of 1 row is missing");
  EXPECT_EQ(bad.columns[static_cast<std::size_t>(bad.weights)].problem->what,
            "2 of 2 weights are not above 0");
  request.columns = {"junk", "x"};
  request.drop = {};
  EXPECT_EQ(names(read("who,x,junk,class,w\n1,1,a,2,1\n", request)),
            (Texts{"junk", "x", "who", "class", "w"}));
  request.columns = {"x", "x"};
  expect_error(Fault::usage, {"twice"}, [&] { read("who,x,class,w\n1,1,2,1\n", request); });
  request.columns = {};
  request.drop = {"x", "who", "junk"};
  expect_error(Fault::usage, {"no column", "left"},
               [&] { read("who,x,junk,class,w\n1,1,a,2,1\n", request); });
}

TEST(Frame, KeepsIdsAsTheyAreWritten) {
  EXPECT_EQ(read("customer_id,x\n007,1\n008,2\n").texts(0), (Texts{"007", "008"}));
  EXPECT_EQ(read("customer_id,x\n7,1\n7,2\n").columns[0].holds, Holds::numbers);  // an id does not repeat
  EXPECT_EQ(read("paid,x\n7,1\n8,2\n").columns[0].holds, Holds::numbers);
}

TEST(Frame, ReadsQuotesAndNewlines) {
  const Frame frame = read("a,b\n\"say \"\"hi\"\"\nand go\",1\n\"x, y\",2\n");
  EXPECT_EQ(frame.text(0, 0), "say \"hi\"\nand go");
  EXPECT_EQ(frame.text(1, 0), "x, y");
  EXPECT_EQ(frame.place(1), "row 2");  // rows are no lines here
  EXPECT_EQ(read("a,b\n1,2\n3,4\n").place(1), "line 3");
}

// A line that starts with # is a row if it could be one.
TEST(Frame, KeepsColoursAndSkipsComments) {
  const Frame frame = read("# made by hand\ncolour,x\n#ff0000,1\n# a remark\n#00ff00,2\n");
  EXPECT_EQ(frame.texts(0), (Texts{"#ff0000", "#00ff00"}));
}

TEST(Frame, RefusesWhatIsNoTable) {
  const std::string zero("a,b\nx\0y,1\n", 10);
  struct Bad {
    std::string text;
    std::vector<std::string> words;
  };
  std::string late_zero = "a,b\n";
  for (int i = 0; i < 30000; ++i) late_zero += "abc,1\n";
  late_zero += std::string("x\0y,1\n", 6);
  for (const auto& bad : std::vector<Bad>{{"", {"is empty"}},
                                          {"\n\n", {"no rows"}},
                                          {"a,b\n", {"header but no rows"}},
                                          {"a,b\n1,2,3\n", {"line 2", "3 fields"}},
                                          {"a,b\n1\n", {"line 2", "1 field"}},
                                          {"a,b\n\"1,2\n", {"line 2", "never closes"}},
                                          {"a,b\n\"1\"x,2\n", {"line 2", "closing quote"}},
                                          {zero, {"neither text nor NPY"}},
                                          {late_zero, {"line 30002", "zero byte"}},
                                          {"[{\"a\": 1}]", {"is JSON"}},
                                          {"{\"a\": [1, 2]}", {"is JSON"}}})
    expect_error(Fault::data, bad.words, [&] { read(bad.text); });
  expect_error(Fault::no_input, {"nowhere.csv"}, [] { read_frame("nowhere.csv"); });
  const TemporaryFolder folder;
  FrameRequest request;
  request.query = "SELECT 1";
  expect_error(Fault::usage, {"SQLite"}, [&] { read_frame(folder.with("t.csv", "a\n1\n"), request); });
}

TEST(Frame, RefusesALineWithoutEnd) {
  std::string text = "a,b\n1,\"";
  text.resize((65 << 20), 'x');
  expect_error(Fault::data, {"line 2", "64 MB"}, [&] { read(text); });
  text = "a,b\n1,";
  text.resize((65 << 20), 'x');
  expect_error(Fault::data, {"line 2", "64 MB"}, [&] { read(text); });
}

// Longer than the rows by which columns are judged first: what comes later counts as much.
TEST(Frame, ChangesItsMind) {
  std::string text = "plain,style,day,code,late,x\n";
  constexpr Index rows = 5000;
  for (Index i = 0; i < rows; ++i)
    text += fmt::format("{},{},{},{},{},{}\n", i, i == 4000 ? "\"1,234.5\"" : std::to_string(i),
                        i == 3000 ? "31/12/2020" : "1/2/2020", i > 2000 ? "A" : std::to_string(i % 3),
                        i < 1500 ? "" : "7.5", i == 4500 ? "$5" : fmt::format("${}", i));
  const Frame frame = read(text);
  ASSERT_EQ(frame.rows(), rows);
  for (Index i = 0; i < rows; ++i) {
    ASSERT_EQ(frame.number(i, 0), i);
    ASSERT_EQ(frame.number(i, 1), i == 4000 ? 1234.5 : static_cast<double>(i));
    ASSERT_EQ(frame.text(i, 2), i == 3000 ? "2020-12-31" : "2020-02-01");
    ASSERT_EQ(frame.text(i, 3), i > 2000 ? "A" : std::to_string(i % 3));
    ASSERT_EQ(frame.missing(i, 4), i < 1500);
    ASSERT_EQ(frame.number(i, 5), i == 4500 ? 5 : i);
  }
  EXPECT_EQ(frame.number(4999, 4), 7.5);
}

// Standard input can be read once only, and is kept for the second reading.
TEST(Frame, ChangesItsMindAboutStandardInput) {
  const TemporaryFolder folder;
  std::string text = "code,x\n";
  for (int i = 0; i < 2000; ++i) text += fmt::format("{},{}\n", i > 1500 ? "A" : "01", i);
  const int before = dup(STDIN_FILENO), file = open(folder.with("t.csv", text).c_str(), O_RDONLY);
  dup2(file, STDIN_FILENO);
  const Frame frame = read_frame("-");
  dup2(before, STDIN_FILENO);
  close(before);
  close(file);
  EXPECT_EQ(frame.source, "standard input");
  EXPECT_EQ(frame.text(0, 0), "01");
  EXPECT_EQ(frame.text(1999, 0), "A");
  EXPECT_EQ(frame.number(1999, 1), 1999);
}

TEST(Frame, EqualsTheReaderOfNumbers) {
  const TemporaryFolder folder;
  std::string text = "a,b,c\n";
  for (int i = 0; i < 3000; ++i) text += fmt::format("{},{:.17g},{}e-3\n", i, 1.0 / (i + 1), -i);
  const std::string path = folder.with("n.csv", text);
  EXPECT_EQ(read_frame(path).cells, std::get<Matrix>(read_table(path).features));
  EXPECT_TRUE(std::holds_alternative<Frame>(read_any(path)));
  write_npy(folder.file("n.npy"), Matrix::Ones(3, 2));
  EXPECT_EQ(std::get<Table>(read_any(folder.file("n.npy"))).format, "npy");
  expect_error(Fault::data, {"array"}, [&] { read_frame(folder.file("n.npy")); });
}

TEST(Frame, SurvivesRandomBytes) {
  const TemporaryFolder folder;
  std::uint64_t state = 5;
  const auto below = [&](std::uint64_t most) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (state >> 33) % most;
  };
  const std::string alphabet = "0123456789.,;|\t\"'\n\r #:-+eEnaif$%/{}@\xE4\xC3\xA4\xFF\xFE";
  int errors = 0, frames = 0;
  for (int trial = 0; trial < 500; ++trial) {
    std::string bytes = trial % 5 == 0 ? "@relation x\n@attribute a numeric\n@data\n" : "";
    for (auto left = below(70); left > 0; --left)
      bytes += below(50) == 0 ? static_cast<char>(below(256)) : alphabet[below(alphabet.size())];
    try {
      const Frame frame = read_frame(folder.with("fuzz", bytes));
      for (Index c = 0; c < frame.cells.cols(); ++c) frame.texts(c);
      ++frames;
    } catch (const Error&) {
      ++errors;
    }
  }
  EXPECT_GT(errors, 0);
  EXPECT_GT(frames, 0);
}

}  // namespace
}  // namespace mercer
