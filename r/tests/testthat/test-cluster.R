test_that("every method clusters, and new points get the clusters of the old", {
  # mixture, svc and the like may disagree on a few; hierarchies ask the nearest training point, which is the point itself
  for (method in mercer_choices("method")$name) {
    more <- switch(method, som = list(grid = c(2, 2)), hdbscan = list(), "one-class" = list(),
                   svc = list(), "mean-shift" = list(), "tree-cut" = list(clusters = 3, kernel = "connectivity"),
                   list(clusters = 3))
    fit <- suppressWarnings(do.call(mercer_cluster, c(list(iris_points, method = method), more)))
    expect_s3_class(fit, "mercer")
    expect_length(fit$cluster, 150)
    expect_equal(sum(fit$size) + sum(fit$cluster == 0), 150, info = method)
    again <- predict(fit, iris_points)
    expect_gt(mean(again == fit$cluster), 0.95)
  }
})

test_that("every kernel of points can be used", {
  for (kernel in c("linear", "gaussian", "polynomial", "laplacian", "sigmoid", "cosine", "geodesic", "connectivity")) {
    fit <- suppressWarnings(kernel_kmeans(iris_points, 3, kernel = kernel))
    expect_equal(sum(fit$size), 150, info = kernel)
    expect_match(fit$kernel, paste0("^", kernel))
  }
})

test_that("options of the method, the kernel and the call are told apart", {
  named <- mercer_cluster(rings$x, 2, method = "soft", kernel = "gaussian", beta = 20, sigma = 1, seed = 7)
  written <- mercer_cluster(rings$x, 2, method = "soft:beta=20", kernel = "gaussian:sigma=1", seed = 7)
  expect_equal(named$memberships, written$memberships)
  expect_equal(named$kernel, "gaussian:sigma=1")
  expect_error(mercer_cluster(rings$x, 2, method = "soft", bet = 1), "no option 'bet' of method soft.*beta")
  expect_error(mercer_cluster(rings$x, 2, method = "spectral", kernel = "gaussian", neighbors = 5), "both method spectral")
  expect_error(mercer_cluster(rings$x, 2, "kmeans", "none", 7), "needs a name")
})

test_that("the default of every option is the library's", {
  plain <- mercer:::defaults()$cluster
  expect_equal(plain$restarts, 10)
  expect_equal(plain$kernel, "none")
  documented <- paste(deparse(formals(mercer:::mercer_cluster.default)), collapse = " ")
  expect_true(all(c("clusters", "method", "kernel") %in% names(formals(mercer:::mercer_cluster.default))))
  expect_match(documented, "standardize = FALSE")
})

test_that("every option of the library has a word in the help page", {
  page <- tools::Rd_db("mercer")[["mercer_cluster.Rd"]]
  skip_if(is.null(page))
  text <- paste(unlist(page), collapse = " ")
  for (option in names(mercer:::defaults()$cluster)) expect_match(text, option, fixed = TRUE)
})

test_that("equal seeds give equal clusters at any number of threads", {
  one <- mercer_cluster(iris_points, 5, method = "fuzzy", threads = 1, seed = 3)
  two <- mercer_cluster(iris_points, 5, method = "fuzzy", threads = 2, seed = 3)
  expect_identical(one$memberships, two$memberships)
})

test_that("points may be sparse, distances, similarities or a vector", {
  dense <- mercer_cluster(iris_points, 3, method = "kmeans")
  skip_if_not_installed("Matrix")
  expect_equal(mercer_cluster(Matrix::Matrix(iris_points, sparse = TRUE), 3, method = "kmeans")$cluster, dense$cluster,
               ignore_attr = TRUE)
  expect_same_clusters(mercer_cluster(stats::dist(iris_points), 3, method = "kmeans")$cluster, dense$cluster)
  expect_same_clusters(kernel_kmeans(tcrossprod(iris_points), 3, kernel = "precomputed")$cluster, dense$cluster)
  expect_equal(mercer_cluster(c(0, 1, 10, 11), 2, method = "kmeans")$size, c(2, 2))
})

test_that("a kernel may be a function", {
  gaussian <- function(a, b) exp(-outer(rowSums(a^2), rowSums(b^2), "+") / 2 + tcrossprod(a, b))
  ours <- kernel_kmeans(rings$x, 2, sigma = 1)
  theirs <- kernel_kmeans(rings$x, 2, kernel = gaussian)
  expect_same_clusters(ours$cluster, theirs$cluster)
  expect_equal(predict(theirs, rings$x[1:5, ]), unname(theirs$cluster[1:5]))
  unequal <- function(a, b) (tcrossprod(a, b) + 1)^2
  expect_equal(predict(kernel_kmeans(iris_points, 3, kernel = unequal), iris_points),
               kernel_kmeans(iris_points, 3, kernel = unequal)$cluster, ignore_attr = TRUE)
  expect_error(kernel_kmeans(rings$x, 2, kernel = function(a, b) 1), "must return a matrix")
})

