// Files that are read through another program.
#include "io/foreign.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "io/temporary.hpp"
#include "mercer/frame.hpp"

namespace mercer {
namespace {

namespace fs = std::filesystem;
using test::expect_error;
using test::TemporaryFolder;

// A program that answers for `mercer-table`, while it lives.
struct Reader {
  explicit Reader(const std::string& script) : path(folder.with("reader.sh", "#!/bin/sh\n" + script)) {
    fs::permissions(path, fs::perms::owner_all);
    setenv("MERCER_READER", path.c_str(), 1);
  }
  ~Reader() { unsetenv("MERCER_READER"); }
  TemporaryFolder folder;
  std::string path;
};

TEST(Foreign, ATableIsWhatTheReaderWrites) {
  const Reader reader(
      "test \"$(cat \"$1\")\" = binary || exit 1\n"
      "printf \"@relation t\\n@attribute age numeric\\n@attribute region {north,south}\\n@data\\n"
      "31,north\\n?,south\\n\"\n");
  const std::string path = reader.folder.with("customers.PARQUET", "binary");
  const Frame frame = read_frame(path);
  EXPECT_EQ(frame.rows(), 2);
  EXPECT_EQ(frame.source, path);
  EXPECT_EQ(frame.number(0, 0), 31);
  EXPECT_TRUE(frame.missing(1, 0));
  EXPECT_EQ(frame.columns[1].asked, Kind::category);
}

TEST(Foreign, WhatTheReaderSaysIsTheError) {
  const Reader reader("echo 'sales.xlsx is read through openpyxl: pip install openpyxl' >&2; exit 1\n");
  expect_error(Fault::data, {"sales.xlsx is read through openpyxl: pip install openpyxl"},
               [&] { read_frame(reader.folder.with("sales.xlsx", "")); });
}

TEST(Foreign, WithoutAReaderTheErrorSaysWhatToInstall) {
  const Reader reader("");
  setenv("MERCER_READER", (reader.path + ".absent").c_str(), 1);
  expect_error(Fault::data, {"pip install mercer pyarrow"},
               [&] { read_frame(reader.folder.with("sales.feather", "")); });
}

TEST(Foreign, AFileThatIsNotThereIsNamed) {
  expect_error(Fault::no_input, {"can't open /nowhere/sales.parquet"},
               [] { read_frame("/nowhere/sales.parquet"); });
}

}  // namespace
}  // namespace mercer
