// Dates: every form that is read, what is refused, and dates as text.
#include <gtest/gtest.h>

#include "io/dates.hpp"

namespace mercer::io {
namespace {

TEST(Dates, ReadsEveryForm) {
  const double day = 18292;  // 2020-01-31
  struct Written {
    const char* text;
    DateForm form;
    double days;
  };
  for (const auto& [text, form, days] : std::vector<Written>{
           {"2020-01-31", DateForm::iso, day},
           {"2020-1-31", DateForm::iso, day},
           {"2020/01/31", DateForm::iso, day},
           {"2020-01-31T12:00", DateForm::iso, day + 0.5},
           {"2020-01-31 12:00:00", DateForm::iso, day + 0.5},
           {"2020-01-31T12:00:00.000Z", DateForm::iso, day + 0.5},
           {"2020-01-31T12:00:00+02:00", DateForm::iso, day + 10.0 / 24},
           {"2020-01-31T12:00:00-0600", DateForm::iso, day + 18.0 / 24},
           {"31.1.2020", DateForm::dots, day},
           {"31.01.20", DateForm::dots, day},
           {"31/1/2020", DateForm::day_first, day},
           {"31-01-2020", DateForm::day_first, day},
           {"1/31/2020", DateForm::month_first, day},
           {"1/31/2020 18:00", DateForm::month_first, day + 0.75},
           {"1.1.70", DateForm::dots, 0},
           {"31.12.1969", DateForm::dots, -1},
           {"29.2.2000", DateForm::dots, 11016},
       }) {
    const auto moment = read_date(text, form);
    ASSERT_TRUE(moment) << text;
    EXPECT_DOUBLE_EQ(moment->days, days) << text;
  }
}

TEST(Dates, RefusesWhatIsNone) {
  for (const char* text :
       {"2020-02-30", "2020-13-01", "2020-00-10", "20-01-31", "2020-01", "2020.01.31", "2020-01-31x",
        "2020-01-31T25:00", "2020-01-31T12:61", "2020-01-31T", "", "-", "2020-01-31 12:00 +99:00"})
    EXPECT_FALSE(read_date(text, DateForm::iso)) << text;
  EXPECT_FALSE(read_date("29.2.2021", DateForm::dots));
  EXPECT_FALSE(read_date("1/31/2020", DateForm::day_first));
  EXPECT_FALSE(read_date("31/1/2020", DateForm::month_first));
  EXPECT_FALSE(read_date("1/2/202", DateForm::month_first));
  EXPECT_FALSE(read_date("1/2-2020", DateForm::month_first));
  EXPECT_FALSE(read_date("1.2.2020", DateForm::day_first));
}

TEST(Dates, AreWrittenAndSpoken) {
  EXPECT_EQ(date_text(18292, false), "2020-01-31");
  EXPECT_EQ(date_text(18292.9, false), "2020-01-31");
  EXPECT_EQ(date_text(18292.5, true), "2020-01-31 12:00:00");
  EXPECT_EQ(date_text(-1, false), "1969-12-31");
  EXPECT_EQ(spoken_date(18292), "31 January 2020");
}

}  // namespace
}  // namespace mercer::io
