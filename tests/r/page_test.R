# Runs the R of a page and compares what it prints with what the page shows: lines `#> ...` below an expression.
#
# If the page has commands of the program (MERCER), they are run first: they may write files that the R of the page reads.
#
#   R_LIBS=build/r/mercer.Rcheck MERCER=$PWD/build/mercer Rscript tests/r/page_test.R docs/r.md
library(mercer)
page <- readLines(commandArgs(TRUE)[1])
docs <- normalizePath("docs")
setwd(tempdir())
invisible(file.symlink(docs, "docs"))
for (command in grep("^[$] mercer ", page, value = TRUE))
  if (nzchar(Sys.getenv("MERCER"))) invisible(system(sub("^[$] mercer", Sys.getenv("MERCER"), command), intern = TRUE))
grDevices::pdf(NULL)

fences <- grep("^```", page)
begins <- fences[page[fences] == "```r"]
code <- unlist(lapply(begins, function(at) page[(at + 1):(min(fences[fences > at]) - 1)]))

shown <- function(lines) sub("^#> ?", "", grep("^#>", lines, value = TRUE))
printed <- function(expression) {
  error <- NULL
  lines <- utils::capture.output(tryCatch({
    value <- withVisible(eval(expression, globalenv()))
    if (value$visible) print(value$value)
  }, error = function(e) error <<- paste("Error:", conditionMessage(e))))
  c(lines, error)
}

# The last bits decide how many iterations there are, and they are the processor's.
comparable <- function(lines) gsub("after [0-9]+ iterations", "after N iterations", trimws(lines, "right"))

parsed <- parse(text = code, keep.source = TRUE)
places <- attr(parsed, "srcref")
wrong <- 0
for (i in seq_along(parsed)) {
  last <- if (i < length(parsed)) places[[i + 1]][1] - 1 else length(code)
  wanted <- comparable(shown(code[seq(places[[i]][3], last)]))
  got <- comparable(printed(parsed[[i]]))
  failed <- length(wanted) == 0 && any(startsWith(got, "Error: "))
  if (failed || (length(wanted) > 0 && !identical(wanted, got))) {
    wrong <- wrong + 1
    message("The page shows\n", paste0("  ", wanted, collapse = "\n"), "\nfor ", deparse(parsed[[i]])[1], ", which prints\n",
            paste0("  ", got, collapse = "\n"))
  }
}
message(length(parsed), " expressions, ", wrong, " of them print something else than the page shows")
quit(status = min(wrong, 1))
