// Ranks as Python has them: a communicator of mpi4py, or anything with its functions. The module itself needs
// no MPI.
#include "mercer/communicator.hpp"

#include <numeric>

#include "module.hpp"

namespace mercer::python {
namespace {

// gather(buffer, counts) and exchange(out, sent, in, received) of the Python object, with the interpreter's
// lock.
class PythonCommunicator final : public Communicator {
 public:
  explicit PythonCommunicator(py::object ranks)
      : ranks_(std::move(ranks)),
        rank_(ranks_.attr("rank").cast<int>()),
        size_(ranks_.attr("size").cast<int>()),
        on_machine_(ranks_.attr("on_machine").cast<int>()) {}

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  int on_machine() const override { return on_machine_; }
  void gather(std::byte* all, std::span<const std::size_t> counts) override {
    const py::gil_scoped_acquire gil;
    ranks_.attr("gather")(bytes(all, counts), numbers(counts));
  }
  void exchange(const std::byte* out, std::span<const std::size_t> sent, std::byte* in,
                std::span<const std::size_t> received) override {
    const py::gil_scoped_acquire gil;
    // It is only read.
    ranks_.attr("exchange")(bytes(const_cast<std::byte*>(out), sent), numbers(sent), bytes(in, received),
                            numbers(received));
  }

 private:
  static py::object bytes(std::byte* from, std::span<const std::size_t> counts) {
    constexpr int writable = 0x200;  // PyBUF_WRITE, which the headers show from 3.11 on
    static std::byte nothing;
    const auto total = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
    return py::object::stolen(PyMemoryView_FromMemory(reinterpret_cast<char*>(total > 0 ? from : &nothing),
                                                      static_cast<py::ssize_t>(total), writable));
  }
  static std::vector<std::size_t> numbers(std::span<const std::size_t> counts) {
    return {counts.begin(), counts.end()};
  }

  py::object ranks_;
  int rank_, size_, on_machine_;
};

class Sharing {
 public:
  explicit Sharing(py::object ranks) : communicator_(std::move(ranks)), together_(communicator_) {}

 private:
  PythonCommunicator communicator_;
  Together together_;
};

}  // namespace

void add_ranks(py::module_& module) {
  py::class_<Sharing>(module, "Sharing").def(py::init([](const py::object& ranks) {
    return std::make_shared<Sharing>(ranks);
  }));
  module.def("ranks", [] { return py::make_tuple(own_rank(), rank_count()); });
  module.def("traffic", [] {
    const std::vector<Traffic> sent = traffic();
    const Traffic last = sent.empty() ? Traffic{} : sent.back();
    return py::make_tuple(last.bytes, last.messages);
  });
}

}  // namespace mercer::python
