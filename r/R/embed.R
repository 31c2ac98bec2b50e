#' Points in few dimensions: kernel principal components and graph eigenvectors
#'
#' @param x Points or a data frame, see [mercer_cluster()].
#' @param dimensions The number of coordinates.
#' @param method `"pca"` for kernel principal components, `"spectral"` for Laplacian eigenmaps.
#' @param kernel The kernel, as for [mercer_cluster()].
#' @param ... Options of the method and the kernel, `precision`, `storage`, `device`, `memory`, `threads` and `seed`.
#' @param standardize Whether columns are first scaled to mean 0 and standard deviation 1.
#' @param progress Whether progress is shown.
#' @param object An embedding.
#' @param newdata New points.
#' @param threads Number of threads; 0 is all cores.
#' @return An object of class `mercer_embedding`: `coordinates`, the eigenvalues `values`, the `total` of all eigenvalues,
#'   `method` and `kernel` with the parameters used, and the `model`. Its `predict` gives the coordinates of new points.
#' @export
#' @examples
#' spirals <- generate_data("spirals")
#' e <- mercer_embed(spirals$x, 2, kernel = "gaussian", sigma = 0.1)
#' plot(e$coordinates, col = spirals$cluster, pch = 20)
#' predict(e, spirals$x[1:2, ])
mercer_embed <- function(x, dimensions = 2, method = "pca", kernel = "gaussian", ..., standardize = FALSE,
                         progress = FALSE) {
  options <- c(sort_options(list(...), "embed", "coordinates", method, kernel), list(dimensions = dimensions))
  table <- list(standardize = standardize)
  result <- embed_(points_of(x), table, options, progress)
  tell(result$warnings)
  result$coordinates <- named(spread(result$coordinates, result$rows, size_of(x)), names_of(x))
  result$rows <- NULL
  structure(result, class = "mercer_embedding")
}

#' @rdname mercer_embed
#' @export
predict.mercer_embedding <- function(object, newdata, threads = getOption("mercer.threads", 0L), ...) {
  answer <- embed_points_(object$model, points_of(newdata), list(), as.integer(threads))
  tell(answer$warnings)
  named(spread(answer$values, answer$rows, size_of(newdata)), names_of(newdata))
}

#' @export
print.mercer_embedding <- function(x, ...) {
  cat("mercer: ", x$method, ", kernel ", x$kernel, "\n", sep = "")
  if (is.null(x$coordinates)) return(invisible(x))
  cat(nrow(x$coordinates), " points in ", ncol(x$coordinates), " dimensions; eigenvalues ",
      paste(format(x$values, digits = 4, trim = TRUE), collapse = ", "), "\n", sep = "")
  invisible(x)
}
