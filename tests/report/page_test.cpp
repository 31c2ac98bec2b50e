// Numbers as a page holds them, and the page itself.
#include "report/page.hpp"

#include <zlib.h>

#include <cstring>
#include <limits>

#include "support.hpp"

namespace mercer {
namespace {

std::string from_base64(const std::string& text) {
  static const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned group = 0, bits = 0;
  for (const char c : text) {
    if (c == '=') break;
    group = group << 6 | static_cast<unsigned>(letters.find(c));
    if ((bits += 6) >= 8) bytes += static_cast<char>(group >> (bits -= 8) & 255);
  }
  return bytes;
}

template <class T>
std::vector<T> unpacked(const Json& packed) {
  const std::string bytes = from_base64(packed["data"]);
  std::vector<T> values(packed["size"].get<std::size_t>());
  uLongf length = values.size() * sizeof(T);
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(values.data()), &length,
                       reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()),
            Z_OK);
  EXPECT_EQ(length, values.size() * sizeof(T));
  return values;
}

TEST(Packed, ComesBackAsItWas) {
  for (const Index size : {0, 1, 2, 3, 1000}) {
    const Vector values = Vector::Random(size);
    const Json exact = packed_exact(values);
    EXPECT_EQ(exact["type"], "f64");
    EXPECT_EQ(unpacked<double>(exact), std::vector<double>(values.begin(), values.end()));
  }
  const Labels labels = {0, -1, 7, 1'000'000};
  EXPECT_EQ(unpacked<int>(packed_labels(labels)), labels);
  EXPECT_EQ(unpacked<int>(packed_indices(std::vector<Index>{3, 9})), (std::vector<int>{3, 9}));
  EXPECT_EQ(unpacked<float>(packed_single(Vector{{0.5, -2.0}})), (std::vector<float>{0.5F, -2.0F}));
}

TEST(Packed, CoarseValuesAreWithinHalfAStep) {
  const Vector values = 40 * Vector::Random(1000).array() - 3;
  const Json coarse = packed_coarse(values);
  const double low = coarse["low"], high = coarse["high"];
  EXPECT_EQ(low, values.minCoeff());
  EXPECT_EQ(high, values.maxCoeff());
  const auto codes = unpacked<std::uint16_t>(coarse);
  for (Index i = 0; i < values.size(); ++i)
    EXPECT_NEAR(low + (high - low) * codes[static_cast<std::size_t>(i)] / 65535, values[i],
                0.51 * (high - low) / 65535);
}

TEST(Packed, AConstantAndOutsideValuesAreHarmless) {
  EXPECT_EQ(unpacked<std::uint16_t>(packed_coarse(Vector::Constant(3, 4.0))),
            (std::vector<std::uint16_t>{0, 0, 0}));
  EXPECT_EQ(unpacked<std::uint8_t>(packed_bytes(Vector{{-1.0, 0.0, 1.0, 9.0}}, 0, 1)),
            (std::vector<std::uint8_t>{0, 0, 255, 255}));
}

TEST(Page, HasOnePlaceForItsData) {
  const std::string_view all = page_template();
  EXPECT_EQ(all.find("@@REPORT@@"), all.rfind("@@REPORT@@"));
  const std::string html = page({{"title", "</script><b>"}});
  EXPECT_EQ(html.find("@@REPORT@@"), std::string::npos);
  EXPECT_NE(html.find(R"({"title":"\u003c/script>\u003cb>"})"), std::string::npos);
  EXPECT_LT(html.size(), 400'000U);
}

TEST(Page, BytesThatAreNoUtf8AreReplaced) {
  EXPECT_NE(page({{"title", "\xff"}}).find("\xef\xbf\xbd"), std::string::npos);
}

}  // namespace
}  // namespace mercer
