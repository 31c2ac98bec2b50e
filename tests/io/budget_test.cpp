// What is read stays within its budget, whatever the file promises.
#include "io/budget.hpp"

#include <zlib.h>

#include "io/archive.hpp"
#include "io/temporary.hpp"
#include "mercer/edges.hpp"
#include "mercer/frame.hpp"
#include "mercer/io.hpp"
#include "mercer/reading.hpp"
#include "support.hpp"

namespace mercer {
namespace {

template <class F>
Fault fault_of(const F& f) {
  try {
    f();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("`memory`"), std::string::npos) << error.what();
    return error.fault();
  }
  ADD_FAILURE() << "nothing was thrown";
  return Fault::failure;
}

std::string packed(const std::string& block, int times, const std::string& ending = ".csv.gz",
                   const std::string& start = "") {
  const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
  const std::string path = testing::TempDir() + test + ending;
  gzFile file = gzopen(path.c_str(), "wb1");
  gzwrite(file, start.data(), static_cast<unsigned>(start.size()));
  for (int i = 0; i < times; ++i) gzwrite(file, block.data(), static_cast<unsigned>(block.size()));
  gzclose(file);
  return path;
}

TEST(ReadingBudgetTest, ASmallFileThatUnpacksToMuchIsRefused) {
  std::string rows;
  for (int i = 0; i < 10000; ++i) rows += "1,2,3,4\n";
  const std::string path = packed(rows, 40);  // 1.6 million numbers: 13 MB
  const ReadingBudget budget(4 << 20);
  EXPECT_EQ(fault_of([&] { read_table(path); }), Fault::memory);
  EXPECT_EQ(fault_of([&] { read_frame(path); }), Fault::memory);
}

TEST(ReadingBudgetTest, ItEndsWithItsScope) {
  std::string rows;
  for (int i = 0; i < 10000; ++i) rows += "1,2,3,4\n";
  const std::string path = packed(rows, 10);
  {
    const ReadingBudget budget(1 << 20);
    EXPECT_EQ(fault_of([&] { read_table(path); }), Fault::memory);
    {
      const ReadingBudget larger(100 << 20);
      EXPECT_EQ(std::get<Matrix>(read_table(path).features).rows(), 100000);
    }
    EXPECT_EQ(fault_of([&] { read_table(path); }), Fault::memory);
  }
  EXPECT_EQ(std::get<Matrix>(read_table(path).features).rows(), 100000);
}

TEST(ReadingBudgetTest, WordsCountToo) {
  std::string rows = "name\n";
  for (int i = 0; i < 100000; ++i) rows += "customer number " + std::to_string(i) + "\n";
  const std::string path = packed(rows, 1);
  const ReadingBudget budget(1 << 20);
  EXPECT_EQ(fault_of([&] { read_frame(path); }), Fault::memory);
}

constexpr std::uint64_t megabyte = std::uint64_t{1} << 20;
constexpr const char* coordinates = "%%MatrixMarket matrix coordinate real general\n";

TEST(ReadingBudgetTest, AFewBytesThatPromiseManyRowsAreRefused) {
  const test::TemporaryFolder folder;
  const std::string rows = folder.with("rows.mtx", std::string(coordinates) + "200000000 3 1\n1 1 1\n");
  const std::string vertices = folder.with("graph.jsonl", R"({"edges": [[0, 100000000]]})");
  const std::string half =
      packed("1\n", 600 * 601 / 2, ".mtx.gz", "%%MatrixMarket matrix array real symmetric\n600 600\n");
  const ReadingBudget budget(3 * megabyte);
  EXPECT_EQ(fault_of([&] { read_table(rows); }), Fault::memory);
  EXPECT_EQ(fault_of([&] { read_graphs(vertices); }), Fault::memory);
  EXPECT_EQ(fault_of([&] { read_table(half); }), Fault::memory);
}

// A line has no end: 40 MB of it must not be kept in 16.
TEST(ReadingBudgetTest, ALineThatUnpacksToMuchIsRefused) {
  const std::string letters(megabyte, 'a');
  const auto line = [&](const char* ending, const std::string& start) {
    return packed(letters, 40, ending, start);
  };
  const std::string documents = line(".jsonl.gz", "{\"text\": \""), edges = line(".edges.gz", ""),
                    strings = line(".txt.gz", ""), sparse = line(".mtx.gz", coordinates),
                    libsvm = line(".libsvm.gz", "1 1:1\n1 2:"), table = line(".csv.gz", "x\n"),
                    arff = line(".arff.gz", "@relation ");
  const ReadingBudget budget(16 * megabyte);
  EXPECT_EQ(fault_of([&] { read_documents(documents); }), Fault::memory);
  EXPECT_EQ(fault_of([&] { read_graphs(documents); }), Fault::memory);
  EXPECT_EQ(fault_of([&] { read_edges(edges); }), Fault::memory);
  EXPECT_EQ(fault_of([&] { read_strings(strings); }), Fault::memory);
  EXPECT_EQ(fault_of([&] { read_table(sparse); }), Fault::memory);
  EXPECT_EQ(fault_of([&] { read_table(libsvm); }), Fault::memory);
  EXPECT_EQ(fault_of([&] { read_any(table); }), Fault::memory);
  EXPECT_EQ(fault_of([&] { read_any(arff); }), Fault::memory);
  EXPECT_EQ(fault_of([&] { read_labels(table); }), Fault::memory);
}

// What a line becomes is more than its letters.
TEST(ReadingBudgetTest, FieldsListsAndPairsCount) {
  const std::string fields = packed(std::string(megabyte, ','), 3),
                    lists = packed("[0, 1],", 300'000, ".jsonl.gz", "{\"edges\": ["),
                    pairs = packed(" 1:1", 700'000, ".libsvm.gz", "1 1:1\n1"),
                    short_lines = packed("{\"edges\": [[0, 1]]}\n", 200'000, ".graphs.jsonl.gz"),
                    edge_lines = packed("1 2\n", 200'000, ".edges.gz");
  const ReadingBudget budget(16 * megabyte);
  EXPECT_EQ(fault_of([&] { read_any(fields); }), Fault::memory);
  EXPECT_EQ(fault_of([&] { read_graphs(lists); }), Fault::memory);
  EXPECT_EQ(fault_of([&] { read_table(pairs); }), Fault::memory);
  EXPECT_EQ(fault_of([&] { read_graphs(short_lines); }), Fault::memory);
  EXPECT_EQ(fault_of([&] { read_edges(edge_lines); }), Fault::memory);
}

TEST(ReadingBudgetTest, AModelThatUnpacksToMuchIsRefused) {
  std::string start("\x89mercer\n\1\0\0\0\0\0\0\0", 16);
  const std::string model = packed(std::string(megabyte, '\0'), 40, ".mercer.gz", start);
  const ReadingBudget budget(16 * megabyte);
  EXPECT_EQ(fault_of([&] { io::Archive::read(model); }), Fault::memory);
}

TEST(ReadingBudgetTest, WhatALineTookIsGivenBack) {
  std::string values;
  for (int i = 0; i < 50'000; ++i) values += "1,";
  const std::string path = packed("{\"text\": \"one two\", \"more\": [" + values + "1]}\n", 100, ".jsonl.gz");
  const ReadingBudget budget(16 * megabyte);  // a line becomes 3 MB
  EXPECT_EQ(read_documents(path).texts.size(), 100U);
}

}  // namespace
}  // namespace mercer
