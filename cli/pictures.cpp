#include "pictures.hpp"

#include <algorithm>

#include "terminal.hpp"

namespace mercer::cli {

std::string picture_of(const std::string& path, const std::vector<PlotPanel>& panels,
                       const PlotOptions& options) {
  return path.ends_with(".png") ? panels_png(panels, options) : panels_svg(panels, options);
}

std::string curve_picture_of(const std::string& path, const Result& result) {
  if (!result.tuning && !result.number)
    throw Error(Fault::usage,
                "--curve: there is no evidence to draw, as there are too few points or nothing to compare");
  const EvidenceCurve curve = result.tuning ? curve_of(*result.tuning) : curve_of(*result.number);
  return path.ends_with(".png") ? curve_png(curve) : curve_svg(curve);
}

std::string shown_clusters(const View& view, const Labels& labels, std::FILE* stream) {
  constexpr int least = 12, most = 50;  // it stays small on a wide screen
  return "\n" + scatter_text(view.data, labels,
                             {.columns = std::clamp(terminal_columns(stream), least, most),
                              .color = Style(stream).has_colour(),
                              .unicode = speaks_utf8(),
                              .names = view.names,
                              .one_unit = view.one_unit});
}

}  // namespace mercer::cli
