// Model files of every version are read by every later one, and predict what they predicted.
#include <set>

#include "mercer/embed.hpp"
#include "model_files.hpp"

namespace mercer {
namespace {

using test::Json;
using test::ModelFile;

Matrix matrix_of(const Json& rows) {
  Matrix out(static_cast<Index>(rows.size()), rows.empty() ? 0 : static_cast<Index>(rows[0].size()));
  for (Index i = 0; i < out.rows(); ++i)
    for (Index j = 0; j < out.cols(); ++j)
      out(i, j) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].get<double>();
  return out;
}
Vector vector_of(const Json& values) {
  const auto all = values.get<std::vector<double>>();
  return Eigen::Map<const Vector>(all.data(), static_cast<Index>(all.size()));
}

template <class A, class B>
void expect_close(const A& found, const B& expected, double tolerance, const char* what) {
  if (found.cols() == 0 && expected.size() == 0) return;  // no cluster: a table without columns has no rows
  ASSERT_EQ(found.rows(), expected.rows()) << what;
  ASSERT_EQ(found.cols(), expected.cols()) << what;
  for (Index i = 0; i < found.rows(); ++i)
    for (Index j = 0; j < found.cols(); ++j)
      EXPECT_NEAR(found(i, j), expected(i, j), tolerance * std::max(1.0, std::abs(expected(i, j))))
          << what << " of point " << i << ", column " << j;
}

// What was refused then is refused now.
template <class F>
void expect_refused(const char* what, F&& f) {
  EXPECT_THROW(f(), Error) << what;
}

// Each point wholly in its own cluster.
Matrix whole(const Labels& labels, Index clusters) {
  Matrix W = Matrix::Zero(static_cast<Index>(labels.size()), clusters);
  for (Index i = 0; i < W.rows(); ++i)
    if (const int own = labels[static_cast<std::size_t>(i)]; own >= 0) W(i, own) = 1;
  return W;
}

// The version itself crashed here: this one must not.
bool crashed(const Json& entry, const char* what) { return entry.at(what) == "crashed"; }

void check_clustering(const ModelFile& file) {
  const Json& entry = file.entry;
  const Model model = Model::load(file.path);
  const Data points = test::points_for(model, file.input);
  const double tolerance = model.precision == Precision::single_ ? 1e-5 : 1e-9;
  if (entry.at("labels").is_null())
    expect_refused("labels", [&] { model.predict(points); });
  else
    EXPECT_EQ(model.predict(points), entry["labels"].get<Labels>());
  // A distance of nearly 0 is the root of rounding: its square is what can be compared.
  if (crashed(entry, "distances"))
    EXPECT_EQ(model.transform(points).rows(), points.size());
  else if (entry.at("distances").is_null())
    expect_refused("distances", [&] { model.transform(points); });
  else
    expect_close(Matrix(model.transform(points).cwiseAbs2()),
                 Matrix(matrix_of(entry["distances"]).cwiseAbs2()), tolerance, "squared distances");
  if (entry.at("memberships").is_null())
    expect_refused("memberships", [&] { model.memberships(points); });
  else
    expect_close(model.memberships(points),
                 entry["memberships"] == "whole" ? whole(entry["labels"].get<Labels>(), model.clusters())
                                                 : matrix_of(entry["memberships"]),
                 tolerance, "memberships");
  if (entry.at("outlier_scores").is_null())
    expect_refused("outlier scores", [&] { model.outlier_scores(points); });
  else
    expect_close(model.outlier_scores(points), vector_of(entry["outlier_scores"]), tolerance, "scores");
  // What is written now is read now, and says the same.
  const Model again = Model::parse(model.serialise());
  EXPECT_EQ(again.serialise(), model.serialise());
  if (!entry.at("labels").is_null()) EXPECT_EQ(again.predict(points), model.predict(points));
}

void check_embedding(const ModelFile& file) {
  const Json& entry = file.entry;
  const EmbedModel model = EmbedModel::load(file.path);
  const Data points = test::features(read_table(file.input));
  if (entry.at("coordinates").is_null())
    expect_refused("coordinates", [&] { model.transform(points); });
  else
    expect_close(model.transform(points), matrix_of(entry["coordinates"]), 1e-9, "coordinates");
  EXPECT_EQ(EmbedModel::parse(model.serialise()).serialise(), model.serialise());
}

TEST(ModelFiles, OfEveryVersionAreListed) {
  const auto versions = test::model_versions();
  ASSERT_FALSE(versions.empty());
  for (const auto& version : versions) {
    std::set<std::string> listed, there;
    for (const ModelFile& file : test::model_files(version)) listed.insert(file.path);
    for (const auto& file : std::filesystem::directory_iterator(version))
      if (file.path().extension() == ".mercer") there.insert(file.path());
    EXPECT_GT(listed.size(), 100U) << version;
    EXPECT_EQ(listed, there) << version;
  }
}

TEST(ModelFiles, OfEveryVersionPredictWhatTheyPredicted) {
  for (const ModelFile& file : test::all_model_files()) {
    SCOPED_TRACE(file.name());
    try {
      if (file.is_unreadable())
        EXPECT_EQ(Model::load(file.path).clusters(), 3);  // this version reads it
      else if (file.is_embedding())
        check_embedding(file);
      else
        check_clustering(file);
    } catch (const std::exception& e) {
      ADD_FAILURE() << e.what();
    }
  }
}

}  // namespace
}  // namespace mercer
