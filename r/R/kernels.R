# A kernel may be a text, or a function of R: one that returns a matrix, or a kernel of the package kernlab.

is_function <- function(kernel) is.function(kernel)

# kernel(a, b): a matrix with a row per point of a and a column per point of b.
matrix_kernel <- function(kernel) {
  if (methods::is(kernel, "kernel") && requireNamespace("kernlab", quietly = TRUE))
    return(function(a, b) matrix(kernlab::kernelMatrix(kernel, a, b), nrow(a)))
  kernel
}

similarities <- function(kernel, a, b) {
  values <- matrix_kernel(kernel)(a, b)
  if (!is.matrix(values) || !identical(dim(values), c(nrow(a), nrow(b))))
    stop("the kernel must return a matrix of ", nrow(a), " rows and ", nrow(b), " columns: one value per pair of points",
         call. = FALSE)
  values
}

self_similarities <- function(kernel, a)
  vapply(seq_len(nrow(a)), function(i) similarities(kernel, a[i, , drop = FALSE], a[i, , drop = FALSE])[1, 1], 0)

#' The kernel matrix of points
#'
#' @param x A numeric matrix, one row per point, or a sparse one.
#' @param kernel A kernel as text, see [mercer_choices()] and [choice()].
#' @param threads Number of threads; 0 is all cores.
#' @return The n x n matrix of kernel values. Its attribute `kernel` is the kernel with the parameters used.
#' @export
#' @examples
#' K <- kernel_matrix(as.matrix(iris[1:4]), "gaussian")
#' attr(K, "kernel")  # the width is the median distance
kernel_matrix <- function(x, kernel = "gaussian", threads = getOption("mercer.threads", 0L))
  gram_(points_of(x), kernel, as.integer(threads))
