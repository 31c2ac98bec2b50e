// Files are written whole or not at all.
#include <sys/stat.h>

#include "io/temporary.hpp"
#include "mercer/io.hpp"

namespace mercer {
namespace {

using test::content;
using test::expect_error;
using test::TemporaryFolder;

TEST(Write, ReplacesTheFileAndLeavesNothingElse) {
  const TemporaryFolder folder;
  const std::string path = folder.with("a.txt", "old");
  chmod(path.c_str(), 0640);
  write_file(path, std::string("new\0text", 8));
  EXPECT_EQ(content(path), std::string("new\0text", 8));
  EXPECT_EQ(folder.count(), 1U);
  struct stat status {};
  ASSERT_EQ(stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640U);
  write_file(folder.file("empty"), "");
  EXPECT_EQ(content(folder.file("empty")), "");
  EXPECT_EQ(folder.count(), 2U);
}

TEST(Write, WritesThroughALink) {
  const TemporaryFolder folder;
  const std::string target = folder.with("target", "old"), link = folder.file("link");
  std::filesystem::create_symlink(target, link);
  write_file(link, "new");
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(content(target), "new");
}

TEST(Write, WritesToADeviceWithoutReplacingIt) {
  write_file("/dev/null", "gone");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(Write, NamesWhatCannotBeWritten) {
  const TemporaryFolder folder;
  expect_error(Fault::cannot_write, {"nowhere/a.csv", "No such file"},
               [&] { write_file(folder.file("nowhere/a.csv"), "x"); });
  expect_error(Fault::cannot_write, {"directory"}, [&] { write_file(folder.file("."), "x"); });
  EXPECT_EQ(folder.count(), 0U);
}

TEST(Write, TellsAFullDisk) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "needs /dev/full";
  expect_error(Fault::io, {"/dev/full", "No space"}, [] { write_file("/dev/full", "x"); });
}

TEST(Write, StandardOutputIsADash) {
  testing::internal::CaptureStdout();
  write_labels("-", {1, 2});
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "label\n1\n2\n");
  EXPECT_FALSE(std::filesystem::exists("-"));
}

TEST(Write, MatrixAsCsv) {
  const TemporaryFolder folder;
  const Matrix matrix = (Matrix(2, 2) << 0.1, -1, 1e300, 3).finished();
  write_matrix(folder.file("m.csv"), matrix, {"a", "b,\"c\""});
  EXPECT_EQ(content(folder.file("m.csv")), "a,\"b,\"\"c\"\"\"\n0.1,-1\n1e+300,3\n");
  expect_error(Fault::usage, {"1 names for 2 columns"},
               [&] { write_matrix(folder.file("n.csv"), matrix, {"a"}); });
  EXPECT_FALSE(std::filesystem::exists(folder.file("n.csv")));
}

}  // namespace
}  // namespace mercer
