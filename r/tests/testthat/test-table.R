customers <- data.frame(
  customer_id = paste0("C", 1:6),
  region = factor(c("north", "north", "south", "south", NA, "south")),
  since = as.Date(c("2019-03-01", "2019-07-15", "2023-01-31", "2022-11-05", "2019-05-20", "2022-12-24")),
  income = c(31000, 28500, 81000, 78000, 30200, NA),
  member = c(TRUE, TRUE, FALSE, FALSE, TRUE, FALSE))

test_that("factors, dates, truth values and gaps go in as they are", {
  fit <- mercer_cluster(customers, 2, method = "kmeans")
  expect_same_clusters(fit$cluster, c(1, 1, 2, 2, 1, 2))
  expect_true(any(grepl("customer_id: the rows' names", fit$decisions)))
  expect_true(any(grepl("since: a date", fit$decisions)))
  new <- data.frame(income = 80000, region = "south", since = as.Date("2023-02-01"), member = FALSE, shoe_size = 43)
  expect_equal(predict(fit, new), unname(fit$cluster[3]))
  new$since <- as.POSIXct("2023-02-01 12:00:00", tz = "UTC")
  expect_equal(predict(fit, new), unname(fit$cluster[3]))
  expect_error(predict(fit, new[, "income", drop = FALSE]), "region")
  expect_error(predict(fit, matrix(1:4, 1)), "give one with the columns")
  expect_match(explain_clusters(fit)$sentence[1], "cluster 1: ")
})

test_that("a formula chooses and computes columns", {
  by_formula <- mercer_cluster(~ income + region, customers, clusters = 2, method = "kmeans")
  by_columns <- mercer_cluster(customers[c("income", "region")], 2, method = "kmeans")
  expect_equal(by_formula$cluster, by_columns$cluster, ignore_attr = TRUE)
  computed <- mercer_cluster(~ log(income) + member, customers, clusters = 2, method = "kmeans")
  expect_equal(predict(computed, customers), computed$cluster, ignore_attr = TRUE)
  expect_equal(sum(as.kmeans(computed)$withinss), computed$objective)
  expect_error(write_model(computed, tempfile()), "log\\(income\\)")
  expect_error(mercer_cluster(income ~ region, customers), "no response")
  expect_error(mercer_cluster(~ income:region, customers), "interactions")
  everything <- kernel_kmeans(~ ., data = iris[1:4], clusters = 3)
  expect_equal(everything$cluster, kernel_kmeans(iris_points, 3)$cluster, ignore_attr = TRUE)
})

test_that("rows with gaps can be dropped, and are NA", {
  fit <- mercer_cluster(customers, 2, method = "kmeans", missing = "drop")
  expect_equal(which(is.na(fit$cluster)), c(5, 6), ignore_attr = TRUE)
  expect_equal(sum(fit$size), 4)
  expect_equal(is.na(predict(fit, customers)), is.na(fit$cluster), ignore_attr = TRUE)
  soft <- mercer_cluster(customers, 2, method = "fuzzy", missing = "drop")
  expect_true(all(is.na(soft$memberships[5:6, ])))
  expect_error(mercer_cluster(customers, 2, missing = "refuse"), "region")
})

test_that("what is known of columns is heeded", {
  zips <- data.frame(zip = c(10115, 10117, 80331, 80333), size = c(1, 2, 9, 8))
  fit <- mercer_cluster(zips, 2, method = "kmeans", types = c(zip = "category"))
  expect_equal(ncol(fit$centers), 5)
  expect_equal(colnames(mercer_cluster(zips, 2, method = "kmeans", drop = "zip")$centers), "size")
  expect_error(mercer_cluster(zips, 2, types = c(zap = "category")), "zap")
  expect_error(mercer_cluster(data.frame(a = I(list(1, 2)), b = 1:2), 2), "'a' is a list")
})

test_that("columns of other scales are noticed, and can be standardized", {
  wide <- data.frame(a = c(1, 2, 1, 2, 1, 2), b = c(1000, 1001, 5000, 5001, 9000, 9001))
  expect_warning(mercer_cluster(wide, 2, method = "kmeans"), "standardize = TRUE")
  expect_silent(mercer_cluster(wide, 2, method = "kmeans", standardize = TRUE))
  points <- mercer_cluster(as.matrix(wide), 2, method = "kmeans", standardize = TRUE)
  expect_equal(predict(points, as.matrix(wide)), points$cluster, ignore_attr = TRUE)
})
