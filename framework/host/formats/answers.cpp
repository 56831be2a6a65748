#include "host/formats/answers.hpp"

#include "host/base/errors.hpp"
#include "host/base/limits.hpp"
#include "host/base/text.hpp"

#include <boost/math/distributions/normal.hpp>
#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace gridcensus::host {

namespace {

/// Calls the function for each line of a text, without its end.
template <class OnLine>
void for_each_line(std::string_view text, const OnLine& on_line) {
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    on_line(line);
  }
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (;;) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (line.empty()) return words;
    const auto end = std::min(line.find_first_of(" \t"), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

/// Quotes the output of a program for a message.
std::string excerpt(std::string_view text) {
  constexpr std::size_t max_bytes = 60;
  if (text.size() <= max_bytes) return bounded_utf8(text);
  return bounded_utf8(text.substr(0, max_bytes)) + fmt::format("... ({})", bytes_text(text.size()));
}

Integer whole_number(std::string_view text) {
  const auto value = text.size() <= max_decimal_length ? parse_integer(text) : std::nullopt;
  if (!value) throw BadAnswer{fmt::format("the answer \"{}\" is not a whole number", excerpt(text))};
  return *value;
}

/// Sets a value that was printed; a second one is a mistake.
template <class Value>
void set_once(std::optional<Value>& place, Value value, std::string_view what) {
  if (place) throw BadAnswer{fmt::format("the program printed {} twice", what)};
  place = std::move(value);
}

/// The claim of a program about a count.
enum class Claim { exact, approximate, heuristic };

/// A count as it was printed.
struct Count {
  Claim claim = Claim::exact;
  Integer whole;                    ///< if it was printed as a whole number
  std::optional<Real> real = {};    ///< otherwise
  bool may_be_approximate = false;  ///< the format of 2020 has one line for both
  Real value() const { return real.value_or(to_real(whole)); }
};

Real number(std::string_view text) {
  const auto value = parse_real(text);
  if (!value) throw BadAnswer{fmt::format("the answer \"{}\" is not a number", excerpt(text))};
  return *value;
}

/// Reads "exact arb int 288".
Count count_of(const std::vector<std::string_view>& words) {
  const auto precision = words[1];
  const auto notation = words[2];
  const Claim claim = words[0] == "exact" ? Claim::exact : words[0] == "approx" ? Claim::approximate : Claim::heuristic;
  if (notation == "int") {
    // For a count of 0, d4 prints "exact quadruple int 0".
    Integer value = whole_number(words[3]);
    if (precision == "arb" || claim != Claim::exact || value == 0) return {.claim = claim, .whole = std::move(value)};
  }
  if (claim == Claim::exact) {
    throw BadAnswer{fmt::format("the program calls a count exact that it printed as \"{} {}\": it may be rounded",
                                bounded_utf8(precision), bounded_utf8(notation))};
  }
  const Real value = number(words[3]);
  return {.claim = claim, .whole = 0, .real = notation == "log10" ? std::pow(Real{10}, value) : value};
}

/// The lines of the competition in the output.
struct Lines {
  std::optional<std::string> status = {};
  std::optional<Count> count = {};
  std::optional<Guarantee> guarantee = {};
};

void read_solution_line(const std::vector<std::string_view>& words, Lines& lines) {
  const auto& first = words[0];
  if (first == "type" && words.size() == 2 && words[1] != "mc") {
    throw BadAnswer{fmt::format(R"(the program counted "{}" instead of all models, "mc")", bounded_utf8(words[1]))};
  }
  if (first == "SATISFIABLE" || first == "UNSATISFIABLE" || first == "UNKNOWN") {
    set_once(lines.status, std::string{first}, "a status");
  } else if (first == "mc" && words.size() == 2) {
    set_once(lines.count, Count{.whole = whole_number(words[1]), .may_be_approximate = true}, "a count");
  } else if ((first == "exact" || first == "approx" || first == "heuristic") && words.size() == 4) {
    set_once(lines.count, count_of(words), "a count");
  } else if (first == "pac" && words.size() == 6 && words[2] == "epsilon:" && words[4] == "delta:") {
    set_once(lines.guarantee, Guarantee{number(words[3]), number(words[5])}, "a guarantee");
  }
}

Estimate estimate_of(Real value, const Guarantee& guarantee) {
  if (!(guarantee.epsilon > 0) || !(guarantee.delta > 0 && guarantee.delta < 1)) {
    throw BadAnswer{fmt::format("epsilon {} and delta {} guarantee nothing of an approximate count",
                                to_decimal(guarantee.epsilon), to_decimal(guarantee.delta))};
  }
  const auto delta = static_cast<double>(guarantee.delta);
  const Real quantile = boost::math::quantile(boost::math::complement(boost::math::normal{}, delta / 2));
  const Real low = value / (1 + guarantee.epsilon);
  const Real high = value * (1 + guarantee.epsilon);
  return {.value = value,
          .standard_error = (high - low) / 2 / quantile,
          .low = low,
          .high = high,
          .confidence = 1 - delta,
          .samples = 1};
}

/// Compiles a pattern. Bytes are characters, because the output of a program need not be UTF-8.
RE2 compiled(const std::string& pattern) {
  RE2::Options options{RE2::Latin1};
  options.set_log_errors(false);
  return RE2{pattern, options};
}

/// The whole match, and its group.
using Match = std::array<re2::StringPiece, 2>;

bool is_matched(const RE2& regex, const re2::StringPiece& text, std::size_t begin, Match& match) {
  return regex.Match(text, begin, text.size(), RE2::UNANCHORED, match.data(), static_cast<int>(match.size()));
}

}  // namespace

std::optional<std::string> pattern_mistake(const std::string& pattern) {
  const RE2 regex = compiled(pattern);
  if (!regex.ok()) {
    return fmt::format("expected a regular expression of RE2, without look-around and references to groups; {}",
                       regex.error());
  }
  if (regex.NumberOfCapturingGroups() == 1) return std::nullopt;
  return fmt::format("a pattern needs one group in parentheses around the number, not {}; (?:...) is not a group",
                     regex.NumberOfCapturingGroups());
}

std::optional<std::string> first_match(std::string_view text, const std::string& pattern) {
  Match match;
  const RE2 regex = compiled("(?m)" + pattern);
  if (!is_matched(regex, {text.data(), text.size()}, 0, match)) return std::nullopt;
  return std::string{match[1]};
}

Integer read_pattern(std::string_view text, const std::string& pattern) {
  const RE2 regex = compiled(pattern);
  std::optional<Integer> found;
  bool is_line_skipped = false;
  for_each_line(text, [&](std::string_view line) {
    if (line.size() > max_answer_line_bytes) {
      is_line_skipped = true;
      return;
    }
    Match match;
    for (std::size_t begin = 0; begin <= line.size() && is_matched(regex, {line.data(), line.size()}, begin, match);) {
      begin = static_cast<std::size_t>(match[0].data() - line.data()) + std::max<std::size_t>(match[0].size(), 1);
      const Integer value = whole_number({match[1].data(), match[1].size()});
      if (found && *found != value) {
        throw BadAnswer{
            fmt::format("the program printed two answers, {} and {}", to_decimal(*found), to_decimal(value))};
      }
      found = value;
    }
  });
  if (found) return *found;
  throw BadAnswer{fmt::format("nothing that the program printed fits the pattern {}{}", bounded_utf8(pattern),
                              is_line_skipped ? "; lines above 4096 bytes were not searched" : "")};
}

Outcome read_competition(std::string_view text, const Integer& times, std::optional<Guarantee> stated) {
  Lines lines;
  for_each_line(text, [&lines](std::string_view line) {
    auto words = words_of(line);
    if (words.size() > 2 && words[0] == "c" && words[1] == "s") words.erase(words.begin());
    if (words.size() < 2 || words[0] != "s") return;
    words.erase(words.begin());
    read_solution_line(words, lines);
  });
  if (lines.status == "UNKNOWN") throw BadAnswer{"the program found no count (s UNKNOWN)"};
  const bool has_none = lines.status == "UNSATISFIABLE";
  if (!lines.count && has_none) return Exact{0};
  if (!lines.count) throw BadAnswer{"the program printed no count (c s exact arb int N, or s mc N)"};
  Count& count = *lines.count;
  if (lines.status && has_none != (count.value() == 0)) {
    throw BadAnswer{
        fmt::format("the program printed s {} and a count of {}", *lines.status, to_decimal(count.value()))};
  }
  if (has_none) return Exact{0};

  const auto guarantee = lines.guarantee ? lines.guarantee : stated;
  if (count.may_be_approximate && guarantee && guarantee->epsilon > 0) count.claim = Claim::approximate;
  if (count.claim == Claim::exact) {
    if (lines.guarantee && (lines.guarantee->epsilon > 0 || lines.guarantee->delta > 0)) {
      throw BadAnswer{fmt::format("the program calls a count exact that is wrong with probability {}",
                                  to_decimal(lines.guarantee->delta))};
    }
    return Exact{count.whole * times};
  }
  const Real value = count.value() * to_real(times);
  if (!std::isfinite(value)) throw BadAnswer{"the count is too large for a real number"};
  if (count.claim == Claim::heuristic || !guarantee) return Approximation{value};
  return estimate_of(value, *guarantee);
}

}  // namespace gridcensus::host
