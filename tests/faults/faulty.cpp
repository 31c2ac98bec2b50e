// Preloaded into the program (LD_PRELOAD), it makes the system fail where a test says so.
//
//   FAULT_ALLOC=n          the n-th allocation of the program fails
//   FAULT_ALLOC_ALL=1      ... and all that follow
//   FAULT_WRITE=n          the n-th write to a file fails
//   FAULT_ERRNO=e          ... with this number; 0: all writes from then on write a third of what they were
//   given FAULT_TOLD=path        a file that is made when a fault was injected
//   FAULT_COUNT=path       a file that says, when the program ends, how many allocations there were
//
// leaks.cpp calls faulty_begin and faulty_end instead.
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
void __libc_free(void*);
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

// What was allocated since faulty_begin and not freed: a table of addresses, each at or after the place that
// its bits say.
constexpr std::size_t places = std::size_t{1} << 20;
std::uintptr_t kept[places];
constexpr std::uintptr_t freed = 1;  // others may be behind it
std::atomic<bool> keeps{false};
std::atomic<long> blocks{0};
std::atomic_flag table = ATOMIC_FLAG_INIT;

// The place of an address, or of the first empty one behind.
std::uintptr_t& place_of(std::uintptr_t address) {
  std::size_t at = (address >> 4) * 0x9E3779B97F4A7C15u >> 44;
  while (kept[at] != address && kept[at] != 0) at = (at + 1) % places;
  return kept[at];
}
void* note(void* memory) {
  if (!keeps || !memory) return memory;
  while (table.test_and_set(std::memory_order_acquire)) {
  }
  place_of(reinterpret_cast<std::uintptr_t>(memory)) = reinterpret_cast<std::uintptr_t>(memory);
  ++blocks;
  table.clear(std::memory_order_release);
  return memory;
}
void forget(void* memory) {
  if (!keeps || !memory) return;
  while (table.test_and_set(std::memory_order_acquire)) {
  }
  if (std::uintptr_t& place = place_of(reinterpret_cast<std::uintptr_t>(memory)); place != 0) {
    place = freed;
    --blocks;
  }
  table.clear(std::memory_order_release);
}

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

bool counts(void* caller) {
  const auto at = reinterpret_cast<std::uintptr_t>(caller);
  for (int r = 0; r < ranges; ++r)
    if (at >= counted[r].begin && at < counted[r].end) return true;
  return false;
}

bool fails(void* caller) {
  if (!begun || fail_allocation == 0 || !counts(caller)) return false;
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

// From here on the n-th allocation fails (0: none), and what is not freed is counted.
void faulty_begin(long n) {
  if (ranges == 0) dl_iterate_phdr(note_ranges, nullptr);
  std::memset(kept, 0, sizeof kept);
  allocations = 0;
  blocks = 0;
  fail_allocation = n > 0 ? n : -1;
  begun = keeps = true;
}
// How many blocks were not freed; in `made`, how many allocations there were.
long faulty_end(long* made) {
  begun = keeps = false;
  *made = allocations;
  return blocks;
}

// Of others (the C library, OpenMP, BLAS) nothing is noted.
void* malloc(std::size_t size) {
  void* const caller = __builtin_return_address(0);
  if (fails(caller)) return nullptr;
  void* const memory = __libc_malloc(size);
  return keeps && counts(caller) ? note(memory) : memory;
}
void* calloc(std::size_t count, std::size_t size) {
  void* const caller = __builtin_return_address(0);
  if (fails(caller)) return nullptr;
  void* const memory = __libc_calloc(count, size);
  return keeps && counts(caller) ? note(memory) : memory;
}
void* realloc(void* memory, std::size_t size) {
  void* const caller = __builtin_return_address(0);
  if (fails(caller)) return nullptr;
  void* const moved = __libc_realloc(memory, size);
  if (moved) forget(memory);
  return keeps && counts(caller) ? note(moved) : moved;
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  void* const caller = __builtin_return_address(0);
  if (fails(caller)) return nullptr;
  void* const memory = __libc_memalign(alignment, size);
  return keeps && counts(caller) ? note(memory) : memory;
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  void* const caller = __builtin_return_address(0);
  if (fails(caller)) return ENOMEM;
  *memory = __libc_memalign(alignment, size);
  if (keeps && counts(caller)) note(*memory);
  return *memory ? 0 : ENOMEM;
}
void free(void* memory) {
  forget(memory);
  __libc_free(memory);
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
