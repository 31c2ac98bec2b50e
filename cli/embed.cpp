// mercer embed: points as coordinates in few dimensions; new points in the dimensions of an earlier
// embedding.
#include "mercer/embed.hpp"

#include <fmt/format.h>

#include "mercer/evaluate.hpp"
#include "mercer/plot.hpp"
#include "mercer/reading.hpp"
#include "objects.hpp"
#include "pictures.hpp"
#include "program.hpp"
#include "summary.hpp"
#include "watched.hpp"

namespace mercer::cli {
namespace {

struct EmbedArguments {
  DataArguments data;
  ObjectArguments objects;
  EmbedOptions options;
  std::string output = "-", model, from, plot;
  bool standardize = false, json = false, quiet = false;
};

void check(const EmbedArguments& a) {
  if (a.model == "-") throw Error(Fault::usage, "--model can't go to standard output; name a file");
  if (!a.model.empty() && !a.from.empty())
    throw Error(Fault::usage, "--from uses an embedding and --model writes one; leave one of them out");
  if (a.standardize && !a.from.empty())
    throw Error(Fault::usage, "--from already scales the points like its own; leave --standardize out");
  check_outputs({{"--output", a.output}, {"--plot", a.plot}, {"--json", a.json ? "-" : ""}});
  check_output("--output", a.output, a.data.path);
  check_output("--model", a.model, a.data.path);
  check_output("--plot", a.plot, a.data.path);
  check_ending("--plot", a.plot, {".svg", ".png"});
}

std::vector<std::string> axis_names(Index count) {
  std::vector<std::string> names;
  for (Index a = 1; a <= count; ++a) names.push_back(fmt::format("y{}", a));
  return names;
}

// Coordinates to the file, the picture in the colours of the known classes.
void write_outputs(const EmbedArguments& a, const Matrix& coordinates, const Table& table) {
  PlotOptions plot;
  plot.columns = axis_names(coordinates.cols());
  const Labels classes =
      table.truth.empty() ? Labels(static_cast<std::size_t>(coordinates.rows()), 0) : encode(table.truth);
  const Matrix plane = coordinates.leftCols(std::min<Index>(2, coordinates.cols()));
  const std::string picture = a.plot.empty() ? "" : picture_of(a.plot, {{"", plane, classes}}, plot);
  if (!a.plot.empty()) write_file(a.plot, picture);
  write_matrix(a.output, coordinates, plot.columns);
}

EmbedResult compute(EmbedArguments& a, const Data& data) {
  return watched(a.options.control, !a.quiet, [&] { return embed(data, a.options); });
}

void report(const EmbedArguments& a, const EmbedResult& made) {
  const bool shares = made.total > 0;
  if (a.json) {
    Json json = {{"method", format_choice(made.model.method)},
                 {"kernel", kernel_text(made.model.kernel, a.options.kernel)},
                 {"n", made.coordinates.rows()},
                 {"dimensions", made.coordinates.cols()},
                 {"eigenvalues", std::vector<double>(made.values.begin(), made.values.end())}};
    if (shares) json["variance"] = made.total;
    tell_device(json, made.device);
    return write_json("embed", json);
  }
  if (a.quiet) return;
  const Style style(a.output == "-" ? stderr : stdout);
  std::string text = line(style, "kernel", kernel_text(made.model.kernel, a.options.kernel));
  for (Index axis = 0; axis < made.values.size(); ++axis)
    text += line(
        style, fmt::format("y{}", axis + 1),
        fmt::format(
            "eigenvalue {:.6g}{}", made.values[axis],
            shares ? fmt::format(", {:.1f} % of the variance", 100 * made.values[axis] / made.total) : ""));
  text += warnings_text(made.warnings, style);
  if (a.output == "-")
    fmt::print(stderr, "{}", text);
  else
    write_file("-", text);
}

int project(const EmbedArguments& a) {
  const ReadingBudget budget(reading_bytes(a.options.memory));
  const EmbedModel model = EmbedModel::load(a.from);
  TableRequest request = a.data.request;
  request.prefer = model.names;
  Table table = read_table(a.data.path, request);
  const Data data = take_features(table);
  write_outputs(a, model.transform(data, a.options.threads), table);
  return 0;
}

int run(EmbedArguments& a) {
  check(a);
  if (!a.from.empty()) return project(a);
  const Kernel asked = a.options.kernel;
  if (compares_objects(asked) && !a.model.empty())
    throw Error(Fault::usage, "an embedding of strings or graphs can't be kept; leave --model out");
  const ReadingBudget budget(reading_bytes(a.options.memory));
  Table table = read_any(a.data, a.objects, a.options.threads, a.options.kernel);
  if (table.format == prepared_format && !a.model.empty())
    throw Error(Fault::usage,
                "an embedding of a table with dates, words or gaps can't be saved; leave --model out");
  Data data = take_features(table);
  Standardizer standardizer;
  if (a.standardize) {
    standardizer = Standardizer::learn(data);
    data = standardizer.apply(data);
  }
  EmbedResult made = compute(a, data);
  a.options.kernel = asked;  // not the one among the rows that strings and graphs became
  made.model.names = table.names;
  made.model.standardizer = standardizer;
  if (!a.model.empty()) made.model.save(a.model);
  write_outputs(a, made.coordinates, table);
  report(a, made);
  return 0;
}

}  // namespace

void add_embed(Program& program) {
  auto* command =
      program.app.add_subcommand("embed", "Compute coordinates of the points in a few dimensions");
  auto a = std::make_shared<EmbedArguments>();
  auto& o = a->options;
  add_data(*command, a->data);
  command
      ->add_option_function<std::string>(
          "--method",
          [&o](const std::string& text) { o.method = parse_choice<CoordinateMethod>(text, "method"); },
          "Which coordinates: " + listed("COORDINATES"))
      ->type_name("COORDINATES")
      ->default_str("pca")
      ->group("Coordinates");
  add_choice(*command, "kernel", o.kernel, "Similarity of points")->group("Coordinates");
  add_value(*command, "-d,--dimensions", o.dimensions, "D", "Number of coordinates")
      ->default_str("2")
      ->group("Coordinates");
  command->add_option("--from", a->from, "Place the points in an earlier embedding instead")
      ->type_name("FILE")
      ->group("Coordinates");
  add_objects(*command, a->objects);
  add_truth(*command, a->data);
  add_column_choice(*command, a->data);
  command
      ->add_flag("--standardize", a->standardize,
                 "Shift and scale every column to mean 0 and standard deviation 1")
      ->group("Input");
  const auto output = [&](const char* flag, std::string& path, const char* type, const char* about) {
    return command->add_option(flag, path, about)->type_name(type)->group("Output");
  };
  output("-o,--output", a->output, "FILE", "CSV, or NPY or Matrix Market by its ending; - is standard output")
      ->default_str("-");
  output("--model", a->model, "FILE", "Write the embedding, for --from");
  output("--plot", a->plot, "FILE.svg|png", "Draw the first two coordinates, in the colours of --truth");
  command->add_flag("--json", a->json, "Print one JSON object instead of the summary")->group("Output");
  command->add_flag("-q,--quiet", a->quiet, "No summary, no progress")->group("Output");
  add_threads(*command, o.threads);
  add_memory(*command, o.memory);
  add_device(*command, o.device);
  add_value(*command, "--seed", o.seed, "S", "Random seed; the same seed gives the same result")
      ->default_str("1")
      ->group("Run");
  command->footer(
      "Examples:\n"
      "  mercer embed iris.csv --truth label --kernel gaussian:sigma=1 -o iris2d.csv --plot iris.svg\n"
      "  mercer embed points.npy --method spectral:neighbors=10 -d 3 -o y.npy --model points.embedding\n"
      "  mercer embed new.npy --from points.embedding -o z.npy");
  command->callback([&program, a] { program.action = [a] { return run(*a); }; });
}

}  // namespace mercer::cli
