# One measurement of an R peer of the family, on the first 16 columns: PEER is cmeans (e1071), online or batch
# (kohonen). The other arguments and the line of JSON are those of kernlab.R.
arguments <- commandArgs(trailingOnly = TRUE)
peer <- arguments[1]
folder <- arguments[2]
labels <- arguments[3]
dimensions <- as.integer(arguments[4])
clusters <- as.integer(arguments[5])
steps <- as.integer(arguments[6])
fuzziness <- as.numeric(arguments[7])

peak <- function() {
  status <- readLines("/proc/self/status")
  1024 * as.numeric(gsub("[^0-9]", "", grep("^VmHWM", status, value = TRUE)))
}

cluster <- function(points) {
  if (peer == "cmeans")  # a tolerance that is never reached: all steps are gone
    return(e1071::cmeans(points, clusters, iter.max = steps, m = fuzziness, control = list(reltol = 1e-300))$cluster)
  side <- sqrt(clusters)
  kohonen::som(points, kohonen::somgrid(side, side, "rectangular"), rlen = steps, mode = peer)$unit.classif
}

file <- file.path(folder, "points.raw")
values <- readBin(file, "numeric", n = file.size(file) / 4, size = 4)
points <- matrix(values, ncol = dimensions, byrow = TRUE)[, 1:16]
rm(values)
set.seed(1)
invisible(cluster(points[1:400, ]))
invisible(gc())

baseline <- peak()
seconds <- system.time(found <- cluster(points))[["elapsed"]]
write(found - 1, labels, ncolumns = 1)
cat(sprintf('{"seconds": %.6f, "baseline": %.0f, "peak": %.0f, "iterations": %d}\n', seconds, baseline, peak(), steps))
