#' Artificial data with known clusters
#'
#' @param shape `"rings"`, `"two-moons"`, `"three-moons"`, `"icassp"`, `"spirals"`, `"seven"`, `"delta"`, `"blobs"`,
#'   `"bridge"` or `"stretched"`.
#' @param size The number of points, 0 for the shape's own.
#' @param noise Standard deviation; NULL for the shape's own.
#' @param outliers The number of outliers, which have the label 0.
#' @param clusters,dimensions The number of clusters and of columns, for blobs only.
#' @param seed The random seed; the same seed gives the same data.
#' @return A list with the points `x`, one row each, and their `cluster`.
#' @export
#' @examples
#' spirals <- generate_data("spirals", outliers = 45)
#' plot(spirals$x, col = spirals$cluster + 1, pch = 20, asp = 1)
generate_data <- function(shape, size = 0, noise = NULL, outliers = 0, clusters = 3, dimensions = 2, seed = 1)
  generate_(shape, list(size = size, noise = noise, outliers = outliers, clusters = clusters, dimensions = dimensions,
                        seed = seed))

#' How well clusters agree with known classes
#'
#' @param object A clustering, or its labels.
#' @param truth The class of each point: numbers, words or a factor.
#' @return Named numbers: `accuracy` under the best one-to-one matching of clusters and classes, `balanced_accuracy` (the
#'   mean over the classes), `ari` (adjusted Rand index), `nmi` (normalised mutual information), `purity` and
#'   `majority_errors`. Points without a label or a class are left out.
#' @export
#' @examples
#' score_clusters(mercer_cluster(as.matrix(iris[1:4]), 3, method = "kmeans"), iris$Species)
score_clusters <- function(object, truth) {
  labels <- if (inherits(object, c("mercer", "kmeans"))) object$cluster else object
  if (length(labels) != length(truth))
    stop("there are ", length(labels), " labels and ", length(truth), " classes; give one class for each point", call. = FALSE)
  known <- !is.na(labels) & !is.na(truth)
  unlist(score_(as.integer(factor(labels[known])), as.integer(factor(truth[known]))))
}

#' Mean silhouette in feature space
#'
#' How much nearer points are to their own cluster than to the next one, from -1 to 1.
#'
#' @param x A numeric matrix, one row per point, or what the kernel takes.
#' @param cluster A clustering, or its labels from 1.
#' @param kernel The kernel with its parameters; `"none"` is the input space. By default, that of the clustering.
#' @param threads Number of threads; 0 is all cores.
#' @return A number.
#' @export
#' @examples
#' x <- as.matrix(iris[1:4])
#' mercer_silhouette(x, kernel_kmeans(x, 3))
mercer_silhouette <- function(x, cluster, kernel = if (inherits(cluster, "mercer")) cluster$kernel else "none",
                              threads = getOption("mercer.threads", 0L))
  silhouette_(points_of(x), kernel, as.integer(if (is.list(cluster)) cluster$cluster else cluster), as.integer(threads))

#' How many clusters?
#'
#' At the right number very different methods find the same clusters. If you give a kernel or a method, the number is the
#' one on which several runs of that method agree.
#'
#' @param x Points or a data frame, see [mercer_cluster()].
#' @param most The largest number to try; 0: as many as the evidence requires.
#' @param method,kernel A method and a kernel; NULL: the number on which different methods agree.
#' @param ... Options of the method and the kernel, `least`, `seed` and `threads`.
#' @param progress Whether progress is shown.
#' @return A list of class `mercer_suggestion`: the number of `clusters`, the reasons as `text`, and the `evidence` for each
#'   number.
#' @export
#' @examples
#' suggest_clusters(generate_data("blobs", size = 150)$x, most = 6)
suggest_clusters <- function(x, most = 0, method = NULL, kernel = NULL, ..., progress = FALSE) {
  options <- c(sort_options(list(...), "suggest", "method", method, kernel), list(most = most))
  structure(suggest_(points_of(x), list(), options, progress), class = "mercer_suggestion")
}

#' @export
print.mercer_suggestion <- function(x, ...) {
  cat(x$text, "\n", sep = "")
  invisible(x)
}
