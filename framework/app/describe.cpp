#include "app/asked_problem.hpp"
#include "app/command_line.hpp"
#include "app/external.hpp"
#include "app/output_file.hpp"
#include "host/base/text.hpp"
#include "host/formats/problem_json.hpp"
#include "host/report/listing.hpp"
#include "host/report/problem_listing.hpp"
#include "host/report/shape_ranges.hpp"
#include "host/report/text_pictures.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <unistd.h>

namespace gridcensus::app {

namespace {

constexpr auto subject = "STRATEGY|SHAPE";

/// @throws BadInput  the rules have no boxes.
std::string layout_text(const host::AskedRules& asked) {
  const auto layout = host::layout_of(asked.shape, asked.rules);
  if (layout) return fmt::format("{}\n", fmt::join(*layout, "\n"));
  throw host::BadInput{host::on_command_line(
      "--format layout", fmt::format("{} {} has no boxes; expected rules with boxes or with a layout",
                                     to_string(asked.shape), to_string(asked.shape, asked.rules)))};
}

/// A format for other programs in which a problem is written.
struct ProblemFormat {
  std::string_view name;
  std::string (*text_of)(const host::AskedRules& asked);  ///< nullptr: the package in Python writes it
};

using host::AskedRules;
Problem problem_of(const AskedRules& asked) { return make_problem(asked.shape, asked.rules); }

constexpr std::array<ProblemFormat, 6> problem_formats{{
    {"layout", layout_text},
    {"yaml", [](const AskedRules& asked) { return host::problem_yaml(asked.shape, asked.rules); }},
    {"json", [](const AskedRules& asked) { return host::described_json(problem_of(asked)).dump() + "\n"; }},
    {"cnf", nullptr},
    {"asp", nullptr},
    {"exact-cover", nullptr},
}};
constexpr auto problem_format_names = "layout|yaml|json|cnf|asp|exact-cover";

const ProblemFormat& read_problem_format(const std::string& name) {
  const auto* const found = std::ranges::find(problem_formats, std::string_view{name}, &ProblemFormat::name);
  if (found != problem_formats.end()) return *found;
  std::vector<std::string> known;
  for (const auto& format : problem_formats) known.emplace_back(format.name);
  throw host::BadInput{
      host::on_command_line("--format",
                            fmt::format("unknown format {}; expected one of: {}; `gridcensus picture` writes SVG", name,
                                        fmt::join(known, ", ")),
                            host::nearest_name(name, known))};
}

/// Replaces this process by the package in Python, which writes the problem.
///
/// @throws BadInput  it cannot be started.
[[noreturn]] void encode(const AskedRules& asked, std::string format, const std::string& place) {
  const int file = ::memfd_create("problem", 0);
  std::ofstream stream{fmt::format("/proc/self/fd/{}", file), std::ios::binary};
  stream << host::problem_json(problem_of(asked)).dump();
  stream.close();
  if (!stream || ::dup2(file, STDIN_FILENO) < 0) throw std::runtime_error{"the problem cannot be passed on to Python"};
  std::ranges::replace(format, '-', '_');
  release_stdout();
  throw host::BadInput{host::on_command_line(
      "--format", fmt::format("{} needs Python: {}", format, start_package({"encode", format, place})))};
}

host::ExitCode write_problem(const Arguments& arguments, const std::string& format_name, const AskedRules& asked) {
  const ProblemFormat& format = read_problem_format(format_name);
  if (arguments.has("json")) {
    throw host::BadInput{host::on_command_line("--json", "contradicts --format; `--format json` writes the problem")};
  }
  const std::string place = arguments.text("output").value_or("-");
  if (format.text_of == nullptr) encode(asked, format_name, place);
  const std::string text = format.text_of(asked);
  RuleSpec beside = asked.rules;
  beside.layout.clear();
  const std::string words = to_string(asked.shape, beside);
  if (format.name == "layout" && (words != Rules{}.text() || beside.families.contains(words)))
    arguments.print_note(fmt::format("the layout contains only the boxes; the problem also has the rules {}", words));
  OutputFile{place}.commit(text);
  return host::ExitCode::all_agree;
}

/// Checks that no option for problems was given with a strategy.
///
/// @throws BadInput  one was given.
void refuse_options_of_problems(const Arguments& arguments, const std::string& strategy) {
  std::vector<host::Diagnostic> mistakes;
  for (const std::string option : {"rules", "given", "format", "output"}) {
    if (!arguments.has(option)) continue;
    mistakes.push_back(host::on_command_line(
        "--" + option, fmt::format("applies to a problem only; {} is not a shape such as 3x3", strategy)));
  }
  host::throw_if_any(mistakes);
}

host::ExitCode describe_strategy(const Arguments& arguments, const std::string& id) {
  const auto catalog = open_catalog(arguments, {id});
  const auto* plugin = catalog.find(id);
  if (plugin == nullptr) {
    auto known = catalog.ids();
    const std::string ids = fmt::format("{}", fmt::join(known, ", "));
    for (const auto shape : host::listed_shapes()) known.push_back(to_string(shape));
    throw host::BadInput{
        host::on_command_line(subject,
                              fmt::format("{} is neither a strategy nor a shape such as 4x5; strategies: {}; {}", id,
                                          ids, catalog.searched_folders()),
                              host::nearest_name(id, known))};
  }
  refuse_options_of_problems(arguments, id);
  answer(arguments, host::describe_strategy(*plugin, answer_width()));
  return host::ExitCode::all_agree;
}

host::ExitCode run_describe(const Arguments& arguments) {
  const std::string word = arguments.required(subject);
  // A shape begins with a digit, a strategy with a letter. "3y3" is neither.
  const bool is_shape = word.find_first_not_of("0123456789x") == std::string::npos && word.front() != 'x';
  if (!is_shape) return describe_strategy(arguments, word);
  const auto asked = described_rules(subject, word, arguments);
  if (const auto format = arguments.text("format")) return write_problem(arguments, *format, asked);
  if (arguments.has("output")) {
    throw host::BadInput{host::on_command_line("--output", "needs --format, too: the format to write")};
  }
  answer(arguments, host::describe_problem(asked.shape, asked.rules,
                                           open_whole_catalog(arguments, host::Asking::declarations), answer_width()));
  return host::ExitCode::all_agree;
}

}  // namespace

const Command describe_command{
    .name = "describe",
    .brief = "a strategy or a problem",
    .summary = "Describe a strategy, or a problem: its picture, its symmetries and the strategies that count it.",
    .usage = "STRATEGY|SHAPE [options]",
    .argument = subject,
    .examples =
        "  gridcensus describe band_classes\n"
        "  gridcensus describe 4x5\n"
        "  gridcensus describe 2x3 --rules diagonals,anti_king\n"
        "  gridcensus describe 2x3 --rules diagonals --format cnf -o problem.cnf\n",
    .options = joined(
        {{{"rules", "RULES", "Rules of the problem beyond rows and columns; `gridcensus list rules` lists them."},
          {"given", "TEXT|FILE", given_help},
          {"format", problem_format_names,
           "Write the problem for other programs. layout: the letters of its boxes, for a file of layouts or the key "
           "`layout`; yaml: a problem of an experiment file; json: the form that strategy programs receive, and the "
           "rules one by one; cnf: DIMACS, for model counters; asp: facts for clingo; exact-cover: for Knuth's DLX."},
          {"output", "FILE", "Write to this file; - is stdout, the default.", "o"}},
         json_options(),
         catalog_options()}),
    .run = run_describe};

}  // namespace gridcensus::app
