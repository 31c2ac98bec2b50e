// Groups on their way to the device.
#pragma once

#include "cuda/context.hpp"
#include "cuda/groups.hpp"
#include "cuda/launch.hpp"

namespace mercer::device {

class GroupParcel {
 public:
  GroupParcel(const Groups& all, Parcel& parcel) : members_(static_cast<int>(all.members())) {
    std::vector<int> columns, first, begin, signs, of_group;
    for (std::size_t g = 0; g < all.groups.size(); ++g) {
      const Group& group = all.groups[g];
      if (columns.empty() || columns.back() != group.column) {
        columns.push_back(static_cast<int>(group.column));
        first.push_back(static_cast<int>(g));
      }
      begin.push_back(static_cast<int>(group.begin));
      signs.push_back(group.sign);
      of_group.push_back(static_cast<int>(group.column));
    }
    targets_ = static_cast<int>(columns.size());
    groups_ = static_cast<int>(all.groups.size());
    first.push_back(groups_);
    begin.push_back(members_);
    places_ = {parcel.add(columns), parcel.add(first),    parcel.add(begin),
               parcel.add(signs),   parcel.add(of_group), parcel.add(all.points)};
    even_ = all.even;
    if (!even_) weights_ = parcel.add(all.weights);
  }
  // Once the parcel is there.
  DeviceGroups arrived(const Parcel& parcel) const {
    const auto at = [&](int i) { return parcel.at<int>(places_[static_cast<std::size_t>(i)]); };
    return {at(0),    at(1),   at(2),   at(3), at(4), at(5), even_ ? nullptr : parcel.at<double>(weights_),
            targets_, groups_, members_};
  }

 private:
  std::array<std::size_t, 6> places_{};
  std::size_t weights_ = 0;
  bool even_ = true;
  int targets_ = 0, groups_ = 0, members_ = 0;
};

}  // namespace mercer::device
