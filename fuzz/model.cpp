// Model files, loaded and asked about new points. A checksum is no protection: the mutator makes it right
// again.
#include <algorithm>
#include <cstring>

#include "io/forged.hpp"
#include "mercer/model.hpp"
#include "target.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* bytes, std::size_t size, std::size_t most);
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* bytes, std::size_t size, std::size_t most,
                                               unsigned seed);

namespace mercer::fuzz {
namespace {

constexpr std::size_t preamble = 32, checksum = 8;  // of the format in io/archive.hpp

std::uint64_t word_at(const std::uint8_t* bytes, std::size_t at) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes + at, 8);
  return word;
}

// A right length and a right checksum; the length of the JSON text stays as it is.
std::size_t repaired(std::uint8_t* bytes, std::size_t size) {
  std::string content = text_of(bytes, size / 8 * 8 - checksum);
  const std::uint64_t total = content.size() + checksum;
  std::memcpy(content.data() + 16, &total, 8);
  content = test::sealed(content);
  std::memcpy(bytes, content.data(), content.size());
  return content.size();
}

void predict(const Model& model) {
  constexpr Index rows = 3, most_columns = 1000;
  if (model.dimensions() > most_columns) return;
  Matrix points(rows, model.dimensions());
  for (Index i = 0; i < points.size(); ++i) points.data()[i] = static_cast<double>(i % 7) - 2.5;
  allow_refusal([&] { model.assign(Data(points), {.labels = true, .distances = true}, 1); });
  allow_refusal([&] { model.assign(Data(points), {.labels = true, .memberships = true}, 1); });
  allow_refusal([&] { model.assign(Data(points), {.labels = true, .outlier_scores = true}, 1); });
}

}  // namespace
}  // namespace mercer::fuzz

// Either the JSON text or the arrays change in their place, or anything does.
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* bytes, std::size_t size, std::size_t most, unsigned seed) {
  using namespace mercer::fuzz;
  if (size < preamble + checksum) size = LLVMFuzzerMutate(bytes, size, most);
  if (size < preamble + checksum) return size;
  const std::size_t room = size - preamble - checksum;
  const std::size_t json = std::min<std::size_t>(word_at(bytes, 24), room);
  if (seed % 4 < 2 && json > 0) {
    const std::size_t used = LLVMFuzzerMutate(bytes + preamble, json, json);
    std::memset(bytes + preamble + used, ' ', json - used);
  } else if (seed % 4 == 2 && room > json) {
    LLVMFuzzerMutate(bytes + preamble + json, room - json, room - json);
  } else {
    size = std::max(LLVMFuzzerMutate(bytes, size, most), preamble + checksum);
  }
  return repaired(bytes, std::min(size, most));
}

int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace mercer::fuzz;
  allow_refusal([&] { predict(mercer::Model::parse(text_of(bytes, size))); });
  return 0;
}
