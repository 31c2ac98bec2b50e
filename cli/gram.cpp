// mercer gram: the kernel matrix itself, for other programs or for `--kernel precomputed`.
#include <fmt/format.h>

#include "arguments.hpp"
#include "core/memory.hpp"
#include "mercer/cluster.hpp"
#include "program.hpp"
#include "summary.hpp"

namespace mercer::cli {
namespace {

struct GramArguments {
  DataArguments data;
  Kernel kernel = Gaussian{};
  std::string output;
  int threads = 0;
  std::uint64_t memory = 0;
  bool standardize = false, quiet = false;
};

// The matrix, and once more as the bytes of the file.
void check_memory(Index size, std::uint64_t budget) {
  const std::uint64_t allowed = budget > 0 ? budget : free_memory();
  const double needed = 16.0 * static_cast<double>(size) * static_cast<double>(size);
  if (needed > static_cast<double>(allowed))
    throw Error(
        Fault::memory,
        fmt::format("the kernel matrix of {} points takes {} and the budget is {}; raise --memory, or let "
                    "'mercer fit' compute it in tiles",
                    size, format_bytes(static_cast<std::uint64_t>(needed)), format_bytes(allowed)));
}

int compute(GramArguments& a) {
  check_output("--output", a.output, a.data.path);
  Table table = read_table(a.data.path, a.data.request);
  Data data = take_features(table);
  if (a.standardize) data = Standardizer::learn(data).apply(data);
  check_memory(data.size(), a.memory);
  const Kernel asked = a.kernel;
  const Matrix K = gram(data, a.kernel, a.threads);
  if (a.output == "-")
    write_npy(a.output, K);
  else
    write_matrix(a.output, K);
  if (!a.quiet)
    fmt::print(stderr, "  {}: {} x {}, {}\n", a.output, K.rows(), K.cols(),
               Style(stderr).strong(kernel_text(a.kernel, asked)));
  return 0;
}

}  // namespace

void add_gram(Program& program) {
  auto* command = program.app.add_subcommand("gram", "Compute a kernel matrix");
  auto a = std::make_shared<GramArguments>();
  add_data(*command, a->data);
  add_choice(*command, "kernel", a->kernel, "Similarity of points");
  command->add_option("-o,--output", a->output, "NPY or CSV by its ending; - is NPY on standard output")
      ->required()
      ->type_name("FILE");
  add_truth(*command, a->data);
  add_column_choice(*command, a->data);
  command->add_flag("--standardize", a->standardize, "Shift and scale every column to mean 0, deviation 1")
      ->group("Input");
  add_threads(*command, a->threads);
  add_memory(*command, a->memory);
  command->add_flag("-q,--quiet", a->quiet, "Print nothing");
  command->footer(
      "Example:\n  mercer gram iris.csv --drop label --kernel gaussian:sigma=1 -o K.npy\n"
      "  mercer fit K.npy -k 3 --kernel precomputed");
  command->callback([&program, a] { program.action = [a] { return compute(*a); }; });
}

}  // namespace mercer::cli
