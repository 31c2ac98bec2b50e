# One measurement of kernlab's kkmeans; the arguments and the line of JSON are those of worker.py.
arguments <- commandArgs(trailingOnly = TRUE)
folder <- arguments[1]
labels <- arguments[2]
dimensions <- as.integer(arguments[3])
gamma <- as.numeric(arguments[4])
suppressPackageStartupMessages(library(kernlab))

peak <- function() {
  status <- readLines("/proc/self/status")
  1024 * as.numeric(gsub("[^0-9]", "", grep("^VmHWM", status, value = TRUE)))
}

# Initial centres are points: each point starts at its nearest one.
cluster <- function(points, seeds) {
  kkmeans(points, centers = points[seeds, ], kernel = "rbfdot", kpar = list(sigma = gamma))
}

file <- file.path(folder, "points.raw")
values <- readBin(file, "numeric", n = file.size(file) / 4, size = 4)
points <- matrix(values, ncol = dimensions, byrow = TRUE)
rm(values)
seeds <- scan(file.path(folder, "seeds.txt"), quiet = TRUE) + 1
invisible(gc())

baseline <- peak()
seconds <- system.time(found <- cluster(points, seeds))[["elapsed"]]
write(found@.Data - 1, labels, ncolumns = 1)
cat(sprintf('{"seconds": %.6f, "baseline": %.0f, "peak": %.0f, "iterations": null}\n', seconds, baseline, peak()))
