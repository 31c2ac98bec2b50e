// What sets clusters apart: how the original columns differ between clusters.
//
//   const Profile about = profile(table, recipe, labels, {.features = &points.data});
//   about.sentences();   // "2  831 points  income 81,300 (others 52,100) ++, region north 71 % (25 %)", ...
#pragma once

#include <string>
#include <vector>

#include "mercer/recipe.hpp"

namespace mercer {

// A column of the table that was used. Numbers and dates (in days) have a shape in every cluster; categories
// and yes/no have shares of their values.
struct ProfileColumn {
  std::string name;
  Kind kind = Kind::number;
  bool time = false;                // dates with a time of day
  std::string unit;                 // "$" or "%"
  std::vector<std::string> values;  // of a category; the last is "(missing)" where cells are missing
  double low = 0, high = 0;         // numbers and dates: the range of the histograms
  double association = 0;           // 0 to 1: eta^2 of numbers and dates, Cramer's V of categories
};

// A column within a cluster.
struct ProfileCell {
  // Numbers and dates: of the cells that are not missing; NaN if all are.
  double mean = 0, deviation = 0, least = 0, lower = 0, median = 0, upper = 0, largest = 0;
  // Shares of those cells in equal steps of the column's range; what is beyond it is in the first and last.
  std::vector<double> histogram;
  Index missing = 0;
  double others = 0;  // the mean of all other clusters
  double effect = 0;  // (mean - others) / the pooled deviation; for a category that of its `telling` value
  // Categories.
  std::vector<double> shares;        // of each value, here
  std::vector<double> other_shares;  // and in all other clusters
  Index telling = 0;                 // the value whose share differs most
};

struct ProfileCluster {
  int label = 0;
  Index size = 0;
  double share = 0;                // of all points
  Index central_row = -1;          // of the frame: the most central point; -1: not known
  std::string central;             // its name, or "line 18"
  std::vector<ProfileCell> cells;  // one cell per column
};

struct Profile {
  std::vector<ProfileColumn> columns;
  std::vector<ProfileCluster> clusters;
  Index noise = 0;  // points in no cluster

  // One per cluster: its size and the columns that set it apart, at most `most` of them.
  std::vector<std::string> sentences(std::size_t most = 3) const;
  // {"columns": [...], "clusters": [{"label", "size", "columns": {...}, "sentence"}], "noise"}
  std::string to_json() const;
};

struct ProfileOptions {
  // To find the most central rows: the points that were clustered, or their distances to their own
  // prototypes.
  const Data* features = nullptr;
  Vector distances = {};
};

// `labels`: of every row of the frame, as Prepared::spread gives them; rows with a negative label belong to
// no cluster. Points and distances are those of rows that were not left out, in their order.
Profile profile(const Frame& frame, const Recipe& recipe, const Labels& labels,
                const ProfileOptions& options = {});

}  // namespace mercer
