// A column of text beside other columns: terms of length one, brought to the scale of the others.
#pragma once

#include <vector>

#include "mercer/recipe.hpp"

namespace mercer {

// The terms, their weights, and the height s = 1 / sqrt(q - |m|^2), where q is the share of rows that have a
// term and m the mean of all: over random pairs E|x - y|^2 = 2 s^2 (q - |m|^2) = 2, as for a number of
// deviation 1. A category is the case of documents of one word.
void learn_terms(RecipeColumn& made, const Frame& frame, Index column, const TextOptions& options);

// What each distinct text of a column becomes: its terms and their values, height included. Empty: it has
// none of the terms.
struct TermValue {
  Index term = 0;
  double value = 0;
};
std::vector<std::vector<TermValue>> term_values(const RecipeColumn& made, const Words& texts);

}  // namespace mercer
