#' Kernel clustering
#'
#' [mercer_cluster()] clusters points, data frames, sparse matrices, distances and matrices of similarities by any method
#' under any kernel; [kernel_kmeans()] is its best known case. Options have the names of the C++ library and of its
#' program, and [mercer_choices()] lists them. Equal data, options and seed give equal clusters there and here.
#'
#' Long computations can be interrupted with Ctrl-C. They use all cores unless `options(mercer.threads = 2)` says
#' otherwise; the result is the same for any number of threads.
#'
#' @keywords internal
#' @useDynLib mercer, .registration = TRUE
#' @importFrom Rcpp sourceCpp
#' @importFrom stats predict
"_PACKAGE"
