#include "host/catalog/declarations.hpp"

#include "host/base/errors.hpp"
#include "host/base/limits.hpp"
#include "host/catalog/catalog.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

namespace gridcensus::host {

namespace {

class Fault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

void require(bool condition, const std::string& otherwise) {
  if (!condition) throw Fault{otherwise};
}

bool is_name(std::string_view text) { return text.size() <= max_name_bytes && is_snake_case(text); }

bool is_one_line(std::string_view text) {
  const bool is_blank = text.find_first_not_of(' ') == std::string_view::npos;
  return !is_blank && text.size() <= max_name_bytes && printable(text) == text;
}

std::string in_quotes(std::string_view text) { return "'" + printable(text.substr(0, max_name_bytes)) + "'"; }

void check_quantity(const QuantityInfo& info) {
  const std::string name = "its quantity " + in_quotes(info.name);
  require(is_name(info.name), name + " is not snake_case");
  require(is_one_line(info.definition), name + " has no definition of one printable line");
  require(is_one_line(info.unit), name + " has no unit of one printable line");
  const std::string& base = info.relabelling_classes_of;
  require(base.empty() || (find_quantity(base) && base != info.name),
          name + " follows from " + in_quotes(base) + ", which is not another quantity");
  require(info.under_maps == Preserved::nothing || info.under_maps == Preserved::grids ||
              info.under_maps == Preserved::symmetries,
          name + " is preserved by maps that this program does not know");
}

void check_about(const About& about) {
  require(is_name(about.id), "its id " + in_quotes(about.id) + " is not snake_case");
  require(is_one_line(about.version), "it has no version of one printable line");
  require(is_one_line(about.summary), "it has no summary of one printable line");
  require(is_one_line(about.source), "it has no source of one printable line");
  require(!about.yields.empty(), "it yields no quantity");
  std::set<Quantity> yielded;
  for (const auto& [quantity, kind] : about.yields) {
    check_quantity(quantity.info());
    require(kind != Kind::unfinished && static_cast<std::size_t>(kind) < std::variant_size_v<Outcome>,
            "it plans no answer for " + std::string{name_of(quantity)});
    require(yielded.insert(quantity).second, "it yields " + std::string{name_of(quantity)} + " twice");
  }
  require(about.rules == SupportedRules::classic || about.rules == SupportedRules::different_cells ||
              about.rules == SupportedRules::any,
          "it takes rules that this program does not know");
}

void check_range(const ParameterSpec& spec, const std::string& name) {
  require(std::isfinite(spec.low.value_or(0)) && std::isfinite(spec.high.value_or(0)),
          name + " has a limit that is not finite");
  require(!spec.low || !spec.high || *spec.low <= *spec.high, name + " has an empty range");
}

void check_choices(const ParameterSpec& spec, const std::string& name) {
  const std::set<std::string> distinct{spec.choices.begin(), spec.choices.end()};
  require(!distinct.empty(), name + " has no choices");
  require(distinct.size() == spec.choices.size(), name + " has a duplicate choice");
  require(std::ranges::all_of(distinct, is_one_line), name + " has a choice that cannot be printed");
}

void check_default(const ParameterSpec& spec, const std::string& name) {
  const ParameterValue& preset = spec.default_value;
  if (std::holds_alternative<std::monostate>(preset)) {
    require(spec.type != ParameterType::choice, "the default of " + name + " is not one of its choices");
    return;
  }
  try {
    const ParameterValue reread = parse_parameter(spec, gridcensus::to_string(preset));
    require(reread.index() == preset.index(), "the default of " + name + " is not of its type");
    // Workers, files and the command line pass values as text.
    require(reread == preset, "the default of " + name + " changes if it is written as text and read back");
  } catch (const InvalidParameter& error) {
    throw Fault{"the default of " + name + " is " + in_quotes(gridcensus::to_string(preset)) +
                ", which it does not accept: " + error.what()};
  }
}

void check_parameters(const std::vector<ParameterSpec>& parameters) {
  std::set<std::string> names;
  for (const ParameterSpec& spec : parameters) {
    const std::string name = "its parameter " + in_quotes(spec.name);
    require(is_name(spec.name), name + " is not snake_case");
    require(names.insert(spec.name).second, name + " is declared twice");
    require(std::ranges::find(reserved_parameter_names(), spec.name) == reserved_parameter_names().end(),
            name + " has a name that is reserved in experiment files");
    require(is_one_line(spec.help), name + " has no help of one printable line");
    check_range(spec, name);
    if (spec.type == ParameterType::choice) check_choices(spec, name);
    require(!spec.speed_only || !spec.part_of_question,
            name + " is declared both part of the question and unable to change the answer");
    check_default(spec, name);
  }
}

}  // namespace

std::optional<std::string> find_fault(const About& about, const std::vector<ParameterSpec>& parameters) {
  try {
    check_about(about);
    check_parameters(parameters);
    return std::nullopt;
  } catch (const Fault& fault) {
    return fault.what();
  }
}

const std::vector<std::string>& reserved_parameter_names() {
  static const std::vector<std::string> names{"strategy", "sweep", "quantities", "only", "inputs", "budget", "isolate"};
  return names;
}

}  // namespace gridcensus::host
