words <- c("kernel", "kernels", "colonel", "cluster", "clusters", "clustered")

# The spectrum kernel, computed only by R: common substrings of a length, normalised.
spectrum <- function(a, b, length) {
  parts <- function(s) table(substring(s, seq_len(nchar(s) - length + 1), seq_len(nchar(s) - length + 1) + length - 1))
  product <- function(s, t) {
    u <- parts(s); v <- parts(t)
    both <- intersect(names(u), names(v))
    sum(u[both] * v[both])
  }
  product(a, b) / sqrt(product(a, a) * product(b, b))
}

test_that("rows of strings have the products of their kernel", {
  skip_if_not_installed("Matrix")
  f <- string_features(words, "spectrum", length = 2)
  K <- as.matrix(Matrix::tcrossprod(f$x))
  expected <- outer(words, words, Vectorize(function(a, b) spectrum(a, b, 2)))
  expect_equal(K, expected, ignore_attr = TRUE, tolerance = 1e-12)
  found <- mercer_cluster(f$x, 2, kernel = f$among, method = "kmeans")
  expect_equal(length(unique(found$cluster[1:3])), 1)
  expect_equal(unname(predict(found, string_features(words, like = f)$x)), unname(found$cluster))
  expect_output(print(f), "6 objects by kernel spectrum")
})

test_that("subsequences are similarities", {
  f <- string_features(words, "subsequence", length = 2)
  expect_equal(dim(f$x), c(6, 6))
  expect_equal(f$among, "precomputed")
  expect_equal(diag(f$x), rep(1, 6))
  found <- mercer_cluster(f$x, 2, kernel = "precomputed", method = "kmeans")
  expect_equal(length(unique(found$cluster[4:6])), 1)
})

test_that("graphs of one shape are alike", {
  skip_if_not_installed("Matrix")
  ring <- function(n) list(edges = cbind(seq_len(n), c(2:n, 1)))
  star <- function(n) list(edges = cbind(1, 2:n))
  f <- graph_features(list(ring(5), ring(6), star(5), star(6)))
  found <- mercer_cluster(f$x, 2, kernel = f$among, method = "kmeans")
  expect_equal(found$cluster[1], found$cluster[2])
  expect_equal(found$cluster[3], found$cluster[4])
  expect_false(found$cluster[1] == found$cluster[3])
})

test_that("bad objects are told", {
  expect_error(string_features(c("a", NA)), "without NA")
  expect_error(string_features("abc", "weisfeiler-lehman"), "use spectrum or subsequence")
  expect_error(string_features("abc", "spectrum", width = 2), "width")
  expect_error(graph_features(list(list(edges = cbind(0, 1)))), "counted from 1")
  expect_error(graph_features(list(list(edges = cbind(1, 3), labels = "C"))), "1 labels for 3 vertices")
  expect_error(string_features("abc", like = 3), "like must come from")
})
