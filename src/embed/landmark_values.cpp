#include "embed/landmark_values.hpp"

namespace mercer {

template <class T>
LandmarkValues<T>::LandmarkValues(const FeatureMap& map, const Kernel& kernel)
    : tiles_(map.landmarks, kernel, false) {
  tiles_.pack(0, tiles_.size(), landmarks_);
  index_features(landmarks_);
}

template <class T>
void LandmarkValues<T>::fill(const Data& points, Index begin, Index end, T* out, double* self) const {
  PointBlock<T> block;
  tiles_.pack_new(points, {}, begin, end, block);
  tiles_.evaluate(block, landmarks_, out, count());
  for (Index i = 0; i < end - begin; ++i) self[i] = tiles_.self(block, i);
}

template class LandmarkValues<float>;
template class LandmarkValues<double>;

}  // namespace mercer
