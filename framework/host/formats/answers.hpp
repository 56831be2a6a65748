#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/outcome.hpp"

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gridcensus::host {

/// Thrown when what a program printed is not one answer. The message says why.
class BadAnswer : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The longest line in which a pattern is looked for [bytes].
inline constexpr std::size_t longest_answer_line = 4096;

/// Returns why the text cannot be a pattern of an answer: it is no regular expression of ECMAScript, or has not exactly
/// one group in parentheses. nullopt if it can.
std::optional<std::string> pattern_mistake(const std::string& pattern);

/// Returns the whole number that the group of a pattern finds in what a program printed. The pattern is applied line by
/// line, so that `^` and `$` are the ends of a line. Lines longer than `longest_answer_line` are not searched.
///
/// @param pattern  without a mistake
/// @throws BadAnswer  it finds nothing, something that is no whole number, or two different numbers.
Integer read_pattern(std::string_view text, const std::string& pattern);

/// How far an approximate count may be off: the count lies in [c / (1 + epsilon), c (1 + epsilon)] with probability
/// 1 - delta.
struct Guarantee {
  Real epsilon = 0;  ///< above 0
  Real delta = 0;    ///< between 0 and 1
};

/// Returns the count in the lines of the model counting competition that a program printed:
///
///     s SATISFIABLE                                   or UNSATISFIABLE: the count is 0
///     c s type mc                                     another type is refused
///     c s exact arb int 288                           exact
///     s mc 288                                        the same in the format of 2020, which ApproxMC has
///     c s approx arb int 280                          an estimate; prec-sci, float and log10 are read as well
///     c s pac guarantees epsilon: 0.8 delta: 0.2      its interval
///     c s heuristic arb int 280                       an approximation
///
/// An approximate count without a guarantee is an approximation. `c s log10-estimate` and comments are passed over.
///
/// The estimate rests on one sample, so that a comparison takes its interval for one of Student's t with a single
/// degree of freedom. Nothing but the chance to miss the interval is known of the error, and this distribution has the
/// heaviest tail that is in use here: at the ends of the interval p is delta, and it is 0.05 at four times the interval
/// for a delta of 0.2. The standard error, which is only shown, is half of the interval over the normal quantile.
///
/// @param times   the count is multiplied by it
/// @param stated  of a program that counts approximately but does not print its guarantee: then `s mc` is approximate,
///                too
/// @throws BadAnswer  there is no count, or there are two; the lines contradict each other; an exact count was rounded
///                    to a floating-point number, or is exact only with some probability (delta above 0: a hash of what
///                    was counted before may collide).
/// @source  https://mccompetition.org/assets/files/mccomp_format_24.pdf; `s mc`:
/// https://mccompetition.org/2020/mc_format
Outcome read_competition(std::string_view text, const Integer& times = 1,
                         std::optional<Guarantee> stated = std::nullopt);

}  // namespace gridcensus::host
