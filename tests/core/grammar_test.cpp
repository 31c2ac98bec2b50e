// The grammar of choices: text to options and back, and what is said about a slip.
#include "mercer/choice.hpp"

#include <fmt/format.h>

#include "mercer/options.hpp"
#include "support.hpp"

namespace mercer {
namespace {

template <class Choice>
std::string error_of(std::string_view text) {
  try {
    parse_choice<Choice>(text, "choice");
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    return error.what();
  }
  return "no error";
}
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// Another value than the default, for every type of field.
void alter(bool& field) { field = !field; }
void alter(int& field) { field += 2; }
void alter(std::int64_t& field) { field += 2; }
void alter(double& field) { field = field / 3 + 0.1; }
void alter(std::string& field) { field += "x"; }
void alter(GridSize& field) { field = {2, 3}; }
template <class E>
requires std::is_enum_v<E>
void alter(E& field) { field = static_cast<E>(field == static_cast<E>(1) ? 0 : 1); }
template <class T>
void alter(std::optional<T>& field) {
  field = T{};
  alter(*field);
}

// A number that was altered and is not allowed any more becomes the least that is, or one above the end.
template <class T>
void move_into(T& field, const Allowed& allowed) {
  const auto number = grammar::number_of(field);
  if (!number || allowed.contains(*number)) return;
  const double least =
      allowed.without_least ? allowed.least + (std::isfinite(allowed.most) ? 0.5 : 1) : allowed.least;
  if constexpr (std::is_floating_point_v<T> || std::is_same_v<T, std::optional<double>>)
    field = least;
  else
    field = static_cast<int>(least);
}

// format -> parse -> format, with all fields as they are, then with each one altered, then with all altered.
template <class Choice, std::size_t I>
void expect_round_trip() {
  using S = std::variant_alternative_t<I, Choice>;
  const std::size_t count = grammar::keys<S>().size();
  for (std::size_t altered = 0; altered <= count + 1; ++altered) {
    S options{};
    std::size_t at = 0;
    S::fields(options, [&](std::string_view, auto& field, std::string_view, const auto&... allowed) {
      if (at++ != altered && altered <= count) return;
      alter(field);
      (move_into(field, allowed), ...);
    });
    const std::string text = format_choice(Choice(options));
    EXPECT_EQ(text == S::name, altered == count || count == 0) << text;
    const Choice again = parse_choice<Choice>(text, "choice");
    EXPECT_EQ(again.index(), I);
    EXPECT_EQ(format_choice(again), text);
  }
}
template <class Choice>
void expect_round_trips() {
  [&]<std::size_t... I>(std::index_sequence<I...>) { (expect_round_trip<Choice, I>(), ...); }
  (std::make_index_sequence<std::variant_size_v<Choice>>{});
}

TEST(Grammar, EveryAlternativeComesBackFromItsText) {
  expect_round_trips<Method>();
  expect_round_trips<Kernel>();
  expect_round_trips<Init>();
  expect_round_trips<Search>();
}

TEST(Grammar, ReadsTheExamplesOfTheConventions) {
  EXPECT_EQ(std::get<Softmax>(parse_choice<Method>("soft:beta=0.6", "method")).beta, 0.6);
  EXPECT_EQ(std::get<Gaussian>(parse_choice<Kernel>("gaussian:sigma=0.7", "kernel")).sigma, 0.7);
  EXPECT_TRUE(std::get<Gaussian>(parse_choice<Kernel>("gaussian:local", "kernel")).local);
  EXPECT_FALSE(std::get<Gaussian>(parse_choice<Kernel>("gaussian:auto", "kernel")).sigma);
  EXPECT_FALSE(std::get<Gaussian>(parse_choice<Kernel>("gaussian:sigma=auto", "kernel")).sigma);
  EXPECT_EQ(std::get<Singleton>(parse_choice<Init>("singleton:pick=least-norm", "init")).pick, "least-norm");
  EXPECT_EQ(std::get<GivenLabels>(parse_choice<Init>("labels:file=start.csv", "init")).file, "start.csv");
  EXPECT_EQ(std::get<Swap>(parse_choice<Search>("swap:trials=200", "search")).trials, 200);
  EXPECT_FALSE(std::get<Hard>(parse_choice<Method>("kmeans:refine=off", "method")).refine);
  const auto p = std::get<Polynomial>(parse_choice<Kernel>("polynomial:degree=3,offset=-0.5", "kernel"));
  EXPECT_EQ(p.degree, 3);
  EXPECT_EQ(p.offset, -0.5);
}

TEST(Grammar, NumbersKeepEveryBit) {
  for (double beta : {0.1, 1.0 / 3, 1e-300, 123456789.123456789, 5e-324}) {
    const std::string text = format_choice(Method(Softmax{.beta = beta}));
    EXPECT_EQ(std::get<Softmax>(parse_choice<Method>(text, "method")).beta, beta) << text;
  }
  const std::string infinite = format_choice(Method(Softmax{.beta = INFINITY}));
  EXPECT_EQ(std::get<Softmax>(parse_choice<Method>(infinite, "method")).beta, INFINITY);
}

TEST(Grammar, ASlipIsAnsweredWithTheNearestName) {
  EXPECT_TRUE(has(error_of<Kernel>("gausian"), "unknown choice 'gausian'; did you mean 'gaussian'?"));
  EXPECT_TRUE(has(error_of<Kernel>("guassian"), "did you mean 'gaussian'?"));  // neighbours swapped
  EXPECT_TRUE(has(error_of<Kernel>("poly"), "did you mean 'polynomial'?"));    // a beginning
  EXPECT_TRUE(
      has(error_of<Kernel>("gaussian:sigm=1"), "gaussian has no option 'sigm'; did you mean 'sigma'?"));
  EXPECT_TRUE(has(error_of<Kernel>("zzzzzz"), "known: none, linear, gaussian"));
  EXPECT_TRUE(has(error_of<Kernel>("linear:degree=2"), "linear has no option 'degree'; it has none"));
  EXPECT_TRUE(has(error_of<Kernel>(""), "unknown choice ''"));
}

TEST(Grammar, ValuesThatDoNotParseAreNamed) {
  for (const char* text :
       {"gaussian:sigma=wide", "gaussian:sigma=", "gaussian:sigma", "gaussian:sigma=1x", "gaussian:sigma=nan",
        "polynomial:degree=2.5", "polynomial:degree=99999999999", "gaussian:local=perhaps"})
    EXPECT_TRUE(has(error_of<Kernel>(text), "is not one of")) << text << ": " << error_of<Kernel>(text);
  EXPECT_TRUE(has(error_of<Kernel>("gaussian:sigma=wide"), "'wide'"));
  EXPECT_TRUE(has(error_of<Method>("soft:prototypes=nowhere"), "feature|input"));
}

TEST(Grammar, HelpShowsEveryFieldWithItsDefault) {
  const auto help = choice_help<Kernel>();
  ASSERT_EQ(help.size(), std::variant_size_v<Kernel>);
  EXPECT_EQ(help[2].name, "gaussian");
  ASSERT_EQ(help[2].fields.size(), 4U);
  EXPECT_EQ(help[2].fields[0].key, "sigma");
  EXPECT_EQ(help[2].fields[0].values, "auto|number");
  EXPECT_EQ(help[2].fields[0].initial, "auto");
  EXPECT_EQ(help[2].fields[2].values, "on|off");
  EXPECT_EQ(help[2].fields[3].initial, "7");
  for (const auto& choice : help) EXPECT_FALSE(choice.about.empty()) << choice.name;
}

// A value beyond the end of what is allowed; none where there is no such end.
std::optional<double> too_small(const Allowed& allowed) {
  if (!std::isfinite(allowed.least)) return std::nullopt;
  return allowed.without_least ? allowed.least : allowed.least - 1;
}
std::optional<double> too_large(const Allowed& allowed) {
  if (!std::isfinite(allowed.most)) return std::nullopt;
  return allowed.without_most ? allowed.most : allowed.most + 1;
}

template <class Choice>
void expect_ranges() {
  for (const ChoiceHelp& choice : choice_help<Choice>())
    for (const FieldHelp& field : choice.fields) {
      SCOPED_TRACE(choice.name + ":" + field.key);
      if (!field.values.ends_with("number") && !field.values.ends_with("integer")) {
        EXPECT_FALSE(field.allowed);
        continue;
      }
      ASSERT_TRUE(field.allowed) << "say what this number may be";
      EXPECT_FALSE(field.allowed->contains(NAN));
      for (const auto& wrong : {too_small(*field.allowed), too_large(*field.allowed)}) {
        if (!wrong) continue;
        EXPECT_FALSE(field.allowed->contains(*wrong));
        EXPECT_EQ(error_of<Choice>(fmt::format("{}:{}={:g}", choice.name, field.key, *wrong)),
                  fmt::format("{}: {} = {:g} must be {}, or left out ({})", choice.name, field.key, *wrong,
                              field.allowed->words(), field.initial));
      }
    }
}

TEST(Grammar, EveryNumberSaysWhatItMayBeAndIsHeldToIt) {
  expect_ranges<Method>();
  expect_ranges<Kernel>();
  expect_ranges<Init>();
  expect_ranges<Search>();
  expect_ranges<Approx>();
  expect_ranges<Embedding>();
  expect_ranges<CoordinateMethod>();
}

TEST(Grammar, WordsOfWhatIsAllowed) {
  EXPECT_EQ(Allowed::above(1).words(), "above 1");
  EXPECT_EQ(Allowed::at_least(0).words(), "0 or more");
  EXPECT_EQ(Allowed::at_least(2).words(), "at least 2");
  EXPECT_EQ(Allowed::between(0, 1).words(), "0 to 1");
  EXPECT_EQ(Allowed::positive_share().words(), "above 0 and at most 1");
  EXPECT_EQ(Allowed::share_below_1().words(), "at least 0 and below 1");
  EXPECT_EQ(Allowed::finite().words(), "a finite number");
  EXPECT_EQ(Allowed::positive_or_infinite().words(), "above 0");
  EXPECT_TRUE(Allowed::positive_or_infinite().contains(INFINITY));
  EXPECT_FALSE(Allowed::above(0).contains(INFINITY));
}

// What C++ sets without the grammar is held to it as well.
TEST(Grammar, ChoicesMadeInCodeAreHeldToTheirRanges) {
  EXPECT_THROW(check_ranges(Method(Fuzzy{.m = 1.0})), Error);
  check_ranges(Method(Fuzzy{}));
  check_ranges(Method(Softmax{.beta = INFINITY}));
}

}  // namespace
}  // namespace mercer
