# Data as R has it: matrices, sparse matrices, distances, and data frames as lists of columns.

# One column of a data frame: numbers (NA is missing), days, or words.
column_of <- function(name, values) {
  column <- list(name = name, values = NULL, kind = NULL, order = NULL)
  if (length(dim(values)) == 2 && ncol(values) > 1)
    stop("column '", name, "' is a matrix; give each of its columns a name of its own", call. = FALSE)
  if (is.factor(values)) {
    column[c("values", "kind", "order")] <- list(as.character(values), "category", levels(values))
  } else if (inherits(values, "Date")) {
    column[c("values", "kind")] <- list(as.numeric(values), "date")
  } else if (inherits(values, "POSIXt")) {
    column[c("values", "kind")] <- list(as.numeric(as.POSIXct(values)) / 86400, "date")
  } else if (inherits(values, "difftime")) {
    column$values <- as.numeric(values, units = "days")
  } else if (is.numeric(values)) {
    column$values <- as.numeric(values)
  } else if (is.list(values)) {
    stop("column '", name, "' is a list; leave it out with drop = \"", name, "\"", call. = FALSE)
  } else {
    column$values <- as.character(values)
  }
  column
}

columns_of <- function(table) Map(column_of, names(table), table, USE.NAMES = FALSE)

# Points as the library takes them: a matrix, a sparse matrix of columns, or the columns of a table.
points_of <- function(x) {
  if (is.data.frame(x)) return(columns_of(x))
  if (is.list(x)) stop("`x` is a list; give a matrix of numbers with one row per point, or a data frame", call. = FALSE)
  if (inherits(x, "dist")) return(as.matrix(x))
  if (methods::is(x, "sparseMatrix")) return(methods::as(methods::as(x, "generalMatrix"), "CsparseMatrix"))
  if (is.numeric(x) && is.null(dim(x))) x <- matrix(x, ncol = 1)
  if (is.logical(x) && is.matrix(x)) storage.mode(x) <- "double"
  x
}

size_of <- function(x) if (inherits(x, "dist")) attr(x, "Size") else NROW(x)
names_of <- function(x) {
  if (inherits(x, "dist")) return(attr(x, "Labels"))
  if (is.data.frame(x) && .row_names_info(x) < 0) return(NULL)  # numbered, not named
  if (length(dim(x)) == 2) rownames(x) else names(x)
}

# Values of the points as values of all rows; NA where a row was left out.
spread <- function(values, rows, size) {
  if (is.null(rows) || is.null(values)) return(values)
  if (!is.matrix(values)) return(replace(rep(values[NA_integer_], size), rows, values))
  everywhere <- matrix(values[NA_integer_], size, ncol(values))
  everywhere[rows, ] <- values
  everywhere
}

# The variables of a formula, as a data frame; factors and words stay what they are.
variables <- function(formula, data) {
  terms <- stats::terms(formula, data = data)
  if (attr(terms, "response") > 0) stop("clusters have no response: write ~ a + b", call. = FALSE)
  if (any(attr(terms, "order") > 1))
    stop("a clustering has no interactions; write ~ a + b with the columns to use", call. = FALSE)
  frame <- stats::model.frame(terms, data = data, na.action = stats::na.pass)
  if (is.data.frame(data) && .row_names_info(data) < 0) attr(frame, "row.names") <- .set_row_names(nrow(frame))
  list(frame = frame, terms = attr(frame, "terms"))
}
