// mercer gram: the kernel matrix itself, for other programs or for `--kernel precomputed`.
#include <fmt/format.h>

#include "arguments.hpp"
#include "mercer/cluster.hpp"
#include "mercer/evaluate.hpp"
#include "mercer/machine.hpp"
#include "mercer/order.hpp"
#include "mercer/reading.hpp"
#include "objects.hpp"
#include "program.hpp"
#include "summary.hpp"

namespace mercer::cli {
namespace {

enum class GramOrder { data, label, vat };

}  // namespace
}  // namespace mercer::cli

template <>
struct mercer::EnumNames<mercer::cli::GramOrder> {
  static constexpr std::array<std::string_view, 3> values = {"data", "label", "vat"};
};

namespace mercer::cli {
namespace {

struct GramArguments {
  DataArguments data;
  ObjectArguments objects;
  Kernel kernel = Gaussian{};
  std::string output, plot;
  GramOrder order = GramOrder::data;
  Index neighbors = 0;
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

// The kernel, only between near points.
void write_graph(GramArguments& a, const Data& data, const Kernel& asked) {
  const SparseMatrix K = neighbor_gram(data, a.kernel, a.neighbors, a.threads);
  write_sparse(a.output, K, true);
  if (!a.quiet)
    fmt::print(stderr, "  {}: {} x {} with {} entries, {}\n", a.output, K.rows(), K.cols(), K.nonZeros(),
               Style(stderr).strong(kernel_text(a.kernel, asked)));
}

void check_gram(const GramArguments& a) {
  if (a.output.empty() && a.plot.empty())
    throw Error(Fault::usage, "no output was named; --output (-o) writes the matrix, --plot draws it");
  check_outputs({{"--output", a.output}, {"--plot", a.plot}});
  check_output("--output", a.output, a.data.path);
  check_output("--plot", a.plot, a.data.path);
  check_ending("--plot", a.plot, {".svg"});
  if (a.order == GramOrder::label && a.data.request.truth.empty())
    throw Error(Fault::usage, "--order label needs the column of the labels; name it (--truth)");
  if (a.neighbors > 0 && (a.order != GramOrder::data || !a.plot.empty()))
    throw Error(Fault::usage, "--neighbors writes a sparse matrix, which has no --order and no --plot");
  if (a.neighbors < 0)
    throw Error(Fault::usage, fmt::format("--neighbors = {} must be at least 1", a.neighbors));
  if (a.neighbors > 0 && a.output != "-" && !a.output.ends_with(".mtx"))
    throw Error(Fault::usage,
                fmt::format("--neighbors writes a sparse matrix in the Matrix Market format; end "
                            "the name of --output {} in .mtx",
                            a.output));
}

// The matrix in the order that was asked for.
Matrix ordered(const GramArguments& a, Matrix K, const Table& table) {
  if (a.order == GramOrder::label) return reordered(K, label_order(encode(table.truth)));
  if (a.order == GramOrder::vat) return reordered(K, vat_order(K));
  return K;
}

std::string title_of(const GramArguments& a, const Kernel& asked) {
  const char* order = a.order == GramOrder::vat     ? ", in VAT's order"
                      : a.order == GramOrder::label ? ", by label"
                                                    : "";
  return kernel_text(a.kernel, asked) + order;
}

int compute_gram(GramArguments& a) {
  check_gram(a);
  const Kernel asked = a.kernel;
  const ReadingBudget budget(reading_bytes(a.memory));
  Table table = read_any(a.data, a.objects, a.threads, a.kernel);
  Data data = take_features(table);
  if (a.standardize) data = Standardizer::learn(data).apply(data);
  if (a.neighbors > 0) {
    write_graph(a, data, asked);
    return 0;
  }
  check_memory(data.size(), a.memory);
  const Matrix K = ordered(a, gram(data, a.kernel, a.threads), table);
  if (!a.plot.empty()) write_file(a.plot, matrix_svg(K, title_of(a, asked)));
  if (a.output == "-")
    write_npy(a.output, K);
  else if (!a.output.empty())
    write_matrix(a.output, K);
  if (!a.quiet)
    fmt::print(stderr, "  {}: {} x {}, {}\n", a.output.empty() ? a.plot : a.output, K.rows(), K.cols(),
               Style(stderr).strong(title_of(a, asked)));
  if (!a.quiet && comes_whole(asked))
    fmt::print(stderr, "  its graph was joined into one part; fit -k K keeps up to K parts separate\n");
  return 0;
}

}  // namespace

void add_gram(Program& program) {
  auto* command = program.app.add_subcommand("gram", "Compute a kernel matrix");
  auto a = std::make_shared<GramArguments>();
  add_data(*command, a->data);
  add_choice(*command, "kernel", a->kernel, "Similarity of points")->group("Matrix");
  command
      ->add_option("-o,--output", a->output,
                   "NPY, CSV or Matrix Market (.mtx) by its ending; - is NPY on standard output")
      ->type_name("FILE")
      ->group("Matrix");
  command->add_option("--plot", a->plot, "Draw the matrix")->type_name("FILE.svg")->group("Matrix");
  add_value(*command, "--order", a->order, "ORDER",
            "Order of rows and columns: data, label (by --truth), vat (each beside its nearest point)")
      ->default_str("data")
      ->group("Matrix");
  add_value(*command, "--neighbors", a->neighbors, "K",
            "Keep only the kernel of each point with itself and its K nearest points: a sparse matrix, .mtx")
      ->group("Matrix");
  add_truth(*command, a->data);
  add_objects(*command, a->objects);
  add_column_choice(*command, a->data);
  command
      ->add_flag("--standardize", a->standardize,
                 "Shift and scale every column to mean 0 and standard deviation 1")
      ->group("Input");
  add_threads(*command, a->threads);
  add_memory(*command, a->memory);
  command->add_flag("-q,--quiet", a->quiet, "Print nothing");
  command->footer(
      "Example:\n  mercer gram iris.csv --drop label --kernel gaussian:sigma=1 -o K.npy\n"
      "  mercer fit K.npy -k 3 --kernel precomputed\n"
      "  mercer gram iris.csv --drop label --neighbors 10 -o K.mtx\n"
      "  mercer gram iris.csv --drop label --order vat --plot K.svg");
  command->callback([&program, a] { program.action = [a] { return compute_gram(*a); }; });
}

}  // namespace mercer::cli
