#include "host/conformance/check.hpp"
#include "host/conformance/subject.hpp"

#include <fmt/format.h>

namespace gridcensus::host::conformance {

namespace {

/// Checks for text of more than blanks; the catalog has refused plugins without any text.
void require_text(const std::string& text, const std::string& what) {
  if (text.find_first_not_of(' ') == std::string::npos) throw CheckFailed{"it has no " + what};
}

/// Checks that the default survives as text, because workers, files and the command line pass values as text.
void require_default_as_text(const ParameterSpec& spec) {
  if (std::holds_alternative<std::monostate>(spec.default_value)) return;
  const std::string text = gridcensus::to_string(spec.default_value);
  if (parse_parameter(spec, text) == spec.default_value) return;
  throw CheckFailed{
      fmt::format("the default of {} is {}, which is not read back: expected {}", spec.name, text, expectation(spec))};
}

std::string declared_mathematics(const Plugin& plugin) {
  std::string text;
  for (const auto& use : plugin.mathematics) text += (text.empty() ? "" : ", ") + use.library;
  return text.empty() ? "no shared mathematics" : "shared mathematics " + text;
}

}  // namespace

std::string check_declarations(Subject& subject) {
  const Plugin& plugin = subject.plugin();
  const About& about = plugin.about;
  require_text(about.version, "version");
  require_text(about.summary, "summary");
  require_text(about.source, "source");
  for (const auto& spec : plugin.parameters) {
    require_text(spec.help, "help for " + spec.name);
    require_default_as_text(spec);
  }
  if (strategy_id_of(plugin.file) != about.id) {
    subject.note(
        fmt::format("its file is {} and its id {}: where a plugin is opened on demand, that of {} is looked "
                    "for in {}.so",
                    plugin.file.filename().string(), about.id, about.id, about.id));
  }
  return fmt::format("version, summary, source, {} yielded, {} with help and default, {}",
                     fmt::format("{} quantit{}", about.yields.size(), about.yields.size() == 1 ? "y" : "ies"),
                     fmt::format("{} parameter{}", plugin.parameters.size(), plugin.parameters.size() == 1 ? "" : "s"),
                     declared_mathematics(plugin));
}

}  // namespace gridcensus::host::conformance
