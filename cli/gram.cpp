// mercer gram: the kernel matrix itself, for other programs or for `--kernel precomputed`.
#include <fmt/format.h>

#include "arguments.hpp"
#include "mercer/cluster.hpp"
#include "program.hpp"
#include "terminal.hpp"

namespace mercer::cli {
namespace {

struct GramArguments {
  DataArguments data;
  Kernel kernel = Gaussian{};
  std::string output;
  int threads = 0;
  bool standardize = false, quiet = false;
};

int compute(GramArguments& a) {
  check_output("--output", a.output, a.data.path);
  Table table = read_table(a.data.path, a.data.request);
  Data data = take_features(table);
  if (a.standardize) data = Standardizer::learn(data).apply(data);
  const Matrix K = gram(data, a.kernel, a.threads);
  if (a.output == "-")
    write_npy(a.output, K);
  else
    write_matrix(a.output, K);
  if (!a.quiet)
    fmt::print(stderr, "  {}: {} x {}, {}\n", a.output, K.rows(), K.cols(),
               Style(stderr).strong(format_choice(a.kernel)));
  return 0;
}

}  // namespace

void add_gram(Program& program) {
  auto* command = program.app.add_subcommand("gram", "Compute a kernel matrix");
  auto a = std::make_shared<GramArguments>();
  add_data(*command, a->data);
  add_choice(*command, "kernel", a->kernel, "Similarity of points")->required();
  command->add_option("-o,--output", a->output, "NPY or CSV by its ending; - is NPY on standard output")
      ->required()
      ->type_name("FILE");
  add_truth(*command, a->data);
  add_column_choice(*command, a->data);
  command->add_flag("--standardize", a->standardize, "Shift and scale every column to mean 0, deviation 1")
      ->group("Input");
  add_threads(*command, a->threads);
  command->add_flag("-q,--quiet", a->quiet, "Print nothing");
  command->footer(
      "\nExample:\n  mercer gram iris.csv --drop label --kernel gaussian:sigma=1 -o K.npy\n"
      "  mercer fit K.npy -k 3 --kernel precomputed");
  command->callback([&program, a] { program.action = [a] { return compute(*a); }; });
}

}  // namespace mercer::cli
