#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/outcome.hpp"

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gridcensus::host {

/// Thrown when the output of a program is not exactly one answer. The message gives the reason.
class BadAnswer : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The limit of lines in which a pattern is searched [bytes]. A search is linear in the line, but a line may have many
/// matches.
inline constexpr std::size_t max_answer_line_bytes = 4096;

/// Returns why the text cannot be a pattern, or nullopt if it can: it is not a regular expression of RE2, or does not
/// have exactly one group in parentheses. RE2 has no backtracking, so no pattern and no output can keep the host busy.
std::optional<std::string> pattern_mistake(const std::string& pattern);

/// Returns what the group of a pattern matches first in a text; nullopt if it matches nothing. `^` and `$` match the
/// ends of each line.
///
/// @param pattern  without a mistake
std::optional<std::string> first_match(std::string_view text, const std::string& pattern);

/// Returns the whole number that the group of a pattern matches in the output of a program. The pattern is applied line
/// by line, so `^` and `$` match the ends of a line. Lines longer than `max_answer_line_bytes` are skipped.
///
/// @param pattern  without a mistake
/// @throws BadAnswer  it matches nothing, something other than a whole number, or two different numbers.
Integer read_pattern(std::string_view text, const std::string& pattern);

/// The guarantee of an approximate count c: the true count is in [c / (1 + epsilon), c (1 + epsilon)] with probability
/// 1 - delta.
struct Guarantee {
  Real epsilon = 0;  ///< above 0
  Real delta = 0;    ///< between 0 and 1
};

/// Returns the count in a program's output, from the lines of the model counting competition:
///
///     s SATISFIABLE                                   or UNSATISFIABLE: the count is 0
///     c s type mc                                     another type is refused
///     c s exact arb int 288                           exact
///     s mc 288                                        the same in the format of 2020, which ApproxMC has
///     c s approx arb int 280                          an estimate; prec-sci, float and log10 are read as well
///     c s pac guarantees epsilon: 0.8 delta: 0.2      its interval
///     c s heuristic arb int 280                       an approximation
///
/// An approximate count without a guarantee is an approximation. `c s log10-estimate` and comments are ignored.
///
/// The estimate has one sample, so a comparison treats its interval as one of Student's t with a single degree of
/// freedom. Only the probability of missing the interval is known of the error, and this distribution has the heaviest
/// tail in use here: at the ends of the interval p is delta, and for a delta of 0.2 it is 0.05 at four times the
/// interval. The standard error, which is only shown, is half of the interval divided by the normal quantile.
///
/// @param times   the count is multiplied by it
/// @param stated  the guarantee of a program that counts approximately but does not print it: then `s mc` is
///                approximate, too
/// @throws BadAnswer  there is no count, or there are two; the lines contradict each other; an exact count was rounded
///                    to a floating-point number, or is exact only with some probability (delta above 0: hashes of
///                    components that were counted before may collide).
/// @source  https://mccompetition.org/assets/files/mccomp_format_24.pdf; `s mc`:
/// https://mccompetition.org/2020/mc_format
Outcome read_competition(std::string_view text, const Integer& times = 1,
                         std::optional<Guarantee> stated = std::nullopt);

}  // namespace gridcensus::host
