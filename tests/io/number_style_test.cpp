// Numbers as people write them.
#include <gtest/gtest.h>

#include "io/number_style.hpp"

namespace mercer::io {
namespace {

struct Written {
  const char* text;
  NumberStyle style;
  double value;
};

TEST(NumberStyle, ReadsWhatPeopleWrite) {
  for (const auto& [text, style, value] : std::vector<Written>{
           {"3.5", {}, 3.5},
           {" +7 ", {}, 7},
           {"3,5", {',', 0, ""}, 3.5},
           {"-0,25", {',', 0, ""}, -0.25},
           {"1,234.50", {'.', ',', ""}, 1234.5},
           {"12,345,678", {'.', ',', ""}, 12345678},
           {"950", {'.', ',', ""}, 950},
           {"1.234,50", {',', '.', ""}, 1234.5},
           {"1 234", {'.', ' ', ""}, 1234},
           {"1\u00A0234,5", {',', ' ', ""}, 1234.5},
           {"1\u202F234", {'.', ' ', ""}, 1234},
           {"1'234.5", {'.', '\'', ""}, 1234.5},
           {"$28,716.19", {'.', ',', "$"}, 28716.19},
           {"-$5", {'.', 0, "$"}, -5},
           {"$-5", {'.', 0, "$"}, -5},
           {"($1,200)", {'.', ',', "$"}, -1200},
           {"12,50 €", {',', 0, "€"}, 12.5},
           {"€ 12.50", {'.', 0, "€"}, 12.5},
           {"71 %", {'.', 0, "%"}, 71},
           {"71%", {'.', 0, "%"}, 71},
           {"\u22123,5", {',', 0, ""}, -3.5},
           {"1,5e3", {',', 0, ""}, 1500},
       }) {
    const auto read = read_styled(text, style);
    ASSERT_TRUE(read) << text;
    EXPECT_DOUBLE_EQ(*read, value) << text;
  }
}

TEST(NumberStyle, RefusesWhatDoesNotFit) {
  for (const auto& [text, style, ignored] : std::vector<Written>{
           {"1,23", {'.', ',', ""}, 0},      // two digits are no thousands
           {"1234,567", {'.', ',', ""}, 0},  // four before the comma neither
           {"0,123", {'.', ',', ""}, 0},     // nor a zero
           {"1,2345", {'.', ',', ""}, 0},
           {"1,234.5.6", {'.', ',', ""}, 0},
           {"5", {'.', 0, "$"}, 0},  // the sign is missing
           {"$5", {}, 0},
           {"$5", {'.', 0, "€"}, 0},
           {"$", {'.', 0, "$"}, 0},
           {"", {',', 0, ""}, 0},
           {"-", {',', 0, ""}, 0},
           {"--5", {',', 0, ""}, 0},
           {"12a", {',', 0, ""}, 0},
           {"3.5", {',', 0, ""}, 0},
           {"inf", {',', 0, ""}, 0},
           {"inf", {}, 0},
           {"1e999", {',', 0, ""}, 0},
           {"1,234e5", {'.', ',', ""}, 0},
       })
    EXPECT_FALSE(read_styled(text, style)) << text;
}

TEST(NumberStyle, KnowsSignsAndInfinities) {
  EXPECT_EQ(sign_of("-$5"), "$");
  EXPECT_EQ(sign_of("5 %"), "%");
  EXPECT_EQ(sign_of("5"), "");
  for (const char* text : {"inf", "-Inf", "infinity", "1e999"}) EXPECT_TRUE(is_infinite(text)) << text;
  for (const char* text : {"nan", "NaN", "5", "information"}) EXPECT_FALSE(is_infinite(text)) << text;
}

// 1,234 by the separator of fields, by what was asked for, and by what is known of the column.
TEST(NumberStyle, DecidesWhatCanBeTwoNumbers) {
  const auto first = [](char delimiter, char decimal, char prefer) {
    for (const auto& style : styles("", delimiter, decimal, prefer))
      if (const auto value = read_styled("1,234", style)) return *value;
    return -1.0;
  };
  EXPECT_EQ(first(',', 0, 0), 1234);
  EXPECT_EQ(first('\t', 0, 0), 1234);
  EXPECT_EQ(first(';', 0, 0), 1.234);
  EXPECT_EQ(first('\t', ',', 0), 1.234);
  EXPECT_EQ(first(';', '.', 0), 1234);
  EXPECT_EQ(first('\t', 0, ','), 1.234);
}

}  // namespace
}  // namespace mercer::io
