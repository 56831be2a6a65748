#include "host/report/exported_rows.hpp"
#include "host/report/sweep_tables.hpp"
#include "host/results/values.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace gridcensus::host::exported {

namespace {

using Document = ResultsDocument;

/// A sweep, and its document.
struct SweepInDocument {
  const Document* document = nullptr;
  SweepTable sweep;
};

/// Returns "grids of 2x3 by mc".
std::string title_of(const SweepTable& sweep) {
  return fmt::format("{} of {} by {}", name_of(sweep.quantity), to_string(sweep.problem), sweep.configuration);
}

std::vector<SweepInDocument> selected_sweeps(const std::vector<Document>& documents, const Selection& selection) {
  std::vector<std::string> known;
  std::vector<SweepInDocument> selected;
  for (const Document& document : documents) {
    for (auto& sweep : sweep_tables(document)) {
      const bool is_wanted = sweep.quantity == selection.quantity.value_or(sweep.quantity) &&
                             sweep.problem.shape == selection.shape.value_or(sweep.problem.shape);
      known.push_back(title_of(sweep));
      if (is_wanted) selected.push_back({&document, std::move(sweep)});
    }
  }
  if (!selected.empty()) return selected;
  throw BadInput{on_command_line("--sweep", known.empty()
                                                ? "no configuration has several values of a parameter or several seeds"
                                                : fmt::format("no such sweep; there is: {}", fmt::join(known, ", ")))};
}

/// Returns the names of all axes, the seed last.
std::vector<std::string> axes_of(const std::vector<SweepInDocument>& sweeps) {
  std::vector<std::string> names;
  bool has_seeds = false;
  for (const auto& [document, sweep] : sweeps) {
    for (const auto& axis : sweep.axes) {
      if (&axis == &sweep.axes.back() && sweep.has_seeds()) {
        has_seeds = true;
      } else if (std::ranges::find(names, axis.name) == names.end()) {
        names.push_back(axis.name);
      }
    }
  }
  if (has_seeds) names.emplace_back(seed_axis);
  return names;
}

/// Returns the value of a run on an axis of a sweep, or on one of another sweep.
Json value_on(const std::string& axis, const Document::Run& run) {
  if (axis == seed_axis) return run.seed ? Json(*run.seed) : Json();
  return parameter_of(run, axis);
}

std::optional<double> inefficiency_of(const SweepPoint& point) {
  const auto* const estimate = point.estimate();
  return estimate == nullptr ? std::nullopt
                             : inefficiency(estimate->value, estimate->standard_error, point.run->seconds);
}

std::optional<Real> relative_error_of(const SweepPoint& point) {
  const auto* const estimate = point.estimate();
  if (estimate == nullptr || estimate->value == 0) return std::nullopt;
  return std::fabs(estimate->standard_error / estimate->value);
}

template <class Number>
Json number_or_null(const std::optional<Number>& number) {
  return number ? to_json(Real{*number}) : Json();
}

PaperTable paper_of(const std::vector<const SweepInDocument*>& sweeps) {
  const auto& axes = sweeps.front()->sweep.axes;
  const bool has_rules =
      std::ranges::any_of(sweeps, [](const auto* each) { return !each->sweep.problem.rules.are_classic(); });
  // Columns of one text would only widen the table.
  const bool is_one = sweeps.size() == 1;
  PaperTable table;
  if (!is_one) table.columns.push_back({"Boxes"});
  if (!is_one && has_rules) table.columns.push_back({"Rules"});
  if (!is_one) table.columns.insert(table.columns.end(), {{"Quantity"}, {"Counted by"}});
  for (const auto& axis : axes) table.columns.push_back({axis.name, true});
  table.columns.insert(table.columns.end(), {{"Value", true},
                                             {"Relative error", true},
                                             {"Off by [s.e.]", true},
                                             {"Seconds", true},
                                             {"Inefficiency [s]", true}});
  for (const auto* each : sweeps) {
    const SweepTable& sweep = each->sweep;
    for (const auto& point : sweep.points) {
      auto& row = table.rows.emplace_back();
      if (!is_one) row.emplace_back(sweep.problem.shape);
      if (!is_one && has_rules) row.emplace_back(sweep.problem.rules.text());
      if (!is_one) row.insert(row.end(), {std::string{name_of(sweep.quantity)}, sweep.configuration});
      for (std::size_t axis = 0; axis < axes.size(); ++axis) row.emplace_back(sweep.value_at(point, axis));
      row.emplace_back(point.outcome->outcome);
      const auto relative = relative_error_of(point);
      row.emplace_back(relative ? fmt::format("{:.2Lg} %", 100 * *relative) : "");
      row.emplace_back(point.score ? fmt::format("{:+.2f}", point.score->z) : "");
      row.emplace_back(fmt::format("{:.3g}", point.run->seconds));
      const auto cost = inefficiency_of(point);
      row.emplace_back(cost ? fmt::format("{:.2g}", *cost) : "");
    }
  }
  if (is_one) table.notes.push_back(title_of(sweeps.front()->sweep) + ".");
  table.notes.emplace_back(
      "Off by: the difference from the exact value in standard errors, by the half of the interval towards it. "
      "Inefficiency: the square of the relative error, times the seconds; it does not depend on the number of samples, "
      "and a smaller one is better.");
  return table;
}

}  // namespace

