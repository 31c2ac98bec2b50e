// Fits, writes, reads and predicts with the n-th allocation failing, for many n: each ends with a result or
// an error, and nothing is left behind. faulty.cpp is preloaded. Each attempt is a process of its own, since
// the JSON library may end it (see end_without_catch in cli/main.cpp); there is nothing to look at then.
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "mercer/mercer.hpp"

namespace mercer {
namespace {

// Constructors of others leave behind what they have begun where an allocation within them fails: those of
// the JSON library some values, Eigen's of a sparse matrix one array. All else is ours, and leaves nothing.
struct Work {
  std::string name;
  std::function<void()> run;
  int may_leave = 0;
};
constexpr int of_json = 40, of_sparse = 1;

Matrix two_groups() {
  Matrix X(60, 2);
  for (Index i = 0; i < X.rows(); ++i) {
    const auto at = static_cast<double>(i);
    X.row(i) << std::fmod(at * 0.37, 1.0) + (i % 2 == 0 ? 0 : 5), std::fmod(at * 0.71, 1.0);
  }
  return X;
}

Options options_of(const char* method, const char* kernel) {
  Options o{.clusters = 2,
            .method = parse_choice<Method>(method, "method"),
            .kernel = parse_choice<Kernel>(kernel, "kernel")};
  if (finds_clusters(*o.method)) o.clusters = clusters_by_method;
  o.restarts = 2;
  o.max_iterations = 20;
  o.threads = 1;
  return o;
}

std::vector<Work> all_work() {
  const Matrix X = two_groups();
  std::vector<Work> all;
  for (const auto& [method, kernel] :
       std::vector<std::pair<const char*, const char*>>{{"kmeans", "none"},
                                                        {"kmeans", "gaussian"},
                                                        {"soft", "gaussian"},
                                                        {"fuzzy", "none"},
                                                        {"kmeans", "geodesic:neighbors=5"},
                                                        {"ward", "none"},
                                                        {"hdbscan", "none"},
                                                        {"genie", "connectivity"},
                                                        {"spectral", "gaussian"},
                                                        {"mixture", "none"},
                                                        {"one-class", "gaussian"},
                                                        {"svc", "gaussian"},
                                                        {"mean-shift", "none"},
                                                        {"auto", "none"}}) {
    const Options o = options_of(method, kernel);
    const bool paths = std::holds_alternative<Geodesic>(o.kernel);
    const std::string name = std::string(method) + ", " + kernel;
    all.push_back({"fit " + name, [X, o] { cluster(Data(X), o); }, paths ? of_sparse : 0});
    const Model model = cluster(Data(X), o).model;
    const std::string file = model.serialise();
    all.push_back({"write " + name, [model] { (void)model.serialise(); }, of_json});
    all.push_back({"read " + name, [file] { (void)Model::parse(file); }});
    all.push_back({"predict " + name, [model, X] { (void)model.assign(Data(X), {.labels = true}, 1); }});
  }
  return all;
}

using Begin = void (*)(long);
using End = long (*)(long*);
const auto begin = reinterpret_cast<Begin>(dlsym(RTLD_DEFAULT, "faulty_begin"));
const auto end = reinterpret_cast<End>(dlsym(RTLD_DEFAULT, "faulty_end"));

struct Outcome {
  long left = 0, made = 0;
};

Outcome attempt(const Work& work, long n) {
  Outcome out;
  begin(n);
  try {
    work.run();
  } catch (const Error&) {
  } catch (const std::bad_alloc&) {
  }
  out.left = end(&out.made);
  return out;
}

constexpr int most_left = 90, wrong = 91, ended = 92;

// How many blocks are left, in a process of its own.
int left_by(const Work& work, long n, long usual) {
  const pid_t child = fork();
  if (child == 0) {
    std::set_terminate([] { _exit(ended); });
    try {
      _exit(static_cast<int>(std::clamp<long>(attempt(work, n).left - usual, 0, most_left)));
    } catch (...) {
      _exit(wrong);
    }
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : wrong;
}

// What a run keeps for the next one (buffers of a thread, tables made once) is there after two.
bool nothing_leaks(const Work& work) {
  attempt(work, 0);
  attempt(work, 0);
  const Outcome usual = attempt(work, 0);
  int tried = 0, looked_at = 0, most = 0;
  bool good = true;
  for (long n = 1; n <= usual.made; n = std::max(n + 1, n * 5 / 4), ++tried) {
    const int left = left_by(work, n, usual.left);
    if (left == ended) continue;
    ++looked_at;
    if (left != wrong) most = std::max(most, left);
    if (left <= work.may_leave) continue;
    good = false;
    std::printf("%s: %s where allocation %ld of %ld fails\n", work.name.c_str(),
                left == wrong ? "it ends badly" : "something is not freed", n, usual.made);
  }
  std::printf("%-36s %6ld allocations, %2d attempts, %2d to their end, at most %d left\n", work.name.c_str(),
              usual.made, tried, looked_at, most);
  if (looked_at > 0 || tried == 0) return good;
  std::printf("%s: no attempt came to its end\n", work.name.c_str());
  return false;
}

}  // namespace
}  // namespace mercer

int main() {
  if (!mercer::begin || !mercer::end) {
    std::puts("preload the library of faulty.cpp");
    return 2;
  }
  bool good = true;
  for (const mercer::Work& work : mercer::all_work()) good = mercer::nothing_leaks(work) && good;
  return good ? 0 : 1;
}
