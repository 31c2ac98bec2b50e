// What the pictures of several papers share.
#pragma once

#include "graph/edge.hpp"
#include "report/sketch.hpp"
#include "reproduce/experiment.hpp"

namespace mercer {

// Points in their plane, coloured by label. More than two columns are seen in their principal plane.
Sketch sketch_of(const std::string& title, const Data& data, const Labels& labels);

// How far each point is from belonging everywhere alike: 0 to 1.
Vector strength_of(const Matrix& memberships);

// The kernel matrix with the points of one label together, and its ten largest eigenvalues.
Picture gram_picture(const std::string& caption, const Matrix& K, const Labels& labels);
Picture eigenvalue_picture(const std::string& caption, const Matrix& K, Index strong);

// Straight lines through some points, in that order.
Matrix line_through(const Matrix& points, const std::vector<int>& rows);
// The way from one vertex to another: along a graph by the shortest path, along a tree by the only one.
std::vector<int> shortest_path(const SparseMatrix& graph, int from, int to);
std::vector<int> tree_path(const std::vector<Edge>& tree, int from, int to);

// The classes, and clusters in the colours of the classes that they match best. The title of clusters tells
// how many points are right: "(a) k-means: 69.4 % correct".
std::string classes_svg(const std::string& title, const Labelled& set);
std::string clusters_svg(const std::string& title, const Labelled& set, const Labels& labels);
Labels matched(const Labelled& set, const Labels& labels);

}  // namespace mercer
