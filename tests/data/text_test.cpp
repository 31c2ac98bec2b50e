#include "mercer/text.hpp"

#include <cmath>
#include <set>

#include "io/temporary.hpp"
#include "support.hpp"

namespace mercer {
namespace {

Documents documents(const std::vector<std::string>& texts) {
  Documents out;
  for (const auto& text : texts) {
    out.texts.push_back(text);
    out.places.push_back("line " + std::to_string(out.texts.size()));
  }
  return out;
}

using Words = std::vector<std::string>;

TEST(Text, WordsAreRunsOfLettersInLowerCase) {
  EXPECT_EQ(words_of("The cat's 2 hats, NASA-like!"), (Words{"the", "cat", "hats", "nasa", "like"}));
  EXPECT_EQ(words_of("\u00c4RGER stra\u00dfe \u0395\u03bb\u03bb\u03ac\u03b4\u03b1 x"),
            (Words{"\u00e4rger", "stra\u00dfe", "\u03b5\u03bb\u03bb\u03ac\u03b4\u03b1"}));
  EXPECT_EQ(words_of(""), Words{});
}

// Counts: a document of (aa aa bb), one of (bb cc), one of (aa cc cc cc); tf-idf is count x log(3 / df).
TEST(Text, VectorsAreCountsTimesTheWeights) {
  const auto docs = documents({"aa aa bb", "bb cc", "aa cc cc cc"});
  const Vocabulary v = Vocabulary::learn(docs, {.terms = 10, .documents = 1});
  EXPECT_EQ(v.terms, (Words{"aa", "bb", "cc"}));
  const Matrix X = v.vectors(docs).toDense();
  Matrix counts(3, 3);
  counts << 2, 1, 0, 0, 1, 1, 1, 0, 3;
  EXPECT_LT((X - std::log(1.5) * counts).cwiseAbs().maxCoeff(), 1e-15);
}

// The definition, over the whole table of counts.
TEST(Text, TermsOfHighestMutualInformationAreKept) {
  const auto docs = documents({"aa aa aa aa bb cc", "bb cc dd dd", "bb aa cc dd", "bb bb cc ee ee ee"});
  const Words all{"aa", "bb", "cc", "dd", "ee"};
  Matrix counts(4, 5);
  counts << 4, 1, 1, 0, 0, 0, 1, 1, 2, 0, 1, 1, 1, 1, 0, 0, 2, 1, 0, 3;
  std::vector<std::pair<double, std::string>> order;
  for (Index t = 0; t < 5; ++t) {
    double information = 0;
    for (Index i = 0; i < 4; ++i) {
      const double p = counts(i, t) / counts.sum(), pd = counts.row(i).sum() / counts.sum(),
                   pt = counts.col(t).sum() / counts.sum();
      if (p > 0) information += p * std::log(p / (pd * pt));
    }
    order.emplace_back(-information, all[static_cast<std::size_t>(t)]);
  }
  std::sort(order.begin(), order.end());
  for (Index kept = 1; kept <= 5; ++kept) {
    Words expected;
    for (Index t = 0; t < kept; ++t) expected.push_back(order[static_cast<std::size_t>(t)].second);
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(Vocabulary::learn(docs, {.terms = kept, .documents = 1}).terms, expected);
  }
}

TEST(Text, RareWordsAndStopWordsAreLeftOut) {
  const auto docs = documents({"the cat sat", "the cat ran", "the dog ran"});
  EXPECT_EQ(Vocabulary::learn(docs, {.stop_words = {"the"}}).terms, (Words{"cat", "ran"}));
}

TEST(Text, NewDocumentsAreReadByTheSameWords) {
  const Vocabulary v = Vocabulary::learn(documents({"aa bb", "aa cc", "bb cc"}), {.documents = 1});
  const Matrix X = v.vectors(documents({"cc zz cc", "zz"})).toDense();
  EXPECT_NEAR(X(0, 2), 2 * std::log(1.5), 1e-15);
  EXPECT_EQ(X.row(0).head(2).norm(), 0);
  EXPECT_EQ(X.row(1).norm(), 0);
}

TEST(Text, TopTermsTellClustersApart) {
  const auto docs = documents({"moon orbit moon", "orbit moon sky", "goal ball sky", "ball goal ball"});
  const Vocabulary v = Vocabulary::learn(docs, {.documents = 1});
  const auto top = top_terms(v.vectors(docs), {0, 0, 1, 1}, 2, v, 2);
  EXPECT_EQ(std::set<std::string>(top[0].begin(), top[0].end()), (std::set<std::string>{"moon", "orbit"}));
  EXPECT_EQ(std::set<std::string>(top[1].begin(), top[1].end()), (std::set<std::string>{"ball", "goal"}));
}

TEST(Documents, JsonLinesFoldersAndColumnsHoldTheSame) {
  const test::TemporaryFolder folder;
  const auto lines = folder.with(
      "a.jsonl", "{\"text\": \"one word\", \"label\": \"x\"}\n\n{\"label\": 3, \"text\": \"two\"}\n");
  const auto table = folder.with("a.csv", "label,text\nx,one word\n3,two\n");
  const Documents a = read_documents(lines, {.truth = "label"}),
                  b = read_documents(table, {.truth = "label"});
  EXPECT_EQ(a.texts, (Words{"one word", "two"}));
  EXPECT_EQ(a.truth, (Words{"x", "3"}));
  EXPECT_EQ(b.texts, a.texts);
  EXPECT_EQ(b.truth, a.truth);
  std::filesystem::create_directories(folder.file("corpus/x"));
  std::filesystem::create_directories(folder.file("corpus/y"));
  folder.with("corpus/y/1.txt", "two");
  folder.with("corpus/x/1.txt", "one word");
  const Documents c = read_documents(folder.file("corpus"), {.truth = "class"});
  EXPECT_EQ(c.texts, a.texts);
  EXPECT_EQ(c.truth, (Words{"x", "y"}));
}

TEST(Documents, BadOnesAreNamed) {
  const test::TemporaryFolder folder;
  const auto refuse = [&](const std::string& name, const std::string& content, const std::string& words) {
    const auto path = folder.with(name, content);
    test::expect_error(Fault::data, {words}, [&] { read_documents(path, {}); });
  };
  refuse("a.jsonl", "{\"text\": \"fine\"}\n{\"text\": \" \"}\n", "line 2: the document is empty");
  refuse("b.jsonl", "{\"text\": \"fine\"}\n{\"text\": \"caf\xe9\"}\n", "byte 31 (0xe9) is not UTF-8");
  refuse("c.jsonl", "{\"text\": \"fine\"}\n[1]\n", "line 2 is not a JSON object");
  refuse("d.jsonl", "{\"words\": \"fine\"}\n", "line 1: there is no text under \"text\"");
  refuse("e.csv", "text,label\n\"a, b\",1\nc,d,e\n", "line 3 has 3 fields");
  const auto numbers = documents({"fine words", "12 34"});
  test::expect_error(Fault::data, {"line 2: the document has no words"}, [&] { Vocabulary::learn(numbers); });
}

}  // namespace
}  // namespace mercer
