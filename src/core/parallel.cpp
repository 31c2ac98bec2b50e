#include "core/parallel.hpp"

#include <cblas.h>
#include <omp.h>

// OpenBLAS offers the setting; another BLAS may not.
extern "C" {
__attribute__((weak)) void openblas_set_num_threads(int);
__attribute__((weak)) int openblas_get_num_threads();
}

namespace mercer {

ThreadScope::ThreadScope(int threads)
    : threads_before_(omp_get_max_threads()),
      blas_before_(openblas_get_num_threads ? openblas_get_num_threads() : 1),
      eigen_before_(Eigen::nbThreads()) {
  Eigen::setNbThreads(1);  // its order of summation depends on how many share a product
  if (threads > 0) omp_set_num_threads(threads);
  if (openblas_set_num_threads) openblas_set_num_threads(1);
}

ThreadScope::~ThreadScope() {
  omp_set_num_threads(threads_before_);
  Eigen::setNbThreads(eigen_before_ == threads_before_ ? 0 : eigen_before_);  // 0: as many as OpenMP has
  if (openblas_set_num_threads) openblas_set_num_threads(blas_before_);
}

int thread_count() { return omp_get_max_threads(); }
int thread_index() { return omp_get_thread_num(); }

}  // namespace mercer
