// Dates: the few ways that leave no doubt, and the two that do.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace mercer::io {

// 2020-01-31 (also with slashes), 31.1.2020, 31/1/2020 and 1/31/2020 (also with dashes); each may be followed
// by a time, 13:45, 13:45:59.5, with T before it and Z or +02:00 behind it.
enum class DateForm { iso, dots, day_first, month_first };
constexpr std::array<DateForm, 4> date_forms = {DateForm::iso, DateForm::dots, DateForm::day_first,
                                                DateForm::month_first};

struct Moment {
  double days = 0;  // since 1970-01-01, in UTC where the text says how far it is off
  bool time = false;
};
std::optional<Moment> read_date(std::string_view text, DateForm form);

// "2020-01-31", or "2020-01-31 13:45:59".
std::string date_text(double days, bool time);
// "31 January 2020"
std::string spoken_date(double days);

}  // namespace mercer::io
