// Model files of every version are read by every later one, and predict what they predicted.
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "mercer/embed.hpp"
#include "support.hpp"

namespace mercer {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::vector<fs::path> versions() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(MERCER_TESTS "golden/models"))
    if (entry.is_directory()) found.push_back(entry.path());
  return found;
}

Json list_of(const fs::path& version) {
  std::ifstream file(version / "models.json");
  return Json::parse(file, nullptr, false);
}

// New points in the form that the model was fitted on.
Data points_for(const Model& model, const std::string& path) {
  if (model.description)
    return compares_graphs(model.description->kernel) ? model.description->rows(read_graphs(path))
                                                      : model.description->rows(read_strings(path));
  if (model.vocabulary) return Data(model.vocabulary->vectors(read_documents(path)));
  return test::features(read_table(path));
}

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

void check_clustering(const Json& entry, const std::string& model_path, const std::string& input) {
  const Model model = Model::load(model_path);
  const Data points = points_for(model, input);
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
  if (!entry.at("labels").is_null()) {
    EXPECT_EQ(again.predict(points), model.predict(points));
  }
}

void check_embedding(const Json& entry, const std::string& model_path, const std::string& input) {
  const EmbedModel model = EmbedModel::load(model_path);
  const Data points = test::features(read_table(input));
  if (entry.at("coordinates").is_null())
    expect_refused("coordinates", [&] { model.transform(points); });
  else
    expect_close(model.transform(points), matrix_of(entry["coordinates"]), 1e-9, "coordinates");
  EXPECT_EQ(EmbedModel::parse(model.serialise()).serialise(), model.serialise());
}

TEST(ModelFiles, OfEveryVersionAreListed) {
  const auto all = versions();
  ASSERT_FALSE(all.empty());
  for (const fs::path& version : all) {
    const Json list = list_of(version);
    ASSERT_TRUE(list.is_array()) << version << " has no list of its models";
    EXPECT_GT(list.size(), 100U) << version;
    std::set<std::string> listed, there;
    for (const auto& entry : list) listed.insert(entry.at("name").get<std::string>() + ".mercer");
    for (const auto& file : fs::directory_iterator(version))
      if (file.path().extension() == ".mercer") there.insert(file.path().filename());
    EXPECT_EQ(listed, there) << version;
  }
}

TEST(ModelFiles, OfEveryVersionPredictWhatTheyPredicted) {
  for (const fs::path& version : versions())
    for (const auto& entry : list_of(version)) {
      SCOPED_TRACE(version.filename().string() + ": " + entry.at("command").get<std::string>());
      const std::string model = version / (entry.at("name").get<std::string>() + ".mercer");
      const std::string input = version / "inputs" / entry.at("input").get<std::string>();
      try {
        if (entry.contains("unreadable")) continue;
        if (entry.contains("coordinates"))
          check_embedding(entry, model, input);
        else
          check_clustering(entry, model, input);
      } catch (const std::exception& e) {
        ADD_FAILURE() << e.what();
      }
    }
}

}  // namespace
}  // namespace mercer
