#include "host/verify/checks.hpp"

#include "host/base/errors.hpp"
#include "host/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace gridcensus::host::verify {

void Checks::add(const std::string& subject, const std::string& text, const std::optional<std::string>& wrong) {
  if (wrong)
    fails(subject, text + ": " + *wrong);
  else
    holds(subject, text);
}

std::size_t Checks::count(Result result) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(checks_, [result](const Check& check) { return check.result == result; }));
}

std::string to_string(const Checks& checks, bool is_quiet, std::size_t width) {
  static constexpr std::array<std::string_view, 3> words{"ok", "FAILS", "not checked"};
  std::string text;
  for (const auto& [result, subject, what] : checks.all()) {
    if (is_quiet && result != Result::fails) continue;
    const auto word = words.at(static_cast<std::size_t>(result));
    text += wrapped_lines(fmt::format("{:13}{}: {}", "", printable(subject), printable(what)), width)
                .replace(0, word.size(), word);
  }
  const auto of = [&](Result result, const char* one, const char* many) {
    const std::size_t count = checks.count(result);
    return fmt::format("{} {}", count, count == 1 ? one : many);
  };
  return text + fmt::format("{}: {}, {}, {}\n", checks.all_hold() ? "verified" : "NOT VERIFIED",
                            of(Result::holds, "check holds", "checks hold"), of(Result::fails, "fails", "fail"),
                            of(Result::not_made, "was not made", "were not made"));
}

}  // namespace gridcensus::host::verify
