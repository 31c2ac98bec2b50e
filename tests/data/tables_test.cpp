// Ten tables as people have them: each is read, and its clusters are found, with nothing said but how many.
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "io/temporary.hpp"
#include "mercer/mercer.hpp"

namespace mercer {
namespace {

struct Messy {
  std::string path;
  Index classes = 0;
  Labels truth;
};

std::vector<Messy> messy_tables(const test::TemporaryFolder& folder) {
  const std::string command = "python3 " MERCER_TESTS "data/tables/make_tables.py '" + folder.file("") + "'";
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  std::vector<Messy> tables;
  for (const auto& entry : nlohmann::json::parse(std::ifstream(folder.file("tables.json")))) {
    const std::string file = entry["file"];
    const auto stem = file.substr(0, file.find('.'));
    tables.push_back(
        {folder.file(file), entry["classes"], encode(read_labels(folder.file(stem + ".classes")))});
  }
  return tables;
}

double agreement(const Prepared& points, const Messy& table, const Method& method) {
  Options options;
  options.clusters = table.classes;
  options.method = method;
  return score(cluster(points.data, options).labels, table.truth).ari;
}

TEST(Tables, ShowTheirClusters) {
  const test::TemporaryFolder folder;
  const auto tables = messy_tables(folder);
  ASSERT_EQ(tables.size(), 10U);
  for (const auto& table : tables) {
    SCOPED_TRACE(table.path);
    const Frame frame = read_frame(table.path);
    ASSERT_EQ(frame.rows(), static_cast<Index>(table.truth.size()));
    const Prepared points = prepare(learn(frame).recipe, frame);
    EXPECT_GE(agreement(points, table, Auto{}), 0.8);
    EXPECT_GE(agreement(points, table, Hard{}), 0.8);
  }
}

// What the columns were taken for, of the tables that have most of them.
TEST(Tables, HaveTheKindsThatTheyWereGiven) {
  const test::TemporaryFolder folder;
  messy_tables(folder);
  const auto kinds = [&](const std::string& file) {
    std::string all;
    const Recipe recipe = learn(read_frame(folder.file(file))).recipe;
    for (const auto& column : recipe.columns)
      all += column.name + " " + std::string(name_of(column.kind)) + ", ";
    return all + "id " + recipe.id;
  };
  EXPECT_EQ(kinds("customers.csv"),
            "Region category, Kunde seit date, Einkommen number, Besuche number, id Kunde");
  EXPECT_EQ(kinds("patients.csv"),
            "Stadt category, geboren date, smoker yes/no, pressure number, sugar number, id patient_id");
  EXPECT_EQ(kinds("shops.tsv"), "place category, opened date, square metres number, margin number, id shop");
  EXPECT_EQ(kinds("flowers.csv"),
            "sepal length number, sepal width number, petal length number, petal width number, id column 1");
  EXPECT_EQ(kinds("salaries.csv"),
            "salary number, bonus number, hired date, department category, remote yes/no, id ");
  EXPECT_EQ(kinds("reviews.csv"), "stars number, stars.2 number, kind of place category, id ");
  EXPECT_EQ(kinds("sensors.txt"), "pressure number, heat number, valve yes/no, day date, id ");
  EXPECT_EQ(kinds("animals.arff"),
            "legs category, milk category, cover category, body weight number, id name");
  EXPECT_EQ(kinds("orders.sqlite"),
            "country category, total number, items number, paid yes/no, day date, id order_id");
  EXPECT_EQ(kinds("houses.csv"), "price number, degrees in winter number, rooms number, id ");
}

// The training table with its columns in another order and one more gives the same points.
TEST(Tables, GiveTheSamePointsInAnyOrderOfColumns) {
  const test::TemporaryFolder folder;
  messy_tables(folder);
  const Frame frame = read_frame(folder.file("customers.csv"));
  const Recipe recipe = Recipe::from_json(learn(frame).recipe.to_json());
  std::string text;
  std::ifstream lines(folder.file("customers.csv"));
  for (std::string line; std::getline(lines, line);) {
    line.erase(line.find_last_not_of('\r') + 1);
    std::vector<std::string> fields;
    for (std::size_t at = 0, end = 0; end != std::string::npos; at = end + 1)
      fields.push_back(line.substr(at, (end = line.find(';', at)) == std::string::npos ? end : end - at));
    text += "extra";
    for (auto field = fields.rbegin(); field != fields.rend(); ++field) text += ";" + *field;
    text += "\n";
  }
  const Frame shuffled = read_frame(folder.with("shuffled.csv", text), recipe.request());
  EXPECT_EQ(prepare(recipe, shuffled).data.dense(), prepare(recipe, frame).data.dense());
}

}  // namespace
}  // namespace mercer
