# Data that all tests share, and comparisons that do not depend on how clusters are numbered.
iris_points <- as.matrix(iris[1:4])
rings <- generate_data("rings")

expect_same_clusters <- function(a, b) {
  pairs <- unique(cbind(as.integer(factor(a)), as.integer(factor(b))))
  expect_equal(nrow(pairs), length(unique(a)))
  expect_equal(nrow(pairs), length(unique(b)))
}

agreement <- function(a, b) score_clusters(a, b)[["ari"]]
