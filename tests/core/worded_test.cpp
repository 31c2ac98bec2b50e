#include "mercer/error.hpp"
#include "support.hpp"

namespace mercer {
namespace {

std::string in_flags(const std::string& message) {
  return worded(message, [](std::string_view option, std::string_view value) {
    if (option == "unknown") return std::string();
    return "--" + std::string(option) + (value.empty() ? "" : " " + std::string(value));
  });
}

TEST(Worded, options_and_their_values_are_put_in_other_words) {
  EXPECT_EQ(in_flags("scale the data (`standardize`) or use `precision = double`"),
            "scale the data (--standardize) or use --precision double");
  EXPECT_EQ(in_flags("`kernel = gaussian:sigma=2`, which"), "--kernel gaussian:sigma=2, which");
  EXPECT_EQ(in_flags("`approx`"), "--approx");
}

TEST(Worded, what_is_not_an_option_stays) {
  EXPECT_EQ(in_flags("nothing to say"), "nothing to say");
  EXPECT_EQ(in_flags(""), "");
  EXPECT_EQ(in_flags("`unknown` and ``"), "`unknown` and ``");
  EXPECT_EQ(in_flags("the file `a b.csv`"), "the file `a b.csv`");
  EXPECT_EQ(in_flags("one ` alone"), "one ` alone");
}

TEST(Worded, a_backquote_of_the_user_does_not_hide_what_follows) {
  EXPECT_EQ(in_flags("the column 'a`b' is text; use `columns`"), "the column 'a`b' is text; use --columns");
}

}  // namespace
}  // namespace mercer
