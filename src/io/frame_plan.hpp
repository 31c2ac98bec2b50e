// Which columns of a file a frame holds, and what is known of them before their cells are read.
#pragma once

#include <string>
#include <vector>

#include "mercer/frame.hpp"

namespace mercer::io {

struct FramePlan {
  std::vector<Column> columns;  // of the frame, in its order
  std::vector<Index> slot;      // of each column of the file: its place in the frame, or Frame::none
  std::vector<bool> first;      // of each column of the frame: whether it is the first one of the file
  Index id = Frame::none, truth = Frame::none, weights = Frame::none;
};

// `names`: as in the file, possibly empty or twice. Unknown columns in the request are an Error(usage).
FramePlan plan_frame(const FrameRequest& request, const std::string& source, std::vector<std::string> names,
                     bool header);

// Whether a first line is of names: some field of it is neither a number, in any style, nor missing.
bool names_columns(const std::vector<std::string>& fields, char delimiter, const FrameRequest& request);

}  // namespace mercer::io
