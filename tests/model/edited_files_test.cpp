// Model files are not to be trusted, though their checksum is right: one whose parts were edited is refused
// with an Error, or predicts something; it never crashes, and never allocates what it says.
#include <functional>
#include <limits>

#include "io/forged.hpp"
#include "io/temporary.hpp"
#include "mercer/embed.hpp"
#include "model_files.hpp"

namespace mercer {
namespace {

using test::Json;
using test::ModelFile;

struct Array {
  Json entry;
  std::string bytes;
};

// A model file taken apart.
struct Parts {
  Json header;
  std::vector<Array> arrays;

  explicit Parts(const std::string& file) {
    std::uint64_t length = 0;
    std::memcpy(&length, file.data() + 24, 8);
    const Json all = Json::parse(file.substr(32, length));
    header = all.at("header");
    for (const Json& entry : all.at("arrays")) {
      std::size_t bytes = entry.at("type") == "f64" || entry.at("type") == "i64" ? 8 : 4;
      for (const Json& extent : entry.at("shape")) bytes *= extent.get<std::size_t>();
      arrays.push_back({entry, file.substr(32 + length + entry.at("offset").get<std::size_t>(), bytes)});
    }
  }

  std::string file() const {
    Json list = Json::array();
    std::string values;
    for (const Array& array : arrays) {
      Json entry = array.entry;
      entry["offset"] = values.size();
      list.push_back(entry);
      values += array.bytes;
      values.resize((values.size() + 7) / 8 * 8, '\0');
    }
    return test::forged(Json({{"header", header}, {"arrays", list}}).dump(), values);
  }
};

// Each edit is given to `see`, with words that say what it is.
using See = std::function<void(const Parts&, const std::string&)>;

template <class T>
void put_value(Array& array, std::size_t at, T value) {
  if (array.bytes.size() >= (at + 1) * sizeof(T))
    std::memcpy(array.bytes.data() + at * sizeof(T), &value, sizeof(T));
}

template <class T>
void edit_values(const Parts& parts, std::size_t a, const std::vector<T>& values, const See& see) {
  const std::size_t count = parts.arrays[a].bytes.size() / sizeof(T);
  for (const T value : values)
    for (const std::size_t at : {std::size_t{0}, count / 2, count - 1}) {
      if (count == 0 || (at > 0 && at == count / 2 && count < 3)) continue;
      Parts edited = parts;
      put_value(edited.arrays[a], at, value);
      see(edited, "value " + std::to_string(value) + " at " + std::to_string(at));
    }
}

void edit_shape(const Parts& parts, std::size_t a, const See& see) {
  const Json shape = parts.arrays[a].entry.at("shape");
  const auto with = [&](const Json& other, std::ptrdiff_t rows, const std::string& words) {
    Parts edited = parts;
    Array& array = edited.arrays[a];
    const std::size_t row = array.bytes.size() / std::max<std::size_t>(1, shape[0].get<std::size_t>());
    array.entry["shape"] = other;
    if (rows != 0) array.bytes.resize(array.bytes.size() + static_cast<std::size_t>(rows) * row, '\0');
    see(edited, words);
  };
  Json fewer = shape, more = shape, empty = shape, turned = shape;
  const auto first = shape[0].get<std::int64_t>();
  if (first > 0) {
    fewer[0] = first - 1;
    with(fewer, -1, "a row less");
  }
  more[0] = first + 1;
  with(more, 1, "a row more");
  empty[0] = 0;
  with(empty, 0, "no rows");
  if (shape.size() == 2) {
    turned[0] = shape[1];
    turned[1] = shape[0];
    with(turned, 0, "turned");
    with(Json::array({shape[0].get<std::int64_t>() * shape[1].get<std::int64_t>()}), 0, "flat");
    Json wide = shape;
    wide[0] = 0;
    wide[1] = std::int64_t{1} << 60;
    with(wide, 0, "empty and wide");
  } else {
    with(Json::array({shape[0], 1}), 0, "a column");
  }
  for (const Json& extent : {Json(-1), Json(1e300), Json(1.5), Json("x"), Json(nullptr),
                             Json(~std::uint64_t{0}), Json(std::int64_t{1} << 62)}) {
    Json other = shape;
    other[0] = extent;
    with(other, 0, "extent " + extent.dump());
  }
}

void edit_array(const Parts& parts, std::size_t a, const See& see) {
  Parts without = parts;
  without.arrays.erase(without.arrays.begin() + static_cast<std::ptrdiff_t>(a));
  see(without, "left out");
  edit_shape(parts, a, see);
  const std::string type = parts.arrays[a].entry.at("type");
  for (const char* other : {"f64", "f32", "i32", "i64", "f16"}) {
    Parts edited = parts;
    edited.arrays[a].entry["type"] = other;
    see(edited, std::string("type ") + other);
  }
  const double inf = std::numeric_limits<double>::infinity();
  if (type == "f64") edit_values<double>(parts, a, {std::nan(""), inf, -inf, -1, 0, 1e308, 1e-308}, see);
  if (type == "f32") edit_values<float>(parts, a, {std::nanf(""), 3e38F, -1, 0}, see);
  if (type == "i32")
    edit_values<std::int32_t>(
        parts, a, {-1, -2, 0, 1, 7, 1000, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()},
        see);
  if (type == "i64")
    edit_values<std::int64_t>(
        parts, a,
        {-1, 0, 1, std::int64_t{1} << 31, std::int64_t{1} << 62, std::numeric_limits<std::int64_t>::max()},
        see);
}

const std::vector<Json>& odd_values() {
  static const std::vector<Json> values = {
      nullptr,           -1,  0,    1,   3,  1e300,         -1e300,         std::int64_t{1} << 62,
      ~std::uint64_t{0}, 0.5, true, "x", "", Json::array(), Json::object(), Json::array({"a", "b"})};
  return values;
}

// Every value of an object becomes another one, or goes away.
void edit_object(const Parts& parts, const Json::json_pointer& at, const See& see) {
  for (const auto& [key, value] : parts.header.at(at).items()) {
    Parts edited = parts;
    edited.header.at(at).erase(key);
    see(edited, "header without " + key);
    for (const Json& odd : odd_values()) {
      edited.header.at(at)[key] = odd;
      see(edited, "header " + key + " = " + odd.dump());
    }
    if (value.is_object()) edit_object(parts, at / key, see);
  }
}

void edit_choices(const Parts& parts, const See& see) {
  const auto choices = [&](const char* key, std::initializer_list<const char*> texts) {
    if (!parts.header.contains(key)) return;
    for (const char* text : texts) {
      Parts edited = parts;
      edited.header[key] = text;
      see(edited, std::string(key) + " = " + text);
    }
  };
  choices("method", {"kmeans",
                     "soft",
                     "soft:beta=-1",
                     "soft:beta=nan",
                     "fuzzy:m=1",
                     "fuzzy:m=nan",
                     "fuzzy",
                     "possibilistic",
                     "k-harmonic:p=-1",
                     "iwc:b=0",
                     "neural-gas:lambda_final=0",
                     "som",
                     "som:grid=-1x-3",
                     "som:grid=100000x100000",
                     "som:grid=1x3",
                     "tree-cut",
                     "single",
                     "ward",
                     "genie",
                     "hdbscan",
                     "spectral",
                     "spectral:neighbors=3",
                     "spectral:neighbors=-1",
                     "spectral:neighbors=100000",
                     "one-class",
                     "spheres",
                     "svc",
                     "mean-shift",
                     "mixture",
                     "graph-linkage",
                     "auto",
                     "soft:prototypes=input"});
  choices("kernel", {"none",
                     "linear",
                     "gaussian",
                     "gaussian:sigma=0",
                     "gaussian:sigma=nan",
                     "gaussian:sigma=1,gamma=1",
                     "gaussian:local",
                     "gaussian:local,neighbors=-5",
                     "gaussian:local,neighbors=2000000000",
                     "gaussian:sigma=2",
                     "polynomial:degree=-3",
                     "polynomial:degree=2000000000",
                     "laplacian",
                     "laplacian:sigma=-1",
                     "sigmoid",
                     "cosine",
                     "precomputed",
                     "dissimilarity",
                     "dissimilarity:power=7",
                     "geodesic",
                     "geodesic:neighbors=-1",
                     "geodesic:metric=precomputed",
                     "geodesic:shift=none",
                     "geodesic:metric=cosine",
                     "connectivity",
                     "connectivity:min_points=-1",
                     "connectivity:min_points=1000000000",
                     "connectivity:min_points=3",
                     "connectivity:metric=precomputed",
                     "connectivity:metric=manhattan",
                     "diffusion",
                     "spectrum",
                     "subsequence",
                     "weisfeiler-lehman"});
  choices("precision", {"float", "double", "auto", "half"});
  choices("approx", {"none", "nystrom", "rff", "minibatch", "auto"});
  choices("points", {"float", "double", "sparse"});
  choices("landmarks", {"float", "double", "sparse"});
  const std::initializer_list<const char*> kinds = {"vectors",  "expansion", "features", "components",
                                                    "spectral", "nearest",   "mixture",  "spheres",
                                                    "contours", "vote",      "edges",    "automatic"};
  choices("holds", kinds);
  choices("prototypes", kinds);
  choices("coordinates",
          {"pca", "spectral", "spectral:neighbors=3", "spectral:neighbors=-1", "spectral:neighbors=100000"});
}

void every_edit(const std::string& file, const See& see) {
  const Parts parts(file);
  ASSERT_EQ(Parts(parts.file()).header, parts.header);
  for (std::size_t a = 0; a < parts.arrays.size(); ++a)
    edit_array(parts, a, [&](const Parts& edited, const std::string& words) {
      see(edited, "array " + parts.arrays[a].entry.at("name").get<std::string>() + ": " + words);
    });
  edit_object(parts, Json::json_pointer(), see);
  for (const Json& odd : odd_values()) {
    Parts edited = parts;
    edited.header = odd;
    see(edited, "header = " + odd.dump());
  }
  edit_choices(parts, see);
}

int refused = 0, accepted = 0;

// `use` loads and predicts. Error is all that it may throw.
template <class Use>
void expect_safe(const std::string& words, Use&& use) {
  try {
    use();
    ++accepted;
  } catch (const Error&) {
    ++refused;
  } catch (const std::exception& e) {
    ADD_FAILURE() << words << ": " << e.what();
  }
}

void predict_all(const Model& model, const Data& points) {
  for (const What& what : {What{true, false, false, false}, What{false, true, false, false},
                           What{false, false, true, false}, What{false, false, false, true}}) {
    Assignment found;
    try {
      found = model.assign(points, what);
    } catch (const Error&) {
      continue;
    }
    for (const int label : found.labels) {
      EXPECT_GE(label, -1);
      EXPECT_LT(label, model.clusters());
    }
  }
}

TEST(EditedFiles, AreRefusedOrPredict) {
  refused = accepted = 0;
  for (const ModelFile& file : test::all_model_files()) {
    if (file.is_embedding()) continue;
    SCOPED_TRACE(file.name());
    const Model model = Model::load(file.path);
    const Data points = test::points_for(model, file.input);
    every_edit(model.serialise(), [&](const Parts& edited, const std::string& words) {
      expect_safe(words, [&] { predict_all(Model::parse(edited.file()), points); });
    });
  }
  EXPECT_GT(refused, 20000);
  EXPECT_GT(accepted, 1000);
}

TEST(EditedFiles, OfVersion01AreRefusedOrPredict) {
  refused = accepted = 0;
  int count = 0;
  for (const ModelFile& file : test::all_model_files()) {
    if (file.is_embedding() || ++count % 4 != 0) continue;  // they differ from those written now by little
    SCOPED_TRACE(file.name());
    const Data points = test::points_for(Model::load(file.path), file.input);
    every_edit(test::content(file.path), [&](const Parts& edited, const std::string& words) {
      expect_safe(words, [&] { predict_all(Model::parse(edited.file()), points); });
    });
  }
  EXPECT_GT(refused, 5000);
}

TEST(EditedFiles, OfEmbeddingsAreRefusedOrPlacePoints) {
  refused = accepted = 0;
  for (const ModelFile& file : test::all_model_files()) {
    if (!file.is_embedding()) continue;
    SCOPED_TRACE(file.name());
    const Data points = test::features(read_table(file.input));
    every_edit(test::content(file.path), [&](const Parts& edited, const std::string& words) {
      expect_safe(words, [&] { EmbedModel::parse(edited.file()).transform(points); });
    });
  }
  EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace mercer
