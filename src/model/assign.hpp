// New points against prototypes: distances become labels, memberships and scores.
#pragma once

#include "model/products.hpp"

namespace mercer {

// Squared distances and the sizes of the terms they were formed from, which decide ties.
struct Nearness {
  Matrix D2;    // m x k
  Vector self;  // |phi(z_i)|^2, 0 where unknown
  bool self_known = true;
  double epsilon = std::numeric_limits<double>::epsilon();
  Vector residual = {};  // of embedded points: what their features miss of the squared distances
};

// Points as the model knows them (checked, and standardised as the training points were), and what is asked.
Query query_of(const Model& model, const Data& points, const What& what = {});
// What follows from distances by the model's rule. Some kinds find labels by themselves.
Assignment by_rule(const Model& model, const Nearness& near, const What& what);
Assignment with_labels(const Model& model, Labels labels, const What& what);
// The parts of these. Distances, also those to centres of spheres, need k(z, z).
void require_self(const Nearness& near, Index columns);
Matrix distances_of(const Nearness& near, Index columns);
Matrix whole_memberships(const Labels& labels, Index clusters);
[[noreturn]] void no_outlier_scores();

// Training points keep the label they were given, which may not be that of the nearest prototype.
void keep_known_labels(const Model& model, const Query& query, Labels& labels);

// Label of each row: the nearest prototype, ties to the lowest index; for possibilistic the one it is most
// typical of.
Labels nearest_labels(const Matrix& D2, const Vector& self, const Vector& prototype_norms, double epsilon);
Labels labels_of(const Method& method, Matrix D2, const Vector& self, Vector prototype_norms, double epsilon);
// Squared norms of the prototypes in feature space.
Vector prototype_norms(const Model& model);
// The rule of the method on every row of distances.
Matrix memberships_of(const Method& method, const Matrix& D2);
// Whether the method is such a rule, which shares points among clusters.
bool has_memberships(const Method& method);
// 1 - the largest typicality of each point.
Vector outlier_scores_of(const Matrix& typicalities);

}  // namespace mercer
