// Functions that a GPU runs as well: the same source for both.
#pragma once

#ifdef __CUDACC__
#define MERCER_ANYWHERE __host__ __device__
#else
#define MERCER_ANYWHERE
#endif
