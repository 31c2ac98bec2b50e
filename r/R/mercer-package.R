#' Kernel clustering
#'
#' [mercer_cluster()] clusters points, data frames, sparse matrices, distances and matrices of similarities by any method
#' under any kernel; [kernel_kmeans()] is its best known case. Options have the same names as in the C++ library and
#' its program, and [mercer_choices()] lists them. The same data, options and seed give the same clusters there and here.
#'
#' You can interrupt long computations with Ctrl-C. They use all cores unless you set `options(mercer.threads = 2)`; the
#' result is the same for any number of threads.
#'
#' @keywords internal
#' @useDynLib mercer, .registration = TRUE
#' @importFrom Rcpp sourceCpp
#' @importFrom stats predict
"_PACKAGE"
