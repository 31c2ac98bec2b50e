// Where the points of an experiment come from.
#pragma once

#include "mercer/generate.hpp"
#include "reproduce/experiment.hpp"

namespace mercer {

// A table with a column `label`; `{}` in its name is the number of the run, from 0.
Source file(const std::string& name);
// What `mercer generate` makes; the run is its seed.
Source generated(const std::string& shape, const GenerateOptions& options = {});
// The class of this number is noise.
Source noise(const Source& source, int label);
// Every column with mean 0 and deviation 1.
Source standardized(const Source& source);
// The first two principal components of the columns.
Source plane(const Source& source);
// A draw of 20 Newsgroups as tf-idf over 1000 words.
Source newsgroups(const std::string& draws);
// exp(-d^2 / 2 sigma^2) with the distance d = 1 - cosine between rows: a kernel matrix.
Source gaussian_of_cosine(const Source& source, double sigma);

// Every run is drawn once, however often it is asked for.
Source remembered(const Source& source);

// The path of a file of the data, compressed or not: in `folder`, unless that is "", or among those that come
// with mercer. An error "data not found: NAME" where there is none.
std::string find_data(const std::string& folder, const std::string& name);

}  // namespace mercer
