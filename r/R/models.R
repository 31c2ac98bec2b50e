#' Model files
#'
#' These are the files of the program (`mercer fit --model`) and of the Python package. They hold numbers and no code. A
#' clustering contains the bytes of its file, so [saveRDS()] works too.
#'
#' @param object A clustering, or an embedding of [mercer_embed()].
#' @param path A file.
#' @return `read_model` returns an object of class `mercer` for [predict.mercer()] (or `mercer_embedding`), without the
#'   points that were clustered. `write_model` returns `path`, invisibly.
#' @export
#' @examples
#' fit <- kernel_kmeans(as.matrix(iris[1:4]), 3)
#' file <- tempfile(fileext = ".mercer")
#' write_model(fit, file)
#' again <- read_model(file)
#' identical(predict(again, as.matrix(iris[1:4])), unname(fit$cluster))
write_model <- function(object, path) {
  if (!is.raw(object$model)) stop("there is no model in this object; give the result of mercer_cluster()", call. = FALSE)
  if (!is.null(object$kernel_function))
    stop("a kernel that is an R function can't be stored in a model file; use saveRDS(), or name the kernel", call. = FALSE)
  if (!is.null(object$terms)) stop_if_computed(object$terms)
  write_model_(object$model, path.expand(path), inherits(object, "mercer_embedding"))
  invisible(path)
}

# A file knows columns by their names, not what a formula made of them.
stop_if_computed <- function(terms) {
  variables <- vapply(as.list(attr(terms, "variables"))[-1], function(v) paste(deparse(v), collapse = ""), "")
  computed <- setdiff(variables, all.vars(terms))
  if (length(computed) > 0)
    stop("the formula computes ", paste(computed, collapse = ", "), ", which a model file can't know; make it a column ",
         "first, or use saveRDS()", call. = FALSE)
}

#' @rdname write_model
#' @export
read_model <- function(path) {
  file <- path.expand(path)
  model <- tryCatch(read_model_(file, FALSE), error = function(failure)
    tryCatch(structure(read_model_(file, TRUE), class = "embedding"), error = function(e) stop(failure)))
  if (inherits(model, "embedding")) {
    model <- unclass(model)
    return(structure(c(embed_model_info_(model)[c("method", "kernel")], list(model = model)), class = "mercer_embedding"))
  }
  info <- model_info_(model)
  result <- info[c("method", "kernel", "approx")]
  result["centers"] <- list(named_centers(info))
  result["decisions"] <- list(info$decisions)
  structure(c(result, list(model = model)), class = "mercer")
}
