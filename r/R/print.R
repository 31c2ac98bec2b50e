#' Print and summarise a clustering
#'
#' @param x,object A clustering by [mercer_cluster()].
#' @param ... Not used.
#' @return `print` returns its argument, invisibly; `summary` an object with the sizes, the figures of the run and what was
#'   found, which prints itself.
#' @export
#' @examples
#' fit <- mercer_cluster(as.matrix(iris[1:4]), 3, method = "fuzzy")
#' fit
#' summary(fit)
print.mercer <- function(x, ...) {
  cat(title_of(x), "\n", sep = "")
  if (is.null(x$cluster)) {
    cat("A model for predict(); the points that were clustered are not part of it.\n")
    return(invisible(x))
  }
  cat(length(x$size), " clusters of sizes ", paste(utils::head(x$size, 12), collapse = ", "),
      if (length(x$size) > 12) ", ...", left_over(x), "\n", sep = "")
  cat("objective ", format(x$objective, digits = 6), run_of(x), "\n", sep = "")
  invisible(x)
}

title_of <- function(x) paste0("mercer: ", x$method, if (x$kernel != "none") paste0(", kernel ", x$kernel),
                               if (!is.null(x$approx) && x$approx != "none") paste0(", approximation ", x$approx))

left_over <- function(x) {
  noise <- sum(x$cluster == 0, na.rm = TRUE)
  left_out <- sum(is.na(x$cluster))
  paste0(if (noise > 0) paste0("; ", noise, " points are noise"),
         if (left_out > 0) paste0("; ", left_out, " rows were left out"))
}

run_of <- function(x) {
  if (x$iterations == 0) return("")
  paste0(" after ", x$iterations, " iterations", if (!x$converged) ", not converged",
         if (x$restarts > 1) paste0("; best of ", x$restarts, " starts"))
}

#' @rdname print.mercer
#' @export
summary.mercer <- function(object, ...) {
  clusters <- data.frame(size = object$size, share = object$size / max(1, sum(object$size)))
  if (!is.null(object$centers) && ncol(object$centers) <= 20) clusters <- cbind(clusters, object$centers)
  structure(list(title = title_of(object), clusters = clusters, left_over = left_over(object), run = run_of(object),
                 objective = object$objective, findings = object$findings, decisions = object$decisions,
                 choice = object$choice, number = object$number, plan = object$plan),
            class = "summary.mercer")
}

#' @rdname print.mercer
#' @export
print.summary.mercer <- function(x, ...) {
  cat(x$title, "\nobjective ", format(x$objective, digits = 6), x$run, x$left_over, "\n\n", sep = "")
  print(x$clusters, digits = 4)
  for (name in names(x$findings)) {
    values <- x$findings[[name]]
    if (length(values) <= 12) cat("\n", name, ": ", paste(format(values, digits = 5, trim = TRUE), collapse = ", "), sep = "")
  }
  if (!is.null(x$choice))
    cat("\nchosen: ", x$choice$winner, " (confidence ", format(x$choice$confidence, digits = 2), ")", sep = "")
  if (!is.null(x$number)) cat("\n", x$number, sep = "")
  if (length(x$decisions) > 0) cat("\n", paste0("  ", x$decisions, collapse = "\n"), sep = "")
  cat("\n", x$plan$storage, " in ", x$plan$precision, " precision on ", x$plan$device, "\n", sep = "")
  invisible(x)
}
