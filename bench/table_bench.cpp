// Reading a table whose columns are typed, compared with reading the same file as only numbers.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "core/random.hpp"
#include "mercer/recipe.hpp"

namespace mercer {
namespace {

constexpr Index columns = 20;

// Numbers with six digits, under names.
std::string table_file(Index rows) {
  const auto path = std::filesystem::temp_directory_path() / fmt::format("mercer-{}-{}.csv", getpid(), rows);
  if (std::filesystem::exists(path)) return path;
  std::ofstream file(path);
  Random random(1);
  std::string line;
  for (Index j = 0; j < columns; ++j) line += fmt::format("{}x{}", j > 0 ? "," : "", j);
  file << line << '\n';
  for (Index i = 0; i < rows; ++i) {
    line.clear();
    for (Index j = 0; j < columns; ++j) line += fmt::format("{}{:.6g}", j > 0 ? "," : "", random.normal());
    file << line << '\n';
  }
  return path;
}

// "VmRSS:", what the process holds, or "VmHWM:", the most since `forget_peak`; in bytes.
double memory(std::string_view which) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(which)) return 1024 * std::stod(line.substr(which.size()));
  return 0;
}
void forget_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }

template <class F>
double seconds(F&& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// ratio: the time of the typed table over that of only numbers; beyond_MB: memory of the typed reading
// beyond its values.
void BM_TypedTable(benchmark::State& state) {
  const Index rows = state.range(0);
  // As in a process that reads once: the C library keeps more for itself after large blocks were freed.
  mallopt(M_MMAP_THRESHOLD, 128 * 1024);
  const std::string path = table_file(rows);
  double plain = 0, typed = 0, beyond = 0;
  for (auto _ : state) {
    plain += seconds([&] { benchmark::DoNotOptimize(read_table(path, {})); });
    forget_peak();
    const double before = memory("VmRSS:");
    const double now = seconds([&] {
      const auto frame = std::make_shared<const Frame>(read_frame(path));
      const Learned learned = learn(*frame);
      benchmark::DoNotOptimize(prepare(learned.recipe, frame));
    });
    typed += now;
    state.SetIterationTime(now);
    const double values = 8.0 * static_cast<double>(rows * columns);
    beyond = std::max(beyond, memory("VmHWM:") - before - values);
  }
  state.counters["ratio"] = typed / plain;
  state.counters["beyond_MB"] = beyond / (1 << 20);
  std::filesystem::remove(path);
}
BENCHMARK(BM_TypedTable)
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->ArgName("rows")
    ->UseManualTime()
    ->Iterations(3)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace mercer
