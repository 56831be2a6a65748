#include "app/commands.hpp"
#include "gridcensus/build_id.hpp"

#include <boost/algorithm/string/case_conv.hpp>
#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>

#include <sstream>

namespace gridcensus::app {

namespace {

/// Returns the text of a line with the characters escaped that roff would interpret.
std::string roff(std::string text) {
  boost::replace_all(text, "\\", "\\e");
  boost::replace_all(text, "-", "\\-");
  boost::replace_all(text, "'", "\\(aq");
  if (text.starts_with('.')) text = "\\&" + text;
  return text;
}

/// Returns lines that roff does not fill.
std::string example(const std::string& text) {
  std::string block = ".nf\n";
  std::istringstream lines{text};
  for (std::string line; std::getline(lines, line);) {
    const auto begin = line.find_first_not_of(' ');
    block += (begin == std::string::npos ? "" : roff(line.substr(begin))) + "\n";
  }
  return block + ".fi\n";
}

std::string entry_of(const Option& option) {
  const std::string letter = option.letter.empty() ? "" : fmt::format(R"(\fB\-{}\fR, )", option.letter);
  const std::string value = option.value_name.empty() ? "" : " \\fI" + roff(option.value_name) + "\\fR";
  return fmt::format(".TP\n{}\\fB\\-\\-{}\\fR{}\n{}\n", letter, roff(option.name), value, roff(help_text(option)));
}

std::string section_of(const Command& command) {
  std::string text =
      fmt::format(".SS \"gridcensus {} {}\"\n{}\n", roff(command.name), roff(command.usage), roff(command.summary));
  for (const auto& option : command.options) text += entry_of(option);
  if (!command.examples.empty()) text += ".PP\nExamples:\n" + example(command.examples);
  return text;
}

std::string section_of(const std::string& view, const std::string& brief) {
  return fmt::format(".SS \"gridcensus {0}\"\n{1}; its options: gridcensus {0} \\-\\-help\n", roff(view), roff(brief));
}

}  // namespace

std::string manual_page() {
  std::string text = fmt::format(
      ".TH GRIDCENSUS 1 \"\" \"gridcensus {}\" \"User Commands\"\n"
      ".SH NAME\ngridcensus \\- count completed Sudoku grids by independent strategies and compare all answers\n"
      ".SH SYNOPSIS\n.B gridcensus\n.I COMMAND\n.RI [ arguments ]\n"
      ".SH DESCRIPTION\n"
      "Strategies count grids, bands and classes for boxes of any shape, exactly or as estimates with errors.\n"
      "All answers are compared with each other and with published values.\n"
      "Results go to standard output, everything else to standard error.\n"
      ".SH OPTIONS\n.TP\n\\fB\\-V\\fR, \\fB\\-\\-version\\fR\nPrint the version, and the toolchain that plugins "
      "need.\n"
      ".PP\nEvery command also has:\n",
      GRIDCENSUS_VERSION);
  for (const auto& option : shared_options()) text += entry_of(option);
  for (const auto& group : command_groups()) {
    text += fmt::format(".SH {}\n", boost::to_upper_copy(group.title));
    for (const auto* const command : group.commands) text += section_of(*command);
    for (const auto& [name, brief] : group.views) text += section_of(name, brief);
  }
  text += ".SH ENVIRONMENT\nUsed if neither the option nor the experiment file has a value:\n";
  for (const auto& [variable, option] : environment_options()) {
    text += fmt::format(".TP\n.B {}\nsets \\fB\\-\\-{}\\fR\n", variable, roff(option));
  }
  text += ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] : exit_codes()) text += fmt::format(".TP\n.B {}\n{}\n", code, meaning);
  return text +
         ".SH FILES\n.TP\n.I NAME.ledger\nThe ledger of the experiment NAME.yaml: its results and finished units, from "
         "which a run resumes.\n"
         ".SH SEE ALSO\nThe pages in share/doc/gridcensus/docs of the installation; start with README.md.\n";
}

}  // namespace gridcensus::app
