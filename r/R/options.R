# Options by name: those of the call, of the method and of the kernel. The library's own tables say which is which.

tables <- new.env(parent = emptyenv())  # read once

choices <- function() {
  if (is.null(tables$choices)) tables$choices <- choices_()
  tables$choices
}
defaults <- function() {
  if (is.null(tables$defaults)) tables$defaults <- defaults_()
  tables$defaults
}

#' What can be chosen
#'
#' Lists methods, kernels and other choices of the library, with a sentence about each, or the options of one of them.
#'
#' @param kind `"method"`, `"kernel"`, `"init"`, `"search"`, `"approx"`, `"embed"` or `"coordinates"` (the methods of
#'   [mercer_embed()]).
#' @param name One of the choices; NULL lists all.
#' @return A data frame. Without `name`: one row per choice, with its `name` and a sentence `about` it. With `name`: the
#'   options of that choice, their values and defaults.
#' @seealso [choice()] writes a choice as text.
#' @export
#' @examples
#' head(mercer_choices("method"))
#' mercer_choices("kernel", "gaussian")
mercer_choices <- function(kind = "method", name = NULL) {
  all <- choices()[[match.arg(kind, names(choices()))]]
  if (is.null(name))
    return(data.frame(name = names(all), about = vapply(all, `[[`, "", "about"), row.names = NULL))
  if (!name %in% names(all))
    stop("there is no ", kind, " '", name, "'", suggestion_(name, names(all)), call. = FALSE)
  all[[name]]$options
}

#' A choice with its options, as text
#'
#' Methods, kernels and the like are written `"name:option=value,option=value"`, as for the program. This function writes
#' such a text.
#'
#' @param name The name, as [mercer_choices()] lists them.
#' @param ... Its options by name. NULL leaves one at its default.
#' @return A character string.
#' @export
#' @examples
#' choice("gaussian", sigma = 0.7)
#' choice("som", grid = c(5, 8))
choice <- function(name, ...) {
  options <- Filter(Negate(is.null), list(...))
  if (length(options) == 0) return(name)
  paste0(name, if (grepl(":", name, fixed = TRUE)) "," else ":",
         paste0(names(options), "=", vapply(options, as_text, ""), collapse = ","))
}

# A value of an option: on and off, 5x8, or a number with as many digits as it needs.
as_text <- function(value) {
  if (is.character(value)) return(paste(value, collapse = "x"))
  if (is.logical(value)) return(if (isTRUE(value)) "on" else "off")
  tolower(paste(vapply(value, shortest, ""), collapse = "x"))
}

shortest <- function(number) {
  written <- sprintf(c("%.15g", "%.16g", "%.17g"), number)
  written[match(TRUE, as.numeric(written) == number, nomatch = 3)]
}

name_of <- function(text) if (is.null(text)) "" else sub(":.*", "", text)

# The options of the library that `...` of a call means: its own, those of the method, those of the kernel.
sort_options <- function(given, kind, methods, method, kernel) {
  if (length(given) > 0 && (is.null(names(given)) || any(names(given) == "")))
    stop("every option needs a name, as in `seed = 7`", call. = FALSE)
  plain <- names(defaults()[[kind]])
  of_method <- choices()[[methods]][[name_of(method)]]$options$option
  of_kernel <- choices()$kernel[[name_of(kernel)]]$options$option
  out <- given[names(given) %in% plain]
  rest <- given[setdiff(names(given), plain)]
  for (name in names(rest)) {
    if (name %in% of_method && name %in% of_kernel)
      stop("both method ", name_of(method), " and kernel ", name_of(kernel), " have an option '", name,
           "'; write it into the text, as in kernel = \"", name_of(kernel), ":", name, "=", as_text(rest[[name]]), "\"",
           call. = FALSE)
    if (!name %in% c(of_method, of_kernel)) refuse_option(name, c(of_method, of_kernel, plain), method, kernel)
  }
  if (!is.null(method)) out$method <- do.call(choice, c(list(method), rest[names(rest) %in% of_method]))
  if (!is.null(kernel)) out$kernel <- do.call(choice, c(list(kernel), rest[names(rest) %in% of_kernel]))
  if (is.null(out$threads) && "threads" %in% plain) out$threads <- threads_wanted()
  out
}

refuse_option <- function(name, known, method, kernel) {
  of <- c(if (!is.null(method)) paste("method", name_of(method)), if (!is.null(kernel)) paste("kernel", name_of(kernel)))
  stop("there is no option '", name, "'", if (length(of) > 0) paste(" of", paste(of, collapse = " or ")),
       suggestion_(name, known), call. = FALSE)
}

threads_wanted <- function() getOption("mercer.threads", 0L)

# 3, 2:8 (a range to choose from), "auto" (chosen from the data) or NULL (chosen by the method).
cluster_options <- function(clusters) {
  if (is.null(clusters)) return(list())
  if (identical(clusters, "auto")) return(list(clusters = -2))
  wrong <- !is.numeric(clusters) || length(clusters) == 0 || anyNA(clusters) || any(clusters < 1 | clusters %% 1 != 0)
  if (wrong) stop("clusters = ", deparse(clusters)[1], " is not a number of clusters: give 3, 2:8 or \"auto\"", call. = FALSE)
  if (length(clusters) == 1) return(list(clusters = clusters))
  list(clusters = min(clusters), most_clusters = max(clusters))
}
