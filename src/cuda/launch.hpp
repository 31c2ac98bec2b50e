// The kernels that a device runs, as plain functions: what is compiled by nvcc stands behind them.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

#include "cuda/device_kernel.hpp"

namespace mercer::device {

// Points as the plain tiles read them: those that `pick` names, or `count` of them from `first` on.
template <class T>
struct Points {
  const T* x;
  const T* norms;
  const T* widths;
  const int* pick;
  int first, count;
};

// Members of groups, by target column: groups first[t] .. first[t + 1] - 1 belong to columns[t].
struct DeviceGroups {
  const int* columns;     // of a target
  const int* first;       // targets + 1
  const int* begin;       // of a group's members, groups + 1
  const int* signs;       // of a group
  const int* points;      // members
  const double* weights;  // null: all 1
  int targets, groups, members;
};

// S(column of target, i) += sum of sign * weight * k(x_i, member), for the points i of x; S is columns x
// stride. Where `self` holds k(x_i, x_i) of all points, distances in feature space are summed in place of k.
template <class T>
void add_groups(const Points<T>& x, int d, const DeviceKernel& kernel, const DeviceGroups& groups,
                const double* self, double* S, std::size_t stride, cudaStream_t stream);

// Runs of members (groups.hpp), as the device sees them.
struct DeviceRuns {
  const int* begin;       // runs + 1
  const int* columns;     // of a run
  const int* signs;       // of a run
  const int* points;      // members
  const double* weights;  // null: all 1
  int runs;
  int first, last;  // points whose sums are there
};
// sums[r] = sum of sign * weight * S(column, member), or `more` of it; 0 for points whose sums are elsewhere
void read_runs(const DeviceRuns& runs, const double* S, std::size_t stride, bool more, double* sums,
               cudaStream_t stream);

// out(r, c) = k(rows r, columns c); `same`: both number the same points
template <class T>
void kernel_values(const Points<T>& rows, const Points<T>& columns, int d, const DeviceKernel& kernel,
                   bool same, double* out, cudaStream_t stream);
// Y(j, r) = sum_h k(rows r, columns h) W(h, j), W row by row with `width` columns; Y is width x stride
template <class T>
void kernel_product(const Points<T>& rows, const Points<T>& columns, int d, const DeviceKernel& kernel,
                    bool same, const T* W, int width, double* Y, std::size_t stride, cudaStream_t stream);
// norms[b width + j] = sum of W(h, j) S(j, h) over h of block b, `block` points each from `first` on
template <class T>
void product_norms(const T* W, int width, int first, int last, int block, const double* S, std::size_t stride,
                   double* norms, cudaStream_t stream);

// S(j, i) += step[j] (K(i) - S(j, i)) where step[j] > 0
void nudge_sums(const double* K, const double* step, int columns, int n, double* S, std::size_t stride,
                cudaStream_t stream);
// out(s k + l, i) = sum_j Z(s k + j, i) H(j, l)
void spread_sums(const double* Z, const double* H, int k, int columns, int n, double* out, std::size_t stride,
                 cudaStream_t stream);
// out(r, j) = S(first_column + j, pick ? pick[r] : first + r), row by row
void read_rows(const double* S, std::size_t stride, const int* pick, int first, int rows, int first_column,
               int columns, double* out, cudaStream_t stream);

// What the nearest prototype needs of all columns.
struct Nearest {
  const double* S;
  std::size_t stride;
  int first, last, columns;  // points, and of how many columns
  const double* self;
  const double* twice;  // 2 / mass; 0: empty
  const double* norms;  // infinite: empty
  double epsilon;
};
// now[i] = nearest column; moved[0 .. *count - 1] = the points where it differs from labels, ascending.
void find_nearest(const Nearest& of, const int* labels, int* now, unsigned char* flags, int* moved,
                  int* count, void* scratch, std::size_t scratch_bytes, cudaStream_t stream);
std::size_t find_nearest_scratch(int n);
// moved[0 .. count - 1] = the points whose move to another column gains more than `least`, ascending; weights
// null: all 1
void find_gaining(const Nearest& of, const int* labels, const double* mass, const double* weights,
                  double least, unsigned char* flags, int* moved, int* count, void* scratch,
                  std::size_t scratch_bytes, cudaStream_t stream);
// moves[3 e ...] = the e-th of *count (at most `most`) moved points, its label, and the new one, which it has
// from then on
void take_moves(const int* moved, const int* count, int most, int* labels, const int* now, int* moves,
                cudaStream_t stream);

}  // namespace mercer::device
