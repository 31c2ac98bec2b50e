// Hopper's instructions: barriers in shared memory, bulk copies, and products of tiles by a warpgroup.
#pragma once

#include <cuda_fp16.h>

#include <cstdint>

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
#define MERCER_HOPPER 1
#endif

namespace mercer::device {

// 2^x
__device__ __forceinline__ float power_of_two(float x) {
  float r;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
  return r;
}
__device__ __forceinline__ std::uint32_t shared_address(const void* p) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(p));
}

#ifdef MERCER_HOPPER
__device__ __forceinline__ void barrier_init(std::uint64_t* b, int arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(b)), "r"(arrivals));
}
__device__ __forceinline__ void barriers_ready() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
__device__ __forceinline__ void barrier_expect(std::uint64_t* b, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(b)), "r"(bytes)
               : "memory");
}
__device__ __forceinline__ void barrier_arrive(std::uint64_t* b) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(b)) : "memory");
}
// A warp arrives once, when all its lanes are there. racecheck follows barriers but not what __syncwarp orders
// before them: with MERCER_ALL_LANES_ARRIVE every lane arrives for itself, which is slower and can be checked.
#ifdef MERCER_ALL_LANES_ARRIVE
constexpr int warp_arrivals = 32;
#else
constexpr int warp_arrivals = 1;
#endif
__device__ __forceinline__ void warp_arrives(std::uint64_t* b, int lane) {
  __syncwarp();
  if (lane < warp_arrivals) barrier_arrive(b);
}
__device__ __forceinline__ void barrier_wait(std::uint64_t* b, int phase) {
  asm volatile(
      "{\n.reg .pred p;\nL%=: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@!p bra L%=;\n}" ::"r"(
          shared_address(b)),
      "r"(phase)
      : "memory");
}
__device__ __forceinline__ void bulk_copy(void* to, const void* from, int bytes, std::uint64_t* b) {
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
          shared_address(to)),
      "l"(from), "r"(bytes), "r"(shared_address(b))
      : "memory");
}
// Registers of a role: given up by the one that copies, taken by those that multiply.
__device__ __forceinline__ void few_registers() { asm volatile("setmaxnreg.dec.sync.aligned.u32 24;"); }
__device__ __forceinline__ void many_registers() { asm volatile("setmaxnreg.inc.sync.aligned.u32 240;"); }

// Operands in shared memory: K-major, 128-byte swizzle, groups of 8 rows 1024 bytes apart; the low word is
// address / 16 | 1 << 16.
__device__ __forceinline__ std::uint32_t descriptor(const void* p) {
  return __shfl_sync(~0u, (shared_address(p) >> 4) | (1u << 16), 0);
}
__device__ __forceinline__ void products_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void products_commit() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
// All are done, and later reads of `acc` stay behind it.
template <int R>
__device__ __forceinline__ void products_wait(float (&acc)[R]) {
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
#pragma unroll
  for (int i = 0; i < R; ++i) asm volatile("" : "+f"(acc[i])::"memory");
}

#define MERCER_F4(i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3])
#define MERCER_F16(i) MERCER_F4(i), MERCER_F4(i + 4), MERCER_F4(i + 8), MERCER_F4(i + 12)
#define MERCER_P32                                                                                          \
  "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%" \
  "28,%29,%30,"                                                                                             \
  "%31"
#define MERCER_P52 \
  MERCER_P32 ",%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48,%49,%50,%51"
#define MERCER_P64 MERCER_P52 ",%52,%53,%54,%55,%56,%57,%58,%59,%60,%61,%62,%63"
#define MERCER_WORDS(a, b, keep)                                                         \
  "{\n.reg .pred p;\n.reg .b64 x, y;\nmov.b64 x, {%" a ", 0x40000040};\nmov.b64 y, {%" b \
  ", 0x40000040};\nsetp.ne.b32 p, %" keep ", 0;\n"

// d (+)= A B', 16 halves of 64 rows of A and 64 or 128 of B
template <int Keep>
__device__ __forceinline__ void multiply_slice(float (&d)[32], std::uint32_t a, std::uint32_t b) {
  asm volatile(
      MERCER_WORDS("32", "33", "34") "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {" MERCER_P32
                                     "}, x, y, p, 1, 1, 0, 0;\n}\n"
      : MERCER_F16(0), MERCER_F16(16)
      : "r"(a), "r"(b), "n"(Keep));
}
template <int Keep>
__device__ __forceinline__ void multiply_slice(float (&d)[64], std::uint32_t a, std::uint32_t b) {
  asm volatile(
      MERCER_WORDS("64", "65", "66") "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {" MERCER_P64
                                     "}, x, y, p, 1, 1, 0, 0;\n}\n"
      : MERCER_F16(0), MERCER_F16(16), MERCER_F16(32), MERCER_F16(48)
      : "r"(a), "r"(b), "n"(Keep));
}
// The same with A from registers, and 104 rows of B
__device__ __forceinline__ void multiply_values(float (&d)[52], const std::uint32_t* a, std::uint32_t b,
                                                int keep) {
  asm volatile(
      "{\n.reg .pred p;\n.reg .b64 y;\nmov.b64 y, {%56, 0x40000040};\nsetp.ne.b32 p, %57, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n104k16.f32.f16.f16 {" MERCER_P52
      "}, {%52,%53,%54,%55}, y, p, 1, 1, 0;\n}\n"
      : MERCER_F16(0), MERCER_F16(16), MERCER_F16(32), MERCER_F4(48)
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b), "r"(keep));
}

// acc = A.B' = high high + high low + low high over all slices; chunk c of the operands is c * across_a (b)
// units of 16 bytes away.
template <int Slices, int I = 0, int R>
__device__ __forceinline__ void multiply_tiles(float (&acc)[R], std::uint32_t a, std::uint32_t b,
                                               int across_a, int across_b) {
  const auto at = [](int s, int across) { return (s >> 2) * across + (s & 3) * 2; };
  multiply_slice<(I > 0)>(acc, a + at(I, across_a), b + at(I, across_b));
  multiply_slice<1>(acc, a + at(I, across_a), b + at(I + Slices, across_b));
  multiply_slice<1>(acc, a + at(I + Slices, across_a), b + at(I, across_b));
  if constexpr (I + 1 < Slices) multiply_tiles<Slices, I + 1>(acc, a, b, across_a, across_b);
}
#endif

}  // namespace mercer::device