test_that("weights, starting labels and a range of clusters reach the library", {
  x <- matrix(c(0, 1, 2, 10), ncol = 1)
  expect_equal(sort(mercer_cluster(x, 2, method = "kmeans", weights = c(1, 1, 1, 5))$centers[, 1]), c(1, 10),
               ignore_attr = TRUE)
  started <- mercer_cluster(x, 2, method = "kmeans", init = "labels", labels = c(2, 2, 2, 1))
  expect_equal(started$cluster, c(2, 2, 2, 1))
  spirals <- generate_data("spirals")
  expect_equal(length(mercer_cluster(spirals$x, 2:6, kernel = "connectivity")$size), 3)
  expect_true(is.data.frame(mercer_cluster(spirals$x, 2:6, kernel = "connectivity")$counts))
})

test_that("a number can be tried at many values", {
  fit <- kernel_kmeans(rings$x, 2, sigma = "search")
  expect_equal(fit$tuning$parameter, "kernel.sigma")
  expect_equal(fit$kernel, choice("gaussian", sigma = fit$tuning$best))
  expect_gt(nrow(fit$tuning$steps), 5)
  named <- kernel_kmeans(rings$x, 2, tune = "kernel.sigma")
  expect_equal(named$cluster, fit$cluster)
})

test_that("candidates name the kernel in R's words", {
  candidates <- mercer_cluster(rings$x, 2, method = "auto")$choice$candidates
  expect_equal(candidates$method[candidates$name == "genie5-0.3"][1], 'genie:g=0.3 kernel = "connectivity:min_points=5"')
})

test_that("errors say what is wrong in R's words", {
  expect_error(mercer_cluster(iris_points, 200, method = "kmeans"), "clusters = 200")
  expect_error(mercer_cluster(iris_points, 3, method = "kmean"), "unknown method 'kmean'; did you mean 'kmeans'")
  expect_error(kernel_kmeans(iris_points, 3, kernel = "gausian"), "unknown kernel 'gausian'")
  expect_error(mercer_cluster(iris_points, 3, method = "kmeans", approx = "nystrom"), "kernel")
  expect_error(mercer_cluster(iris_points, 1.5), "not a number of clusters")
  expect_error(mercer_cluster(iris_points, 3, seed = "x"), "seed = \"x\" is not a whole number")
  expect_error(mercer_cluster(iris_points, 3, seed = -1), "seed = -1 is not a whole number of its range")
  expect_error(mercer_cluster(iris_points, 3, precision = "half"), "precision = \"half\" is not one of auto|float|double")
  expect_error(mercer_cluster("a"), "must be a matrix of numbers")
  expect_error(mercer_cluster(list(1, 2)), "is a list")
  expect_error(kernel_kmeans(matrix(stats::rnorm(40000), ncol = 2), 5, memory = 1e6), "allow memory = [0-9]+e6")
  expect_error(mercer_cluster(iris_points, 3, device = "tpu"), "device = \"tpu\"")
  broken <- iris_points
  broken[3, 2] <- NA
  expect_error(mercer_cluster(broken, 3, method = "kmeans"))
})

test_that("the device is passed on", {
  expect_equal(kernel_kmeans(rings$x, 2, device = "cpu")$plan$device, "cpu")
  without_gpu <- tryCatch(kernel_kmeans(rings$x, 2, device = "gpu:7"), error = conditionMessage)
  expect_match(if (is.character(without_gpu)) without_gpu else without_gpu$plan$device, "gpu|GPU|CUDA")
})

test_that("choices are written as the grammar wants them", {
  expect_equal(choice("gaussian", sigma = 0.7), "gaussian:sigma=0.7")
  expect_equal(choice("gaussian:sigma=1", local = TRUE), "gaussian:sigma=1,local=on")
  expect_equal(choice("som", grid = c(5, 8), k = NULL), "som:grid=5x8")
  expect_equal(as.numeric(sub(".*=", "", choice("gaussian", sigma = 1 / 3))), 1 / 3)
  expect_equal(choice("soft", beta = Inf), "soft:beta=inf")
  expect_error(mercer_choices("kernel", "gausian"), "did you mean 'gaussian'")
})

test_that("a search for the number of clusters says what speaks for it", {
  found <- suggest_clusters(generate_data("blobs", size = 150)$x, most = 6)
  expect_equal(found$clusters, 3)
  expect_output(print(found), "3 clusters")
  expect_s3_class(found$evidence, "data.frame")
})

test_that("a graph may be a sparse matrix: of similarities for diffusion, of lengths for paths", {
  skip_if_not_installed("Matrix")
  edges <- matrix(c(1, 2, 1, 3, 2, 3, 4, 5, 4, 6, 5, 6, 3, 4), ncol = 2, byrow = TRUE)  # two triangles and a bridge
  graph <- function(bridge) {
    Matrix::sparseMatrix(edges[, 1], edges[, 2], x = c(rep(1, 6), bridge), dims = c(6, 6), symmetric = TRUE)
  }
  triangles <- function(fit) expect_equal(unname(score_clusters(fit, c(1, 1, 1, 2, 2, 2))["accuracy"]), 1)
  triangles(mercer_cluster(graph(1), 2, method = "kmeans", kernel = "diffusion"))
  triangles(mercer_cluster(graph(5), 2, kernel = "connectivity", metric = "precomputed"))
  triangles(mercer_cluster(graph(5), 2, kernel = "connectivity:metric=precomputed"))
  triangles(mercer_cluster(graph(5), 2, method = "kmeans", kernel = "geodesic", metric = "precomputed"))
  expect_error(predict(mercer_cluster(graph(1), 2, method = "kmeans", kernel = "diffusion"), graph(1)), "fit the whole graph")
})
