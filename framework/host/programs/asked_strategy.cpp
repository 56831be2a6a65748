#include "host/base/errors.hpp"
#include "host/base/json.hpp"
#include "host/formats/answers.hpp"
#include "host/formats/encodings.hpp"
#include "host/formats/problem_json.hpp"
#include "host/formats/template.hpp"
#include "host/process/asked_program.hpp"
#include "host/process/last_lines.hpp"
#include "host/programs/program_strategies.hpp"
#include "host/workers/calls.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <utility>

namespace gridcensus::host {

namespace {

// A tally stores an exact count as the sum with its quantity's name. It stores any other count with everything known of
// it as samples, under that name followed by one of these suffixes. Their totals are the answer, also in a tally of
// several units.
constexpr const char* of_approximation = ".approximation";
constexpr const char* of_value = ".value";
constexpr const char* of_standard_error = ".standard_error";
constexpr const char* of_low = ".low";
constexpr const char* of_high = ".high";
constexpr const char* of_missed = ".missed";  // the probability that the interval misses

Tally tally_of(const std::string& name, const Outcome& outcome) {
  Tally tally;
  if (const auto* exact = std::get_if<Exact>(&outcome)) return tally.add(name, exact->value);
  if (const auto* found = std::get_if<Approximation>(&outcome)) {
    return tally.sample(name + of_approximation, found->value);
  }
  const auto& estimate = std::get<Estimate>(outcome);
  return tally.sample(name + of_value, estimate.value)
      .sample(name + of_standard_error, estimate.standard_error)
      .sample(name + of_low, estimate.low)
      .sample(name + of_high, estimate.high)
      .sample(name + of_missed, 1 - estimate.confidence);
}

Outcome outcome_of(const std::string& name, const Tally& tally) {
  const auto has = [&](const std::string& part) { return tally.all_moments().contains(name + part); };
  const auto total = [&](const std::string& part) {
    const Moments moments = tally.moments(name + part);
    return moments.mean * static_cast<Real>(moments.count);
  };
  if (!has(of_value) && !has(of_approximation)) return Exact{tally.sum(name)};
  const Real exact = tally.sums().contains(name) ? to_real(tally.sum(name)) : Real{0};
  if (has(of_approximation)) return Approximation{exact + total(of_approximation) + total(of_value)};
  return Estimate{.value = exact + total(of_value),
                  .standard_error = total(of_standard_error),
                  .low = exact + total(of_low),
                  .high = exact + total(of_high),
                  .confidence = 1 - static_cast<double>(total(of_missed)),
                  .samples = 1};
}

class AskedJob final : public Job {
 public:
  AskedJob(ConfiguredProgram program, const Request& request)
      : program_{std::move(program)},
        problem_{request.problem},
        quantities_{request.quantities},
        fixes_first_row_{asked().fixes_first_row && !why_not_fixed(problem_)} {
    for (const auto& [name, value] : program_.values) {
      words_[name] = std::holds_alternative<std::monostate>(value) ? "" : gridcensus::to_string(value);
    }
    words_["first_row_fixed"] = fixes_first_row_ ? "true" : "false";
    words_["quantity"] = quantities_.size() == 1 ? std::string{name_of(*quantities_.begin())} : "all";
    const auto units = parse_integer(filled(asked().units, problem_, words_));
    if (!units || *units < 1 || *units > (Integer{1} << 40U)) {
      throw std::runtime_error{"`units` of its description is not a whole number from 1 to 2^40: " + asked().units};
    }
    units_ = units->convert_to<std::uint64_t>();
    words_["units"] = std::to_string(units_);
    input_ = input_of_all_units();
  }

  std::uint64_t units() const override { return units_; }

  Tally run(std::uint64_t unit, const UnitContext& context) const override {
    Words words = words_;
    words["unit"] = std::to_string(unit);
    // Programs accept seeds of at least 31 bits.
    Random random = context.random;
    words["random"] = std::to_string(random() >> 33U);
    const ScratchFolder folder;
    std::filesystem::path input;
    if (asked().input != ProgramInput::nothing) {
      input = folder.path() / "input";
      words["input"] = input.string();
      write(input, words, unit);
    }
    std::vector<std::string> command;
    for (const auto& word : program_.description->command) command.push_back(filled(word, problem_, words));
    return read(answer_to(unit, command, folder, input, context.poll));
  }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    program_.installed->check_unchanged();
    Report report;
    for (const Quantity quantity : quantities_) {
      report.outcomes.emplace(quantity, outcome_of(std::string{name_of(quantity)}, total));
    }
    return report;
  }

 private:
  const AskedOnce& asked() const { return *program_.description->asked; }

