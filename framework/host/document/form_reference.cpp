#include "host/document/form.hpp"

namespace gridcensus::host {

namespace {

std::string cell(std::string text) {
  for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2)) text.insert(at, "\\");
  return text;
}

std::string code(const std::string& text) { return text.empty() ? "" : "`" + cell(text) + "`"; }

/// Returns the form of the map that a value of this form can be or contain; nullptr if there is none.
const Form* nested_map(const Form& form) {
  if (form.kind == Form::Kind::map) return &form;
  if (!form.map_instead.empty()) return nested_map(form.map_instead.front());
  if (form.element.empty()) return nullptr;
  return nested_map(form.element.front());
}

std::string accepted_values(const Form& form) {
  const auto* const nested = nested_map(form);
  if (form.kind == Form::Kind::list) {
    const Form& element = form.element.front();
    if (element.kind == Form::Kind::map) return "a list of maps";
    if (element.kind == Form::Kind::list) {
      return "a list of lists of " + element.entry_noun + "s" + (element.map_instead.empty() ? "" : ", or of maps");
    }
    return "a list of " + form.entry_noun + "s" + (form.map_instead.empty() ? "" : ", or a map");
  }
  if (form.kind == Form::Kind::dictionary) {
    const auto kind = form.element.front().kind;
    return std::string{"a map of names to "} + (kind == Form::Kind::map    ? "maps"
                                                : kind == Form::Kind::list ? "lists"
                                                : nested != nullptr        ? "names or maps"
                                                                           : "names");
  }
  return expectation(form);
}

void append_section(std::string& text, const std::string& heading, const Form& form, bool is_root) {
  text += "\n## " + heading + "\n\n| key | accepts | default | meaning | example |\n|---|---|---|---|---|\n";
  for (const auto& field : form.fields) {
    const auto default_text = field.is_required ? "**required**" : cell(field.default_text);
    text += "| " + code(field.key) + " | " + cell(accepted_values(field.form)) + " | " + default_text + " | " +
            cell(field.help) + " | " + code(field.example) + " |\n";
  }
  for (const auto& group : form.either_or) {
    text += (&group == &form.either_or.front() ? "\nEither " : " or ");
    for (const auto& key : group) text += (&key == &group.front() ? "" : " and ") + code(key);
  }
  if (!form.either_or.empty()) text += " must be there.\n";
  for (const auto& field : form.fields) {
    const auto* const nested = nested_map(field.form);
    if (nested != nullptr) append_section(text, is_root ? field.key : heading + ": " + field.key, *nested, false);
  }
}

}  // namespace

std::string reference_of(const std::string& heading, const Form& form) {
  std::string text;
  append_section(text, heading, form, true);
  return text;
}

}  // namespace gridcensus::host
