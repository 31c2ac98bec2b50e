// New points against the prototypes of a model.
#pragma once

#include "mercer/model.hpp"

namespace mercer {

// Squared distances and the sizes of the terms they were formed from, which decide ties.
struct Assignment {
  Matrix D2;    // m x k
  Vector self;  // |phi(z_i)|^2, 0 where unknown
  bool self_known = true;
  double epsilon = 0;
  Vector residual = {};  // of embedded points: what their features miss of the squared distances
};
Assignment assign(const Model& model, const Data& points);
// The same in two steps: points as the model knows them (checked, and standardised as the training points
// were), and their distances.
Data known_points(const Model& model, const Data& points);
Assignment assign_known(const Model& model, const Data& points);
// Throws where distances were formed without k(z, z).
void require_self(const Assignment& assignment, Index columns);

// Points that the model was fitted on keep the label they were given, which may not be that of the nearest
// prototype (method spectral).
void keep_known_labels(const Model& model, const Data& points, Labels& labels);

// Label of each row: the nearest prototype, ties to the lowest index; for possibilistic the one it is most
// typical of.
Labels nearest_labels(const Matrix& D2, const Vector& self, const Vector& prototype_norms, double epsilon);
Labels labels_of(const Method& method, Matrix D2, const Vector& self, Vector prototype_norms, double epsilon);
// Squared norms of the prototypes in feature space.
Vector prototype_norms(const Model& model);
// The rule of the model on every row of distances.
Matrix memberships_of(const Method& method, const Matrix& D2);
// Whether these need the distances themselves, k(z, z) and all, and not only their differences.
bool needs_distances(const Method& method);
// 1 - the largest typicality of each point.
Vector outlier_scores_of(const Matrix& typicalities);
// k(z, z) of new points, where the training points all have the same; else NaN.
double constant_self(const Vector& self);
// Coefficients of the training points: n x k.
Matrix coefficients_of(const Model& model);

}  // namespace mercer
