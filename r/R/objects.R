#' Strings and graphs as rows of numbers
#'
#' Kernels of strings and graphs compare what objects are made of: substrings, subsequences with gaps, or the
#' neighbourhoods of vertices. These functions turn objects into rows, so that every other function takes them.
#'
#' @param x Strings: a character vector. Graphs: a list, with for each graph a list of `edges` (a matrix of two columns,
#'   vertices counted from 1) and, if vertices have them, `labels` (one for each vertex).
#' @param kernel For strings `"spectrum"` (common substrings) or `"subsequence"` (common subsequences, gaps count less);
#'   for graphs `"weisfeiler-lehman"`.
#' @param ... Options of the kernel, see [mercer_choices()].
#' @param like Features that were made before: new objects are described by the same parts.
#' @return An object of class `mercer_features`: the rows `x` (sparse; for `"subsequence"` a matrix of similarities with
#'   the objects that it was made from), the `kernel` with the parameters used, the `terms` that its columns count, and
#'   `among`, the kernel to use among the rows: `"linear"` or `"precomputed"`.
#' @export
#' @examplesIf requireNamespace("Matrix", quietly = TRUE)
#' words <- c("kernel", "kernels", "colonel", "cluster", "clusters", "clustered")
#' f <- string_features(words, "spectrum", length = 2)
#' found <- mercer_cluster(f$x, 2, kernel = f$among, method = "kmeans")
#' split(words, found$cluster)
#' predict(found, string_features("clustering", like = f)$x)
string_features <- function(x, kernel = "spectrum", ..., like = NULL) {
  if (!is.character(x) || anyNA(x) || length(x) == 0)
    stop("x must be a character vector without NA: one string per object", call. = FALSE)
  described(string_rows_, enc2utf8(x), c("spectrum", "subsequence"), kernel, list(...), like)
}

#' @rdname string_features
#' @export
graph_features <- function(x, kernel = "weisfeiler-lehman", ..., like = NULL) {
  if (!is.list(x) || length(x) == 0) stop("x must be a list of graphs, each a list of `edges` and `labels`", call. = FALSE)
  described(graph_rows_, lapply(seq_along(x), function(i) checked_graph(x[[i]], i)), "weisfeiler-lehman", kernel,
            list(...), like)
}

# Edges as integers; labels of all vertices.
checked_graph <- function(graph, at) {
  edges <- if (is.list(graph)) graph$edges else graph
  if (!is.matrix(edges) || ncol(edges) != 2 || !is.numeric(edges) || anyNA(edges) || any(edges < 1 | edges %% 1 != 0))
    stop("object ", at, ": `edges` must be a matrix of two columns of vertices, counted from 1", call. = FALSE)
  vertices <- max(0, edges)
  labels <- if (is.list(graph)) as.character(graph$labels)
  if (length(labels) == 0) labels <- rep("", vertices)
  if (length(labels) < vertices)
    stop("object ", at, " has ", length(labels), " labels for ", vertices, " vertices; give one for each", call. = FALSE)
  storage.mode(edges) <- "integer"
  list(edges = edges, labels = labels)
}

described <- function(rows, objects, known, kernel, options, like) {
  if (!is.null(like) && !inherits(like, "mercer_features"))
    stop("like must come from string_features() or graph_features()", call. = FALSE)
  chosen <- if (is.null(like)) do.call(choice, c(list(kernel), options)) else like$kernel
  if (!name_of(chosen) %in% known)
    stop("kernel '", name_of(chosen), "' does not compare such objects; use ", paste(known, collapse = " or "),
         call. = FALSE)
  made <- rows(objects, chosen, like$terms)
  if (is.list(made$x)) made$x <- Matrix::sparseMatrix(i = made$x$i, j = made$x$j, x = made$x$x, dims = made$x$dims)
  structure(made, class = "mercer_features")
}

#' @export
print.mercer_features <- function(x, ...) {
  cat("mercer: ", nrow(x$x), " objects by kernel ", x$kernel, ", ", ncol(x$x), " columns; among the rows use kernel ",
      x$among, "\n", sep = "")
  invisible(x)
}
