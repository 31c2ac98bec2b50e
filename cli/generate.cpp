// mercer generate: artificial data with known clusters, as CSV.
#include "generate.hpp"

#include <fmt/format.h>

#include "arguments.hpp"
#include "program.hpp"

namespace mercer::cli {
namespace {

struct GenerateArguments {
  std::string shape, output = "-";
  GenerateOptions options;
};

int generate_csv(const GenerateArguments& a) {
  const std::vector<std::string> names = vocabulary("SHAPE");
  if (std::find(names.begin(), names.end(), a.shape) == names.end())
    throw Error(Fault::usage, fmt::format("unknown shape '{}'{}", a.shape, suggestion(a.shape, names)));
  check_output("--output", a.output, "-");
  const Generated made = generate(a.shape, a.options);
  write_file(a.output, generated_csv(made));
  return 0;
}

}  // namespace

std::string generated_csv(const Generated& made) {
  fmt::memory_buffer csv;
  const auto out = std::back_inserter(csv);
  for (Index j = 0; j < made.points.cols(); ++j) fmt::format_to(out, "x{},", j + 1);
  fmt::format_to(out, "label\n");
  for (Index i = 0; i < made.points.rows(); ++i) {
    for (Index j = 0; j < made.points.cols(); ++j) fmt::format_to(out, "{},", made.points(i, j));
    fmt::format_to(out, "{}\n", made.labels[static_cast<std::size_t>(i)]);
  }
  return fmt::to_string(csv);
}

void add_generate(Program& program) {
  auto* command = program.app.add_subcommand("generate", "Make artificial data with known clusters");
  auto a = std::make_shared<GenerateArguments>();
  auto& o = a->options;
  command->add_option("SHAPE", a->shape, listed("SHAPE"))->required()->type_name("SHAPE");
  add_value(*command, "-n,--size", o.size, "N", "Number of points")->default_str("the shape's own");
  add_value(*command, "--noise", o.noise, "S", "Standard deviation of the noise")
      ->default_str("the shape's own");
  add_value(*command, "--outliers", o.outliers, "M", "Uniform points around the data, labelled 0")
      ->default_str("0");
  add_value(*command, "--clusters", o.clusters, "K", "Number of clusters (blobs)")->default_str("3");
  add_value(*command, "--dimensions", o.dimensions, "D", "Number of columns (blobs)")->default_str("2");
  add_value(*command, "--seed", o.seed, "S", "Random seed; the same seed gives the same data")
      ->default_str("1");
  command->add_option("-o,--output", a->output, "CSV file; - is standard output")
      ->type_name("FILE")
      ->default_str("-");
  command->footer(
      "'mercer help shapes' describes them.\n\n"
      "Example:\n  mercer generate rings --outliers 20 -o rings.csv");
  command->callback([&program, a] { program.action = [a] { return generate_csv(*a); }; });
}

}  // namespace mercer::cli
