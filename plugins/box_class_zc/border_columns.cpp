#include "box_class_zc/border_columns.hpp"

#include "box_class_zc/source_tables.hpp"
#include "box_class_zc/two_lines.hpp"
#include "gridcensus/ready_jobs.hpp"

#include <algorithm>
#include <utility>

namespace gridcensus::box_class_zc {

namespace {

Findings findings_of(const TwoLines& counter) {
  Finding algebra{.value = figures({{"classes_of_two_lines", counter.row_classes()},
                                    {"classes_of_short_lines", counter.column_classes()},
                                    {"meeting_pairs", counter.meeting_pairs()},
                                    {"classes_beside_box_1", counter.border_columns().size()},
                                    {"combinations_below_box_1", counter.row_combinations()}}),
                  .help =
                      "Classes of the two lines of a box and of its lines of two symbols, pairs of these with a box, "
                      "classes of the box beside box 1 and combinations for those below it",
                  .same_when_transposed = true};
  return internal({{"box_algebra", std::move(algebra)}});
}

}  // namespace

std::unique_ptr<Job> sum_over_border_columns(const Request& request) {
  const Shape shape = request.problem.shape;
  const int longer = std::max(shape.box_rows, shape.box_cols);
  const auto counter = std::make_shared<const TwoLines>(longer, request.poll);
  return exact_sum(
      {.units = counter->border_columns().size(),
       .count = [counter](std::uint64_t unit, const Poll& /*poll*/) -> Integer { return counter->solutions(unit); },
       // The columns of box 1' in C! orders, the two rows of each of the C - 1 boxes below box 1 in 2, box 1 in N!.
       .times = factorial(longer) * power(2, longer - 1) * factorial(shape.side()),
       // The boxes below box 1 can be permuted, and no two of them are alike.
       .divisor = factorial(longer - 1),
       .findings = [counter](const Integer& /*sum*/) { return findings_of(*counter); }});
}

}  // namespace gridcensus::box_class_zc
