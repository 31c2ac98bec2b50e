#' A clustering as R's own classes
#'
#' `as.kmeans` makes a list like that of [stats::kmeans()]; with a kernel, its sums of squares are those in feature
#' space. `as.hclust` and `as.dendrogram` take the hierarchy of the methods `single`, `ward`, `genie` and `hdbscan`.
#'
#' @param x A clustering by [mercer_cluster()].
#' @param object The same.
#' @param ... Not used.
#' @return An object of class `kmeans`, `hclust` or `dendrogram`.
#' @export
#' @examples
#' fit <- mercer_cluster(as.matrix(iris[1:4]), 3, method = "kmeans")
#' as.kmeans(fit)$tot.withinss
#' stats::kmeans(iris[1:4], 3, nstart = 10)$tot.withinss
#'
#' tree <- mercer_cluster(as.matrix(iris[1:4]), 3, method = "ward")
#' plot(as.dendrogram(tree), leaflab = "none")
as.kmeans <- function(x, ...) UseMethod("as.kmeans")

#' @rdname as.kmeans
#' @export
as.kmeans.mercer <- function(x, ...) {
  own <- cbind(seq_along(x$cluster), x$cluster)[which(x$cluster > 0), , drop = FALSE]
  squared <- predict(x, training_points(x), type = "distance")[own]^2
  within <- vapply(seq_along(x$size), function(j) sum(squared[own[, 2] == j]), 0)
  total <- total_squares(x)
  structure(list(cluster = x$cluster, centers = x$centers, totss = total, withinss = within, tot.withinss = sum(within),
                 betweenss = total - sum(within), size = x$size, iter = as.integer(x$iterations),
                 ifault = if (isTRUE(x$converged)) 0L else 2L),
            class = "kmeans")
}

# sum_i |phi(x_i) - mean|^2, which is what one cluster costs
total_squares <- function(x) {
  arguments <- Filter(Negate(is.null), c(x$table, list(progress = FALSE)))
  kernel <- if (is.null(x$kernel_function)) x$kernel else x$kernel_function
  data <- if (is.null(x$terms)) x$data else as.data.frame(x$data)
  fit(data, 1, "kmeans", kernel, list(), arguments[names(arguments) != "progress"], FALSE, NULL)$objective
}

#' @rdname as.kmeans
#' @importFrom stats as.hclust
#' @export
as.hclust.mercer <- function(x, ...) {
  if (is.null(x$linkage))
    stop("method ", name_of(x$method), " makes no hierarchy; use method = \"single\", \"ward\", \"genie\" or \"hdbscan\"",
         call. = FALSE)
  n <- nrow(x$linkage) + 1
  # The library counts objects from 0 and then the merges; R has -object and the number of the merge, singles first.
  nodes <- x$linkage[, 1:2, drop = FALSE]
  merge <- ifelse(nodes < n, -(nodes + 1), nodes - n + 1)
  swapped <- merge[, 1] > 0 & merge[, 2] < merge[, 1] | merge[, 1] < 0 & merge[, 2] < 0 & merge[, 2] > merge[, 1]
  merge[swapped, ] <- merge[swapped, 2:1]
  storage.mode(merge) <- "integer"
  structure(list(merge = merge, height = x$linkage[, 3], order = leaf_order(merge, x$linkage[, 4]),
                 labels = names(x$cluster), method = name_of(x$method), call = x$call,
                 dist.method = if (x$kernel == "none") "euclidean" else x$kernel),
            class = "hclust")
}

# From the root down every node begins where its elder sibling ends.
leaf_order <- function(merge, size) {
  begins <- integer(nrow(merge))
  order <- integer(nrow(merge) + 1)
  begins[nrow(merge)] <- 1L
  for (t in rev(seq_len(nrow(merge)))) {
    at <- begins[t]
    for (node in merge[t, ]) {
      if (node < 0) order[at] <- -node else begins[node] <- at
      at <- at + if (node < 0) 1L else as.integer(size[node])
    }
  }
  order
}

#' @rdname as.kmeans
#' @importFrom stats as.dendrogram
#' @export
as.dendrogram.mercer <- function(object, ...) stats::as.dendrogram(as.hclust.mercer(object), ...)