DataTable table_of_sweeps(const std::vector<Document>& documents, const Selection& selection) {
  const auto sweeps = selected_sweeps(documents, selection);
  const auto axes = axes_of(sweeps);
  DataTable table;
  table.columns = {"shape", "rules", "strategy", "configuration", "base", "quantity"};
  for (const auto& axis : axes) table.columns.push_back(axis == seed_axis ? axis : "param_" + axis);
  const std::vector<std::string> members{"kind", "value", "standard_error"};
  table.columns = joined({table.columns,
                          members,
                          {"relative_error", "samples", "exact", "exact_from", "z", "seconds", "inefficiency",
                           "experiment", "date", "version"}});
  for (const auto& [document, sweep] : sweeps) {
    for (const auto& point : sweep.points) {
      const auto& who = point.outcome->who;
      auto& row = table.rows.emplace_back();
      row = {to_string(sweep.problem.shape),
             sweep.problem.rules.text(),
             sweep.strategy,
             who.configuration,
             sweep.configuration,
             name_of(sweep.quantity)};
      for (const auto& axis : axes) row.push_back(value_on(axis, *point.run));
      const Json value = to_json(point.outcome->outcome);
      add_members(row, value, members);
      row.push_back(number_or_null(relative_error_of(point)));
      add_members(row, value, {"samples"});
      row.push_back(point.score ? Json(to_decimal(point.score->truth)) : Json());
      row.push_back(point.score ? Json(point.score->from) : Json());
      row.push_back(point.score ? Json(point.score->z) : Json());
      row.emplace_back(point.run->seconds);
      row.push_back(number_or_null(inefficiency_of(point)));
      row.emplace_back(document->file);
      row.emplace_back(document->produced.date);
      row.emplace_back(document->version);
    }
  }
  return table;
}

std::vector<PaperTable> papers_of_sweeps(const std::vector<Document>& documents, const Selection& selection) {
  const auto sweeps = selected_sweeps(documents, selection);
  const auto names_of_axes = [](const SweepTable& sweep) {
    std::vector<std::string> names;
    for (const auto& axis : sweep.axes) names.push_back(axis.name);
    return names;
  };
  std::vector<std::vector<const SweepInDocument*>> alike;
  for (const auto& each : sweeps) {
    const auto fits = [&](const auto& others) {
      return names_of_axes(others.front()->sweep) == names_of_axes(each.sweep);
    };
    const auto found = std::ranges::find_if(alike, fits);
    if (found == alike.end()) {
      alike.push_back({&each});
    } else {
      found->push_back(&each);
    }
  }
  std::vector<PaperTable> papers;
  for (const auto& each : alike) papers.push_back(paper_of(each));
  return papers;
}

}  // namespace gridcensus::host::exported
