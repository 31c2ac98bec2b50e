// Products of the kernel between new points and those that a model keeps.
#pragma once

#include "model/query.hpp"

namespace mercer {

struct ProductOptions {
  bool origin_free = true;  // only distances matter: the linear kernel may be centred
  Index neighbors = 0;      // the kernel counts among this many nearest points only; 0: among all
};

struct Products {
  Matrix KW;    // k(Z, X) W
  Vector self;  // k(z, z) of each new point, 0 where it is not known
  bool self_known = true;
  double epsilon = std::numeric_limits<double>::epsilon();  // relative rounding error
};
Products kernel_products(Query& query, const Matrix& W, const ProductOptions& options = {});

// k(z, z) of rows of similarities. Points know their own: for them it is empty.
struct Self {
  Vector values;
  bool known = true;
};
Self self_of(const Query& query);

// k(z, z) of new points, where the training points all have the same; else NaN.
double constant_self(const Vector& self);

// For each of the points the first training point that equals it, or -1. None where no points are kept.
std::vector<Index> find_known(const Data& training, const Data& points);

}  // namespace mercer
