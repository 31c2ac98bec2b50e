// A folder that is gone when the program is, however it ends.
#pragma once

#include <sys/types.h>

#include <filesystem>

namespace mercer::cli {

// A second process waits until this one has ended, killed or not, and then removes the folder.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int alive_ = -1;  // open as long as this process lives
  pid_t keeper_ = -1;
};

}  // namespace mercer::cli
