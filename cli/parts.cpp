#include "parts.hpp"

#include "mercer/io.hpp"
#include "mercer/plot.hpp"

namespace mercer::cli {

void write_map(const std::string& path, const Map& map) {
  if (path.ends_with(".svg")) return write_file(path, map_svg(map));
  Matrix nodes(map.hits.size(), 4);
  for (Index j = 0; j < nodes.rows(); ++j) {
    const Index row = j / map.grid.columns, column = j % map.grid.columns;
    nodes.row(j) << static_cast<double>(row), static_cast<double>(column), map.hits[j], map.heights[j];
  }
  write_matrix(path, nodes, {"row", "column", "hits", "height"});
}

void write_dendrogram(const std::string& path, const Dendrogram& dendrogram, const Labels& labels) {
  if (path.ends_with(".svg")) return write_file(path, dendrogram_svg(dendrogram, labels));
  if (path.ends_with(".png")) return write_file(path, dendrogram_png(dendrogram, labels));
  if (path.ends_with(".nwk") || path.ends_with(".newick")) return write_file(path, to_newick(dendrogram));
  if (path == "-" || path.ends_with(".json")) return write_file(path, to_json(dendrogram));
  write_matrix(path, linkage(dendrogram), {"left", "right", "height", "size"});
}

}  // namespace mercer::cli
