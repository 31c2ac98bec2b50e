// Preloaded into the program (LD_PRELOAD), it makes the system fail where a test says so.
//
//   FAULT_ALLOC=n          the n-th allocation of the program fails
//   FAULT_ALLOC_ALL=1      ... and all that follow
//   FAULT_WRITE=n          the n-th write to a file fails
//   FAULT_ERRNO=e          ... with this number; 0: all writes from then on write a third of what they were
//   given FAULT_TOLD=path        a file that is made when a fault was injected
//   FAULT_COUNT=path       a file that says, when the program ends, how many allocations there were
//
// Allocations of the C library, of OpenMP and of BLAS don't count: what they do without memory is theirs.
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
}

namespace {

constexpr int most_ranges = 64;
struct Range {
  std::uintptr_t begin, end;
};
Range counted[most_ranges];
int ranges = 0;
std::atomic<bool> begun{false};
std::atomic<long> allocations{0}, writes{0};
long fail_allocation = 0, fail_write = 0;
int write_error = 0;
bool fail_all = false;

long number(const char* name) {
  const char* text = std::getenv(name);
  return text ? std::atol(text) : 0;
}

void tell() {
  if (const char* path = std::getenv("FAULT_TOLD")) close(open(path, O_CREAT | O_WRONLY, 0666));
}

__attribute__((destructor)) void tell_count() {
  const char* path = std::getenv("FAULT_COUNT");
  if (!path) return;
  fail_allocation = 0;
  const int file = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0666);
  dprintf(file, "%ld", allocations.load());
  close(file);
}

// The program itself, and what allocates in its name.
int note_ranges(dl_phdr_info* info, std::size_t, void*) {
  const char* name = info->dlpi_name;
  const bool counts = name[0] == '\0' || std::strstr(name, "libstdc++") || std::strstr(name, "libfmt") ||
                      std::strstr(name, "libmercer");
  for (int p = 0; counts && p < info->dlpi_phnum && ranges < most_ranges; ++p)
    if (const auto& part = info->dlpi_phdr[p]; part.p_type == PT_LOAD && (part.p_flags & PF_X))
      counted[ranges++] = {info->dlpi_addr + part.p_vaddr, info->dlpi_addr + part.p_vaddr + part.p_memsz};
  return 0;
}

bool fails(void* caller) {
  if (!begun || fail_allocation == 0) return false;
  const auto at = reinterpret_cast<std::uintptr_t>(caller);
  bool counts = false;
  for (int r = 0; r < ranges; ++r) counts = counts || (at >= counted[r].begin && at < counted[r].end);
  if (!counts) return false;
  const long now = ++allocations;
  if (now == fail_allocation) tell();
  if (now != fail_allocation && !(fail_all && now > fail_allocation)) return false;
  errno = ENOMEM;
  return true;
}

}  // namespace

extern "C" {

// The first thing that the program does in `main`: from here on it can answer.
int mallopt(int, int) {
  if (begun) return 1;
  fail_allocation = number("FAULT_ALLOC");
  fail_all = number("FAULT_ALLOC_ALL") != 0;
  fail_write = number("FAULT_WRITE");
  write_error = static_cast<int>(number("FAULT_ERRNO"));
  dl_iterate_phdr(note_ranges, nullptr);
  begun = true;
  return 1;
}

void* malloc(std::size_t size) { return fails(__builtin_return_address(0)) ? nullptr : __libc_malloc(size); }
void* calloc(std::size_t count, std::size_t size) {
  return fails(__builtin_return_address(0)) ? nullptr : __libc_calloc(count, size);
}
void* realloc(void* memory, std::size_t size) {
  return fails(__builtin_return_address(0)) ? nullptr : __libc_realloc(memory, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return fails(__builtin_return_address(0)) ? nullptr : __libc_memalign(alignment, size);
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  if (fails(__builtin_return_address(0))) return ENOMEM;
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}

ssize_t write(int descriptor, const void* bytes, std::size_t size) {
  struct stat status {};
  const bool file = begun && fail_write > 0 && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  if (file && ++writes >= fail_write) {
    if (writes == fail_write) tell();
    if (write_error == 0 && size > 1) size = 1 + size / 3;
    if (write_error != 0 && writes == fail_write) {
      errno = write_error;
      return -1;
    }
  }
  return syscall(SYS_write, descriptor, bytes, size);
}

}  // extern "C"
