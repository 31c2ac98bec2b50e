#' Cluster by any method, under any kernel
#'
#' Most methods are the same loop in some space: prototypes are means of points, and the distances to them decide how much
#' a point belongs to each. With a kernel this space is a feature space, so that clusters may have any shape in the input
#' space.
#'
#' @section Methods and kernels:
#' [mercer_choices()] lists them. Options of the method and of the kernel may be given by name, `method = "soft", beta =
#' 0.6`, or be part of the text, `method = "soft:beta=0.6"`. A kernel may also be a function of two matrices that returns
#' the matrix of similarities between their rows, or a kernel of the package kernlab. `"precomputed"` says that `x` is a
#' matrix of similarities, `"dissimilarity"` that it holds distances; for a `dist` object this is the default. A sparse
#' matrix can be a graph: of similarities for `kernel = "diffusion"`, of lengths for `"geodesic"` and `"connectivity"` with
#' `metric = "precomputed"`.
#'
#' @section Data frames:
#' Factors, words, dates, logical values and missing cells need no preparation. Numbers stay numbers, dates become days, and
#' a category becomes one indicator for each of its values. If not all columns are numbers, every column gets the same
#' weight. `decisions` of the result says how each column was treated. New data frames are treated in the same way; their
#' columns are found by name.
#'
#' @param x A numeric matrix with one row per point, a data frame, a sparse matrix of the package Matrix, distances
#'   ([stats::dist()]), or a formula `~ a + b`.
#' @param formula A formula without a left side: the columns of `data` to use.
#' @param data A data frame.
#' @param clusters The number of clusters; `2:8` to have one of these suggested (method `tree-cut`), `"auto"` to have it
#'   chosen from the data. NULL: chosen from the data for method `auto`; otherwise two, or what follows from the method
#'   (the nodes of a map).
#' @param method The method; NULL: `"auto"`, or k-means if a kernel is given.
#' @param kernel The kernel; NULL: none, the input space.
#' @param ... Options of the method and the kernel by name, and of the computation:
#'   `init` (the start), `search` (`"swap"`: a search after the restarts), `approx` (`"nystrom"`, ...), `embed`,
#'   `restarts`, `max_iterations`, `most_clusters`, `precision` (`"auto"`, `"float"`, `"double"`), `storage` (`"auto"`,
#'   `"stored"`, `"tiled"`), `device` (`"auto"`, `"cpu"`, `"gpu"`, `"gpu:1"`), `memory` (a budget in bytes), `threads`,
#'   `seed`, `weights` (one per point), `labels` (from which `init = "labels"` starts), `tune` (a parameter to be tried
#'   at many values: `"kernel.sigma"` means the same as `sigma = "search"`).
#' @param standardize Whether columns are first scaled to mean 0 and standard deviation 1.
#' @param types Kinds of columns that are known: `c(zip = "category", when = "dmy")`; number, yes/no, date (dmy, mdy),
#'   category, id or text.
#' @param id The column that holds the names of the rows.
#' @param columns,drop Columns to use, and columns to leave out.
#' @param missing Missing cells: `"fill"` them with the median, the more frequent value or an extra value; `"drop"` their
#'   rows, which then have the label NA; or `"refuse"` them.
#' @param missing_values More words that mean a missing cell, in addition to NA, null, ? and the like.
#' @param progress Whether progress is shown.
#' @return An object of class `mercer`, a list with
#'   \item{cluster}{the cluster of each point, from 1; 0 is noise, NA a row that was left out}
#'   \item{size}{the number of points in each cluster}
#'   \item{centers}{the prototypes as points; NULL if they lie in feature space}
#'   \item{memberships}{how much of each point belongs to each cluster; NULL for hard methods}
#'   \item{outlier_scores}{how unusual each point is, for methods that have such a score}
#'   \item{objective, iterations, converged, restarts, history}{figures of the run}
#'   \item{method, kernel, approx}{with the parameters used}
#'   \item{findings}{further numbers that the method computed}
#'   \item{linkage, map, counts, choice, number, tuning, approximation}{for methods that have them}
#'   \item{plan}{how and on which device it was computed}
#'   \item{decisions}{how the columns of a data frame were treated}
#'   \item{model}{the bytes of the model file}
#'   \item{data, call}{what was clustered, and how}
#'   A problem that does not prevent a result is a warning.
#' @seealso [predict.mercer()], [plot.mercer()], [as.kmeans()], [as.dendrogram.mercer()], [write_model()],
#'   [suggest_clusters()].
#' @export
#' @examples
#' rings <- generate_data("rings")
#' fit <- mercer_cluster(rings$x, 2, method = "kmeans", kernel = "gaussian", sigma = 1)
#' fit
#' score_clusters(fit, rings$cluster)["accuracy"]
#'
#' # A data frame with words, a date and gaps
#' customers <- data.frame(
#'   region = factor(c("north", "north", "south", "south", NA, "south")),
#'   since = as.Date(c("2019-03-01", "2019-07-15", "2023-01-31",
#'                     "2022-11-05", "2019-05-20", "2022-12-24")),
#'   income = c(31000, 28500, 81000, 78000, 30200, NA))
#' fit <- mercer_cluster(~ region + since + income, customers, clusters = 2, method = "kmeans")
#' fit$cluster
#' fit$decisions
mercer_cluster <- function(x, ...) UseMethod("mercer_cluster")

