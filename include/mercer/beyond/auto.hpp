// Finds clusters given only their number: tries many methods and chooses one by what the data say.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "mercer/beyond/graph_linkage.hpp"
#include "mercer/choice.hpp"
#include "mercer/types.hpp"

namespace mercer {

struct Auto {
  static constexpr std::string_view name = "auto",
                                    about = "tries 17 clusterings and takes the one with the best support";
  std::optional<std::string> take;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("take", self.take, "name of a candidate to take unchanged; auto = the one with the best support");
  }
};

enum class CandidateKind {
  genie,
  tree_cut,       // stray points are labelled from the cores
  cells,          // points that several runs of Genie keep together, joined on a graph
  graph_linkage,  // groups of nearest neighbours, joined on a graph
  spectral,
  kmeans,
  mixture,       // from the labels of k-means
  best_mixture,  // the one of largest ICL, from the labels of several candidates
  model          // a mixture of the kind that held-out points find likeliest; it has no vote
};

// What is tried: a kind, and the numbers in which it differs from others of its kind.
struct CandidateSpec {
  CandidateKind kind = CandidateKind::kmeans;
  double g = 0;          // of genie
  Index min_points = 1;  // of the tree that is cut
  Index neighbors = 0;   // of the graph; 0: the graph that was given
  GraphSimilarity linkage = GraphSimilarity::volume;

  std::string name() const;  // genie-0.3, graph-root-20, ...
  // genie:g=0.3, ...; another option in backquotes, as in messages (error.hpp).
  std::string method() const;
  bool operator==(const CandidateSpec&) const = default;
};

// One of the clusterings that were tried.
struct Candidate {
  CandidateSpec spec;
  std::string name, method;  // those of the spec
  std::string failure;       // why there is no clustering; empty if there is one
  Labels labels;             // 0 .. clusters - 1
  Index clusters = 0;        // found; a candidate with fewer than asked for can't be chosen
  double agreement = 0;      // mean adjusted Rand index with all candidates, itself included
  double mixture = 0;        // adjusted Rand index with the best Gaussian mixture
  double separation = 0;     // 0 to 1: gaps around the clusters against gaps inside them
  double score = 0;          // agreement + 0.35 gate mixture + 0.4 separation
};

// The candidates in one representation of the data.
struct Contest {
  std::string representation;  // raw | std | cosine
  std::vector<Candidate> candidates;
  double gate = 0;   // 0 to 1: how Gaussian the data look
  double delta = 0;  // held-out log density: the mixture's minus that of the best kernel density
  Index winner = 0;  // of the candidates; -1: none has all clusters
  // Whether the columns look like a table: many of them have two values, like indicators of categories.
  bool table = false;
  // delta for the model instead of the mixture, in all and in the first 2, 3 and 4 principal axes: the least
  // of these. If it is above 0, the model wins, whatever the scores.
  double model_delta = -std::numeric_limits<double>::infinity();
  bool by_model = false;

  // The first of a kind; none: that kind was not tried.
  const Candidate* of_kind(CandidateKind kind) const;
  // The one that won; none where nothing was tried.
  const Candidate* best() const;
};

// How `auto` came to its clusters.
struct Choice {
  std::vector<Contest> contests;  // one per representation; the first one holds the winner
  double confidence = 0;          // the adjusted Rand index that such evidence has gone with, on average
  bool number_found = false;  // the number of clusters was chosen from the data, so the doubt about it counts
  Index sampled = 0;          // points that were clustered, when not all of them
  Index moved = 0;            // points that got another label in the last vote
  Index dropped = 0;          // constant columns
  const Contest& contest() const { return contests.front(); }
  const Candidate& winner() const { return contest().candidates[static_cast<std::size_t>(contest().winner)]; }
};

// What new points need: y = (x - centre) scale; columns that were dropped have scale 0. If k-means won, new
// points go to the nearest mean; if a mixture won, to the likeliest component (of y axes, if it was fitted in
// principal axes); otherwise to the cluster of most of their 5 nearest neighbours.
struct AutoModel {
  std::string representation, winner;
  Vector centre, scale;
  Matrix axes;
  Matrix means;        // k x columns; none: neighbours vote
  Matrix covariances;  // of the components, one below the other
  Vector weights;      // of the components
  Index degrees = 0;   // of freedom, of Student's t; 0: Gaussian
};

}  // namespace mercer
