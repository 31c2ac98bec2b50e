#include "mercer/device.hpp"

namespace mercer::grammar {

bool parse(std::string_view text, DeviceChoice& field) {
  using Where = DeviceChoice::Where;
  DeviceChoice read;
  if (text == "cpu") {
    read.where = Where::cpu;
  } else if (text.substr(0, 3) == "gpu") {
    read.where = Where::gpu;
    if (text.size() > 3 && (text[3] != ':' || !parse(text.substr(4), read.number) || read.number < 0))
      return false;
  } else if (text != "auto") {
    return false;
  }
  field = read;
  return true;
}

std::string format(const DeviceChoice& field) {
  if (field.where == DeviceChoice::Where::automatic) return "auto";
  if (field.where == DeviceChoice::Where::cpu) return "cpu";
  return field.number == 0 ? "gpu" : "gpu:" + std::to_string(field.number);
}

}  // namespace mercer::grammar