#' @rdname mercer_cluster
#' @export
mercer_cluster.default <- function(x, clusters = NULL, method = NULL, kernel = NULL, ..., standardize = FALSE,
                                   progress = FALSE)
  fit(x, clusters, method, kernel, list(...), list(standardize = standardize), progress, match.call())

#' @rdname mercer_cluster
#' @export
mercer_cluster.dist <- function(x, clusters = NULL, method = NULL, kernel = "dissimilarity", ..., progress = FALSE)
  fit(x, clusters, method, kernel, list(...), list(), progress, match.call())

#' @rdname mercer_cluster
#' @export
mercer_cluster.data.frame <- function(x, clusters = NULL, method = NULL, kernel = NULL, ..., standardize = FALSE,
                                      types = NULL, id = NULL, columns = NULL, drop = NULL, missing = "fill",
                                      missing_values = NULL, progress = FALSE) {
  table <- list(standardize = standardize, types = types, id = id, columns = columns, drop = drop, missing = missing,
                missing_values = missing_values)
  fit(x, clusters, method, kernel, list(...), table, progress, match.call())
}

#' @rdname mercer_cluster
#' @export
mercer_cluster.formula <- function(formula, data, clusters = NULL, ...) {
  used <- variables(formula, if (missing(data)) environment(formula) else data)
  result <- mercer_cluster.data.frame(as.data.frame(used$frame), clusters, ...)
  result$terms <- used$terms
  result$call <- match.call()
  result
}

#' Kernel k-means
#'
#' k-means in the feature space of a kernel. Clusters that are round there may have any shape in the input space. This
#' function calls [mercer_cluster()]; see there for the arguments and the result.
#'
#' @param x Points, see [mercer_cluster()].
#' @param clusters The number of clusters.
#' @param kernel The kernel: `"gaussian"` with the median distance as width unless `sigma` is given, `"polynomial"`,
#'   `"laplacian"`, `"geodesic"`, `"precomputed"`, ...; or a function.
#' @param ... Options of the kernel and of the computation, see [mercer_cluster()].
#' @return An object of class `mercer`.
#' @references M. Girolami, Mercer kernel-based clustering in feature space, IEEE Transactions on Neural Networks 13(3),
#'   2002. I. S. Dhillon, Y. Guan and B. Kulis, Kernel k-means, spectral clustering and normalized cuts, KDD 2004.
#' @export
#' @examples
#' moons <- generate_data("two-moons")
#' fit <- kernel_kmeans(moons$x, 2, kernel = "geodesic", neighbors = 8)
#' table(fit$cluster, moons$cluster)
kernel_kmeans <- function(x, clusters = 2, kernel = "gaussian", ...) {
  result <- mercer_cluster(x, clusters = clusters, method = "kmeans", kernel = kernel, ...)
  result$call <- match.call()
  result
}

fit <- function(x, clusters, method, kernel, given, table, progress, call) {
  points <- if (is_function(kernel)) similarities(kernel, as.matrix(x), as.matrix(x)) else points_of(x)
  text <- if (is_function(kernel)) "precomputed" else kernel
  if (is.data.frame(x) && !is_function(kernel) && !is.null(text) && is_precomputed_(name_of(text)))
    points <- as.matrix(x)
  if (!is.list(points)) table$names <- colnames(points)
  options <- c(sort_options(given, "cluster", "method", method, text), cluster_options(clusters))
  result <- cluster_(points, table, options, progress)
  tell(result$warnings)
  fitted_model(result, x, kernel, table, call)
}

tell <- function(sentences) for (sentence in sentences) warning(sentence, call. = FALSE)

# What the library returned, with what R adds: rows by name, and what the model knows.
fitted_model <- function(result, x, kernel, table, call) {
  info <- model_info_(result$model)
  rows <- result$rows
  for (part in c("cluster", "memberships", "outlier_scores")) {
    values <- spread(result[[part]], rows, size_of(x))
    if (is.matrix(values)) rownames(values) <- names_of(x) else if (!is.null(values)) names(values) <- names_of(x)
    result[part] <- list(values)
  }
  result$rows <- NULL
  result$size <- tabulate(result$cluster[which(result$cluster > 0)], info$clusters)
  result["centers"] <- list(named_centers(info))
  result[c("method", "kernel", "approx")] <- info[c("method", "kernel", "approx")]
  result["decisions"] <- list(info$decisions)
  result$table <- table
  if (is_function(kernel)) result$kernel_function <- kernel
  result$data <- x
  result$call <- call
  structure(result, class = "mercer")
}

named_centers <- function(info) {
  centers <- info$centers
  if (is.null(centers)) return(NULL)
  names <- if (length(info$names) == ncol(centers)) info$names
  dimnames(centers) <- list(seq_len(nrow(centers)), names)
  centers
}
