#include "host/report/history.hpp"

#include "app/command_line.hpp"
#include "app/results_source.hpp"
#include "app/selection.hpp"
#include "gridcensus/integer.hpp"
#include "host/base/text.hpp"

#include <fmt/format.h>

namespace gridcensus::app {

namespace {

/// Checks that a text is not a number, which the command `identify` looks up.
///
/// @throws BadInput  it is a number.
void refuse_number(const std::string& text) {
  if (!parse_integer(host::ungrouped(text))) return;
  throw host::BadInput{host::on_command_line(
      "QUANTITY", fmt::format("{0} is a number, not a quantity; to look it up: gridcensus identify {0}", text))};
}

/// "grids" or "grids:3x3".
QuantityAndShape asked_for(const std::string& text) {
  const auto place = text.find(':');
  QuantityAndShape asked{known_quantity(text.substr(0, place), text), {}};
  if (place != std::string::npos) asked.shape = shape_named(text.substr(place + 1), text);
  return asked;
}

host::ExitCode run_history(const Arguments& arguments) {
  auto files = arguments.all_required("FILE");
  std::string named;
  if (!arguments.has("quantity")) {
    named = files.front();
    refuse_number(named);
    files.erase(files.begin());
    if (files.empty()) throw host::BadInput{"expected at least one FILE after the quantity"};
  }
  refuse_input("--json", arguments.text("json"), files);
  const auto documents = open_all_results(files);
  auto asked = selection_of(arguments);
  if (!asked.quantity) {
    const auto first = asked_for(named);
    if (first.shape && asked.shape) throw host::BadInput{"the shape is given twice"};
    asked = {first.quantity, first.shape ? first.shape : asked.shape};
  }
  const auto history = history_of(documents, *asked.quantity, asked.shape);
  answer(arguments, history.listing);
  return history.exit_code;
}

}  // namespace

const Command history_command{.name = "history",
                              .brief = "a quantity over time",
                              .summary = "Show the values of a quantity in ledgers and documents, by date.",
                              .usage = "QUANTITY[:SHAPE] FILE... [options]",
                              .argument = "FILE...",
                              .examples =
                                  "  gridcensus history grids:3x3 monday.json tuesday.json x.ledger\n"
                                  "  gridcensus history --quantity grids --shape 3x3 *.ledger\n",
                              .options = joined({selection_options(), json_options()}),
                              .run = run_history};

}  // namespace gridcensus::app
