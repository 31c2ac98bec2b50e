// Groups on their way to the device.
#pragma once

#include "cuda/context.hpp"
#include "cuda/groups.hpp"
#include "cuda/launch.hpp"

namespace mercer::device {

class GroupParcel {
 public:
  GroupParcel(const Groups& all, Parcel& parcel) : members_(static_cast<int>(all.members())) {
    std::vector<int> columns, first, begin, signs;
    for (std::size_t g = 0; g < all.groups.size(); ++g) {
      const Group& group = all.groups[g];
      if (columns.empty() || columns.back() != group.column) {
        columns.push_back(static_cast<int>(group.column));
        first.push_back(static_cast<int>(g));
      }
      begin.push_back(static_cast<int>(group.begin));
      signs.push_back(group.sign);
    }
    targets_ = static_cast<int>(columns.size());
    groups_ = static_cast<int>(all.groups.size());
    first.push_back(groups_);
    begin.push_back(members_);
    places_ = {parcel.add(columns), parcel.add(first), parcel.add(begin), parcel.add(signs),
               parcel.add(all.points)};
    even_ = all.even;
    if (!even_) weights_ = parcel.add(all.weights);
  }
  // Once the parcel is there.
  DeviceGroups arrived(const Parcel& parcel) const {
    const auto at = [&](int i) { return parcel.at<int>(places_[static_cast<std::size_t>(i)]); };
    return {at(0),    at(1),   at(2),   at(3), at(4), even_ ? nullptr : parcel.at<double>(weights_),
            targets_, groups_, members_};
  }

 private:
  std::array<std::size_t, 5> places_{};
  std::size_t weights_ = 0;
  bool even_ = true;
  int targets_ = 0, groups_ = 0, members_ = 0;
};

// The same for their runs.
class RunParcel {
 public:
  RunParcel(const Groups& all, const Runs& runs, Parcel& parcel)
      : begin_(parcel.add(runs.begin)),
        points_(parcel.add(all.points)),
        count_(static_cast<int>(runs.count())) {
    std::vector<int> columns, signs;
    for (const int g : runs.group) {
      const Group& group = all.groups[static_cast<std::size_t>(g)];
      columns.push_back(static_cast<int>(group.column));
      signs.push_back(group.sign);
    }
    columns_ = parcel.add(columns);
    signs_ = parcel.add(signs);
    even_ = all.even;
    if (!even_) weights_ = parcel.add(all.weights);
  }
  // Once the parcel is there; the sums of points `rows` are.
  DeviceRuns arrived(const Parcel& parcel, Range rows) const {
    return {parcel.at<int>(begin_),
            parcel.at<int>(columns_),
            parcel.at<int>(signs_),
            parcel.at<int>(points_),
            even_ ? nullptr : parcel.at<double>(weights_),
            count_,
            static_cast<int>(rows.begin),
            static_cast<int>(rows.end)};
  }

 private:
  std::size_t begin_, points_, columns_ = 0, signs_ = 0, weights_ = 0;
  bool even_ = true;
  int count_;
};

}  // namespace mercer::device
