#' Pictures of a clustering
#'
#' @param x A clustering by [mercer_cluster()].
#' @param what `"clusters"`: the points as they are if they have two columns, otherwise their first two principal
#'   components (for distances and similarities: classical scaling); `"dendrogram"`, `"map"` (the U-matrix of a
#'   self-organising map: dark ridges are borders) or `"convergence"` (the objective after each iteration).
#' @param ... Passed on to the graphics function.
#' @return `x`, invisibly.
#' @export
#' @examples
#' rings <- generate_data("rings")
#' plot(kernel_kmeans(rings$x, 2, sigma = 1))
#' plot(mercer_cluster(as.matrix(iris[1:4]), method = "som", grid = c(6, 8)), "map")
plot.mercer <- function(x, what = c("clusters", "dendrogram", "map", "convergence"), ...) {
  switch(match.arg(what),
         clusters = plot_clusters(x, ...),
         dendrogram = graphics::plot(as.hclust.mercer(x), labels = FALSE, xlab = "", sub = "", ...),
         map = plot_map(x$map, ...),
         convergence = graphics::plot(seq_along(x$history), x$history, type = "b", pch = 20, xlab = "iteration",
                                      ylab = "objective", ...))
  invisible(x)
}

# Noise and rows left out are grey.
cluster_colours <- function(labels) {
  labels[is.na(labels)] <- 0L
  c("grey70", grDevices::hcl.colors(max(labels, 1L), "Dark 3"))[labels + 1L]
}

plot_clusters <- function(x, asp = 1, pch = 20, main = title_of(x), ...) {
  at <- coordinates_of(x)
  shown <- !is.na(x$cluster)
  graphics::plot(at[shown[seq_len(nrow(at))], , drop = FALSE], col = cluster_colours(x$cluster)[shown], asp = asp, pch = pch,
                 main = main, ...)
  if (ncol(at) == 2 && !is.null(x$centers) && identical(attr(at, "kind"), "columns"))
    graphics::points(x$centers, pch = 4, cex = 1.5, lwd = 2)
}

# Two coordinates for each point.
coordinates_of <- function(x) {
  data <- training_points(x)
  if (is_precomputed_(x$kernel) && is.null(x$kernel_function)) return(scaled_distances(x, data))
  points <- if (is.data.frame(data)) features_of(x, data) else as.matrix(data)
  if (ncol(points) == 1) return(cbind(index = seq_len(nrow(points)), value = points[, 1]))
  if (ncol(points) == 2) return(structure(points, kind = "columns"))
  stats::prcomp(points)$x[, 1:2]
}

# The table as points, with a row of zeros where one was left out.
features_of <- function(x, data) {
  made <- features_(x$model, columns_of(data), object_table(x))
  points <- spread(made$values, made$rows, nrow(data))
  points[is.na(points)] <- 0
  colnames(points) <- made$names
  points
}

# d_ij^2 = k_ii - 2 k_ij + k_jj
scaled_distances <- function(x, data) {
  given <- as.matrix(data)
  if (name_of(x$kernel) != "precomputed") return(stats::cmdscale(given))
  self <- diag(given)
  stats::cmdscale(sqrt(pmax(outer(self, self, "+") - 2 * given, 0)))
}

# Nodes row by row, the first row at the top; odd rows of a hexagonal map stand half a node to the right.
plot_map <- function(map, main = "U-matrix", ...) {
  if (is.null(map)) stop("only method som makes a map", call. = FALSE)
  row <- rep(seq_len(map$grid[1]), each = map$grid[2])
  column <- rep(seq_len(map$grid[2]), map$grid[1]) + if (map$topology == "hexagonal") (row - 1) %% 2 / 2 else 0
  shade <- map$heights / max(map$heights, .Machine$double.eps)
  graphics::plot(column, -row, asp = 1, axes = FALSE, xlab = "", ylab = "", type = "n", main = main, ...)
  graphics::rect(column - 0.5, -row - 0.5, column + 0.5, -row + 0.5, border = NA, col = grDevices::grey(1 - 0.8 * shade))
  graphics::points(column, -row, pch = 20, cex = 2.5 * sqrt(map$hits / max(map$hits)), col = "#c0392b")
}
