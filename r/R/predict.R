#' New points
#'
#' @param object A clustering, or a model that was read from a file.
#' @param newdata Points of the kind that was clustered: a matrix, a data frame with the same columns, in any order. For a
#'   precomputed kernel, rows of similarities to the points that were clustered. NULL: those points themselves.
#' @param type `"cluster"`, `"distance"` to the prototypes, `"membership"`, or `"outlier"` for how unusual a point is.
#' @param device Where the kernel is computed: `"auto"`, `"cpu"`, `"gpu"` or `"gpu:N"`.
#' @param threads Number of threads; 0 is all cores.
#' @param ... Not used.
#' @return Clusters from 1 (0 is noise, NA a row left out), or numbers: a matrix with one column per cluster, or a vector
#'   of outlier scores.
#' @export
#' @examples
#' fit <- kernel_kmeans(as.matrix(iris[1:4]), 3)
#' predict(fit, as.matrix(iris[c(1, 51, 101), 1:4]))
#' predict(fit, as.matrix(iris[1:2, 1:4]), type = "distance")
predict.mercer <- function(object, newdata = NULL, type = c("cluster", "distance", "membership", "outlier"),
                           device = "auto", threads = getOption("mercer.threads", 0L), ...) {
  type <- match.arg(type)
  if (is.null(newdata)) {
    kept <- object[[c(cluster = "cluster", membership = "memberships", outlier = "outlier_scores")[type]]]
    if (!is.na(match(type, c("cluster", "membership", "outlier"))) && !is.null(kept)) return(kept)
    newdata <- training_points(object)
  }
  newdata <- as_trained(object, newdata)
  answer <- assign_(object$model, newdata$points, object_table(object), type, device, as.integer(threads))
  tell(answer$warnings)
  named(spread(answer$values, answer$rows, newdata$size), newdata$names)
}

object_table <- function(object) if (is.null(object$table)) list() else object$table

training_points <- function(object) {
  if (is.null(object$data)) stop("a model that was read from a file has no points of its own; give newdata", call. = FALSE)
  object$data
}

# New points as the model wants them.
as_trained <- function(object, newdata) {
  out <- list(size = size_of(newdata), names = names_of(newdata))
  if (!is.null(object$kernel_function)) {
    out$points <- kernel_rows(object, as.matrix(newdata))
    return(out)
  }
  if (!is.null(object$terms) && is.null(attr(newdata, "terms"))) newdata <- new_variables(object$terms, newdata)
  is_table <- !is.null(model_part(object, "table_columns"))
  if (is_table && !is.data.frame(newdata)) {
    if (is.null(colnames(newdata)))
      stop("a data frame was clustered; give one with the columns ",
           paste(model_part(object, "table_columns"), collapse = ", "), call. = FALSE)
    newdata <- as.data.frame(newdata)
  }
  out$points <- if (!is_table && is.data.frame(newdata)) as.matrix(newdata) else points_of(newdata)
  out
}

new_variables <- function(terms, newdata)
  as.data.frame(stats::model.frame(terms, newdata, na.action = stats::na.pass))

kernel_rows <- function(object, points) {
  rows <- similarities(object$kernel_function, points, as.matrix(object$data))
  if (model_part(object, "needs_self")) rows <- cbind(rows, self_similarities(object$kernel_function, points))
  rows
}

model_part <- function(object, part) model_info_(object$model)[[part]]

named <- function(values, names) {
  if (is.null(names)) return(values)
  if (is.matrix(values)) rownames(values) <- names else names(values) <- names
  values
}

#' Rules that describe clusters of a data frame
#'
#' @param object A clustering of a data frame.
#' @param depth The largest number of conditions in a rule.
#' @return A data frame with one rule per cluster: the share of the cluster that it covers, and the share of the covered
#'   rows that belong to the cluster.
#' @export
#' @examples
#' fit <- mercer_cluster(iris, 3, method = "kmeans")
#' explain_clusters(fit)$sentence
explain_clusters <- function(object, depth = 3) {
  table <- training_points(object)
  if (!is.data.frame(table)) stop("only clusters of a data frame can be explained", call. = FALSE)
  labels <- ifelse(is.na(object$cluster), -2L, ifelse(object$cluster == 0, -1L, object$cluster))
  explain_(object$model, columns_of(table), labels, as.integer(depth))
}
