test_that("a clustering prints and summarises itself", {
  fit <- mercer_cluster(iris_points, 3, method = "fuzzy")
  expect_output(print(fit), "mercer: fuzzy.*3 clusters of sizes")
  expect_output(print(summary(fit)), "objective.*share")
  expect_equal(summary(fit)$clusters$size, fit$size)
  auto <- mercer_cluster(generate_data("blobs", size = 90)$x)
  expect_output(print(summary(auto)), "chosen: ")
})

test_that("pictures are drawn", {
  grDevices::pdf(file <- tempfile(fileext = ".pdf"))
  on.exit(grDevices::dev.off())
  expect_invisible(plot(kernel_kmeans(rings$x, 2, sigma = 1)))
  plot(mercer_cluster(iris, 3, method = "kmeans"))
  plot(mercer_cluster(stats::dist(iris_points), 3, method = "kmeans"))
  plot(mercer_cluster(iris_points, 3, method = "ward"), "dendrogram")
  plot(mercer_cluster(iris_points, method = "som", grid = c(4, 4)), "map")
  plot(mercer_cluster(iris_points, 3, method = "fuzzy"), "convergence")
  expect_error(plot(mercer_cluster(iris_points, 3, method = "kmeans"), "map"), "only method som")
  expect_error(plot(mercer_cluster(iris_points, 3, method = "kmeans"), "dendrogram"), "makes no hierarchy")
})

test_that("a hierarchy is a dendrogram", {
  x <- iris_points[c(1:5, 51:55, 101:105), ]
  rownames(x) <- paste0("flower ", 1:15)
  fit <- mercer_cluster(x, 3, method = "ward")
  tree <- as.dendrogram(fit)
  expect_s3_class(tree, "dendrogram")
  expect_setequal(labels(tree), rownames(x))
  expect_same_clusters(stats::cutree(as.hclust(fit), 3), fit$cluster)
})

test_that("under a kernel the sums of squares are those of the feature space", {
  fit <- kernel_kmeans(rings$x, 2, sigma = 1)
  squares <- as.kmeans(fit)
  expect_equal(squares$tot.withinss, fit$objective, tolerance = 1e-8)
  K <- kernel_matrix(rings$x, "gaussian:sigma=1")
  expect_equal(squares$totss, sum(diag(K)) - sum(K) / nrow(K), tolerance = 1e-8)
})

test_that("Ctrl-C ends a computation, and R goes on", {
  skip_on_os("windows")
  skip_on_cran()
  pid <- Sys.getpid()
  x <- matrix(stats::rnorm(2e5), ncol = 10)
  system(paste0("(sleep 1; kill -INT ", pid, ") &"))
  began <- Sys.time()
  ended <- tryCatch({
    kernel_kmeans(x, 50, restarts = 200, max_iterations = 10000, storage = "tiled")
    "finished"
  }, interrupt = function(i) "interrupted")
  expect_equal(ended, "interrupted")
  expect_equal(length(mercer_cluster(rings$x, 2, method = "kmeans")$cluster), 300)
})
