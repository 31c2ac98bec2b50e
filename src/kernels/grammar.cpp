// The grammar of kernels, made here and nowhere else.
#include "mercer/kernels.hpp"

namespace mercer {

MERCER_GRAMMAR(template, Kernel);

}  // namespace mercer
