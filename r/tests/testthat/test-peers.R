# Other packages on the same data: the same objective, computed differently, and the same clusters.

test_that("k-means finds what stats::kmeans finds", {
  ours <- mercer_cluster(iris_points, 3, method = "kmeans")
  set.seed(1)
  theirs <- stats::kmeans(iris_points, 3, nstart = 20)
  expect_equal(ours$objective, theirs$tot.withinss, tolerance = 1e-10)
  expect_same_clusters(ours$cluster, theirs$cluster)
  mine <- as.kmeans(ours)
  expect_s3_class(mine, "kmeans")
  expect_setequal(names(mine), names(theirs))
  expect_equal(mine$totss, theirs$totss)
  expect_equal(sort(mine$withinss), sort(theirs$withinss))
  expect_equal(mine$betweenss, theirs$betweenss)
  expect_output(print(mine), "K-means clustering with 3 clusters")
})

test_that("hierarchies are those of hclust", {
  x <- unique(iris_points)
  for (method in c(single = "single", ward = "ward.D2")) {
    ours <- as.hclust(mercer_cluster(x, 3, method = if (method == "single") "single" else "ward"))
    theirs <- stats::hclust(stats::dist(x), method)
    expect_equal(sort(ours$height), sort(theirs$height), tolerance = 1e-8)
    expect_same_clusters(stats::cutree(ours, 3), stats::cutree(theirs, 3))
    expect_equal(as.matrix(stats::cophenetic(ours)), as.matrix(stats::cophenetic(theirs)), ignore_attr = TRUE,
                 tolerance = if (method == "single") 1e-8 else 0.2)
  }
})

test_that("kernel k-means reaches at least the objective of kernlab's kkmeans", {
  skip_if_not_installed("kernlab")
  set.seed(1)
  theirs <- kernlab::kkmeans(rings$x, centers = 2, kernel = kernlab::rbfdot(sigma = 0.5))
  K <- kernlab::kernelMatrix(kernlab::rbfdot(sigma = 0.5), rings$x)
  cost <- function(labels) sum(diag(K)) - sum(vapply(unique(labels), function(j)
    sum(K[labels == j, labels == j]) / sum(labels == j), 0))
  ours <- kernel_kmeans(rings$x, 2, sigma = 1, search = "swap")
  expect_equal(ours$objective, cost(ours$cluster), tolerance = 1e-8)
  expect_lte(ours$objective, cost(as.integer(theirs)) + 1e-8)
  expect_equal(agreement(ours, rings$cluster), 1)
  # their kernel in our function
  expect_same_clusters(kernel_kmeans(rings$x, 2, kernel = kernlab::rbfdot(sigma = 0.5), search = "swap")$cluster, ours$cluster)
})

test_that("the kernel matrix is kernlab's", {
  skip_if_not_installed("kernlab")
  theirs <- list(gaussian = kernlab::rbfdot(sigma = 0.125), polynomial = kernlab::polydot(degree = 3, offset = 1),
                 laplacian = kernlab::laplacedot(sigma = 0.5))
  ours <- c(gaussian = "gaussian:sigma=2", polynomial = "polynomial:degree=3,offset=1", laplacian = "laplacian:sigma=2")
  for (name in names(theirs))
    expect_equal(kernel_matrix(iris_points, ours[[name]]), matrix(kernlab::kernelMatrix(theirs[[name]], iris_points), 150),
                 ignore_attr = TRUE, tolerance = 1e-8)
})

test_that("spectral clustering separates what kernlab's specc separates", {
  skip_if_not_installed("kernlab")
  set.seed(2)
  theirs <- kernlab::specc(rings$x, centers = 2, kernel = "rbfdot", kpar = list(sigma = 20))
  ours <- mercer_cluster(rings$x, 2, method = "spectral")
  expect_equal(agreement(ours, rings$cluster), 1)
  expect_same_clusters(ours$cluster, as.integer(theirs))
})

test_that("fuzzy c-means has the memberships of e1071's cmeans", {
  skip_if_not_installed("e1071")
  set.seed(3)
  theirs <- e1071::cmeans(iris_points, 3, m = 2, iter.max = 1000, control = list(reltol = 1e-14))
  ours <- mercer_cluster(iris_points, 3, method = "fuzzy", m = 2, max_iterations = 1000)
  order <- apply(stats::cor(ours$memberships, theirs$membership), 1, which.max)
  expect_equal(ours$memberships, theirs$membership[, order], ignore_attr = TRUE, tolerance = 1e-3)
  expect_equal(ours$centers, theirs$centers[order, ], ignore_attr = TRUE, tolerance = 1e-3)
})

test_that("maps quantise as well as those of kohonen", {
  skip_if_not_installed("kohonen")
  set.seed(4)
  theirs <- kohonen::som(iris_points, grid = kohonen::somgrid(4, 5, "rectangular"), rlen = 200)
  mean_distance <- mean(sqrt(rowSums((iris_points - kohonen::getCodes(theirs)[theirs$unit.classif, ])^2)))
  ours <- mercer_cluster(iris_points, method = "som", grid = c(5, 4))
  expect_equal(nrow(ours$centers), 20)
  expect_equal(ours$map$quantization_error,
               mean(sqrt(rowSums((iris_points - ours$centers[ours$cluster, ])^2))), tolerance = 1e-8)
  expect_lt(ours$map$quantization_error, 1.2 * mean_distance)
})

test_that("silhouettes of the input space are those of the package cluster", {
  skip_if_not_installed("cluster")
  fit <- mercer_cluster(iris_points, 3, method = "kmeans")
  # In feature space they are made of squared distances; both prefer the same number of clusters.
  widths <- vapply(2:5, function(k) {
    labels <- mercer_cluster(iris_points, k, method = "kmeans")$cluster
    c(mercer_silhouette(iris_points, labels), mean(cluster::silhouette(labels, stats::dist(iris_points))[, 3]))
  }, c(0, 0))
  expect_equal(which.max(widths[1, ]), which.max(widths[2, ]))
  expect_gt(mercer_silhouette(iris_points, fit), 0)
})
