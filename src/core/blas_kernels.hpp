// Which of its kernels OpenBLAS uses.
#pragma once

#include <string_view>

namespace mercer {

// OpenBLAS picks kernels by the model of the processor. Versions that don't know the model (Debian's 0.3.21
// on Sapphire Rapids, say) take those of a processor of 2004, which are four times slower. The name of better
// ones for this processor, if those named `in_use` have no AVX and the processor does; else empty.
std::string_view better_blas_kernels(std::string_view in_use);

// Makes OpenBLAS use them, unless the user chose some by OPENBLAS_CORETYPE, or another BLAS is linked. It
// happens when the library is loaded, before we call BLAS.
void choose_blas_kernels();

}  // namespace mercer
