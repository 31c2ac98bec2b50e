// What the browser may ask of a fit: the options of the command line, less those that name files.
#pragma once

#include "fit.hpp"

namespace mercer::cli {

// The options that are offered, with their sentences, values and defaults: the page's forms are made of this.
Json options_json();

// {"clusters": "3", "kernel": "gaussian:sigma=1", "standardize": true} -> the words of a command line.
// What is not offered is refused.
std::vector<std::string> words_of(const Json& options);

// The same as arguments, for a file at `path` that people know as `name`.
FitArguments fit_request(const std::string& path, const std::string& name, const Json& options);

// The lines of Python that give the same clusters; "" where there are none: documents, strings, graphs, a run
// that was stopped, or a way to read that Python does not have. `array` is the format of a file without kinds
// of columns: "npy", "libsvm" or "mtx"; "" is a table.
std::string python_lines(const FitArguments& a, const std::string& name, const Json& options,
                         const Result& result, const std::string& array = "");

}  // namespace mercer::cli
