// New rows of a table get the clusters of a model: a page of the tutorials shows these lines.
#include <algorithm>
#include <iostream>
#include <mercer/mercer.hpp>

int main() {
  const auto model = mercer::Model::load("customers.mercer");
  const auto table = mercer::read_frame("docs/data/customers.csv", model.recipe->request());
  const auto labels = model.predict(mercer::prepare(*model.recipe, table).data);
  std::cout << labels.size() << " rows";
  for (int j = 0; j <= *std::max_element(labels.begin(), labels.end()); ++j)
    std::cout << (j == 0 ? ": " : ", ") << std::count(labels.begin(), labels.end(), j) << " in cluster " << j;
  std::cout << "\n";
}