  std::string input_of_all_units() const {
    switch (asked().input) {
      case ProgramInput::cnf: return dimacs_of(problem_, fixes_first_row_);
      case ProgramInput::asp: return asp_facts_of(problem_, fixes_first_row_);
      case ProgramInput::exact_cover: return exact_cover_of(problem_, fixes_first_row_);
      case ProgramInput::json:
        return Message{{"problem", problem_json(problem_)},
                       {"quantities", message_of(quantities_)},
                       {"parameters", message_of(program_.values)},
                       {"units", std::to_string(units_)}}
            .dump();
      case ProgramInput::text:
      case ProgramInput::nothing: break;
    }
    return asked().text;
  }

  void write(const std::filesystem::path& file, const Words& words, std::uint64_t unit) const {
    std::ofstream stream{file, std::ios::binary};
    if (asked().input == ProgramInput::text) {
      stream << filled(input_, problem_, words);
    } else if (asked().input == ProgramInput::json) {
      Message message = Message::parse(input_);
      message["unit"] = std::to_string(unit);
      stream << message.dump() << '\n';
    } else {
      stream << input_;
    }
    if (!stream.flush()) throw std::runtime_error{"its input could not be written to " + file.string()};
  }

  /// Runs the program, and retries once if something outside has ended it.
  AskedAnswer answer_to(std::uint64_t unit, const std::vector<std::string>& command, const ScratchFolder& folder,
                        const std::filesystem::path& input, const Poll& poll) const {
    std::string first;  // how the first try ended
    while (true) {
      try {
        AskedAnswer answer = ask_program(program_.installed->start(command, folder), input, program_.limits, poll);
        if (asked().success.contains(answer.exit_code)) return answer;
        throw failure(fmt::format("ended with exit code {}, where {} {} success", answer.exit_code,
                                  fmt::join(asked().success, ", "), asked().success.size() == 1 ? "is" : "are"),
                      answer.last_lines, answer.output);
      } catch (const ProgramFailed& failed) {
        const std::string why = failed.what();
        using Reason = ProgramFailed::Reason;
        const bool is_lost = failed.reason() == Reason::signal || failed.reason() == Reason::lost;
        if (is_lost && first.empty()) {
          first = why;
          program_.note(fmt::format("unit {}: its program {}; it is asked again", unit, why));
          continue;
        }
        throw failure(first.empty()  ? why
                      : first == why ? why + ", twice"
                                     : first + ", and asked again it " + why,
                      failed.last_lines(), "");
      }
    }
  }

  static std::runtime_error failure(const std::string& what, const std::string& errors, const std::string& output) {
    std::string text = "its program " + what;
    if (!errors.empty()) {
      text += "; the last that it wrote to stderr: " + lines_for_message(errors);
    } else if (!output.empty()) {
      text += "; the last that it printed: " + lines_for_message(output);
    }
    return std::runtime_error{text};
  }

  Tally read(const AskedAnswer& answer) const {
    const auto& [patterns, guarantee, times, times_relabellings] = asked().answer;
    Integer factor = times;
    if (times_relabellings || fixes_first_row_) factor *= first_row_factor(problem_);
    Tally tally;
    try {
      if (patterns.empty()) {
        return host::tally_of(std::string{name_of(*quantities_.begin())},
                              read_competition(answer.output, factor, guarantee));
      }
      for (const Quantity quantity : quantities_) {
        tally.add(name_of(quantity), read_pattern(answer.output, patterns.at(quantity)) * factor);
      }
    } catch (const BadAnswer& error) {
      throw failure(fmt::format("gave no answer: {}", error.what()), answer.last_lines, answer.output);
    }
    return tally;
  }

  ConfiguredProgram program_;
  Problem problem_;
  std::set<Quantity> quantities_;
  bool fixes_first_row_;
  Words words_;
  std::uint64_t units_ = 1;
  std::string input_;
};

class AskedStrategy final : public Strategy {
 public:
  explicit AskedStrategy(ConfiguredProgram program) : program_{std::move(program)} {}

  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    if (const auto& missing = program_.installed->why_missing()) return refusal(quantities, *missing);
    if (const auto reason = program_.declared.takes.why_not(problem.shape)) return refusal(quantities, *reason);
    if (program_.description->asked->answer.times_relabellings) {
      if (const auto reason = why_not_fixed(problem)) return refusal(quantities, *reason);
    }
    return {};
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    return std::make_unique<AskedJob>(program_, request);
  }

 private:
  ConfiguredProgram program_;
};

}  // namespace

std::unique_ptr<Strategy> asked_strategy(ConfiguredProgram program) {
  return std::make_unique<AskedStrategy>(std::move(program));
}

}  // namespace gridcensus::host
