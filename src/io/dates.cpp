#include "io/dates.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "io/number.hpp"

namespace mercer::io {
namespace {

namespace chr = std::chrono;

// One to `most` digits, cut off the front; -1 when there is none.
int take_number(std::string_view& text, std::size_t most) {
  int value = 0;
  std::size_t length = 0;
  while (length < most && length < text.size() && text[length] >= '0' && text[length] <= '9')
    value = 10 * value + (text[length++] - '0');
  text.remove_prefix(length);
  return length > 0 ? value : -1;
}
bool take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

// Of two digits, 69 to 99 are of the last century.
int take_year(std::string_view& text) {
  const std::size_t before = text.size();
  const int year = take_number(text, 4);
  const std::size_t length = before - text.size();
  if (length == 4) return year;
  return length == 2 ? year + (year >= 69 ? 1900 : 2000) : -1;
}

std::optional<double> days_of(int year, int month, int day) {
  if (year < 0 || month < 1 || day < 1) return std::nullopt;
  const chr::year_month_day date{chr::year(year), chr::month(static_cast<unsigned>(month)),
                                 chr::day(static_cast<unsigned>(day))};
  if (!date.ok()) return std::nullopt;
  return chr::sys_days(date).time_since_epoch().count();
}

// +02:00, +0200, +02 or Z, in days.
std::optional<double> take_offset(std::string_view& text) {
  if (take(text, 'Z') || text.empty()) return 0;
  const bool west = text.front() == '-';
  if (!west && text.front() != '+') return std::nullopt;
  text.remove_prefix(1);
  const int hours = take_number(text, 2);
  take(text, ':');
  const int minutes = text.empty() ? 0 : take_number(text, 2);
  if (hours < 0 || hours > 14 || minutes < 0 || minutes > 59) return std::nullopt;
  return (west ? -1 : 1) * (hours * 60 + minutes) / 1440.0;
}

// What follows the date: nothing, or a time of day; as a share of a day.
std::optional<double> take_time(std::string_view text, bool& time) {
  text = trimmed(text);
  time = !text.empty();
  if (!time) return 0;
  const int hours = take_number(text, 2);
  if (hours < 0 || hours > 23 || !take(text, ':')) return std::nullopt;
  const int minutes = take_number(text, 2);
  if (minutes < 0 || minutes > 59) return std::nullopt;
  double seconds = 0;
  if (take(text, ':')) {
    const auto length = std::min(text.find_first_not_of("0123456789."), text.size());
    if (read_number(text.substr(0, length), seconds) != Reading::number || seconds >= 61) return std::nullopt;
    text.remove_prefix(length);
  }
  text = trimmed(text);
  const auto offset = take_offset(text);
  if (!offset || !text.empty()) return std::nullopt;
  return (hours * 3600 + minutes * 60 + seconds) / 86400 - *offset;
}

std::optional<double> take_date(std::string_view& text, DateForm form) {
  if (form == DateForm::iso) {
    if (text.size() < 8 || text[4] < '-' || text[4] > '/') return std::nullopt;  // a year has four digits
    const char separator = text[4];
    const int year = take_number(text, 4);
    if (separator == '.' || !take(text, separator)) return std::nullopt;
    const int month = take_number(text, 2);
    if (!take(text, separator)) return std::nullopt;
    return days_of(year, month, take_number(text, 2));
  }
  const int first = take_number(text, 2);
  if (first < 0 || text.empty()) return std::nullopt;
  const char separator = text.front();
  const bool dots = form == DateForm::dots;
  if (dots ? separator != '.' : separator != '/' && separator != '-') return std::nullopt;
  text.remove_prefix(1);
  const int second = take_number(text, 2);
  if (!take(text, separator)) return std::nullopt;
  const int year = take_year(text);
  return form == DateForm::month_first ? days_of(year, first, second) : days_of(year, second, first);
}

chr::sys_days day_of(double days) { return chr::sys_days(chr::days(std::llround(std::floor(days)))); }

}  // namespace

std::optional<Moment> read_date(std::string_view text, DateForm form) {
  text = trimmed(text);
  const auto days = take_date(text, form);
  if (!days) return std::nullopt;
  if (!text.empty() && text.front() != ' ' && text.front() != 'T') return std::nullopt;
  if (text == "T") return std::nullopt;
  if (!text.empty()) text.remove_prefix(1);
  Moment moment;
  const auto time = take_time(text, moment.time);
  if (!time) return std::nullopt;
  moment.days = *days + *time;
  return moment;
}

std::string date_text(double days, bool time) {
  if (!std::isfinite(days) || std::abs(days) > 4e6) return fmt::format("{}", days);  // no calendar has it
  auto seconds = time ? std::llround((days - std::floor(days)) * 86400) : 0;
  const chr::year_month_day date(day_of(days) + chr::days(seconds / 86400));
  seconds %= 86400;
  const std::string day = fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                                      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  if (!time) return day;
  return fmt::format("{} {:02}:{:02}:{:02}", day, seconds / 3600, seconds / 60 % 60, seconds % 60);
}

std::string spoken_date(double days) {
  constexpr std::array<const char*, 12> months = {"January",   "February", "March",    "April",
                                                  "May",       "June",     "July",     "August",
                                                  "September", "October",  "November", "December"};
  const chr::year_month_day date(day_of(days));
  return fmt::format("{} {} {}", static_cast<unsigned>(date.day()),
                     months[static_cast<unsigned>(date.month()) - 1], static_cast<int>(date.year()));
}

}  // namespace mercer::io
