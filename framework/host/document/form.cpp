#include "host/document/form.hpp"

#include "gridcensus/rules.hpp"
#include "host/base/shape_hint.hpp"
#include "host/base/text.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace gridcensus::host {

namespace {

/// Returns the known name that was probably meant, with its note.
std::optional<std::string> nearest_choice(const Form& form, const std::string& text) {
  auto nearest = nearest_name(text, form.choices);
  if (!nearest) nearest = nearest_name(text, form.misplaced_choices);
  if (!nearest) return nearest;
  const auto note = form.notes_on_choices.find(*nearest);
  return note == form.notes_on_choices.end() ? *nearest : *nearest + ", " + note->second;
}

/// Longer texts are not parsed as numbers, because the time to parse one grows with the square of its length. The
/// largest shape has a count of about 6000 digits.
constexpr std::size_t max_digits = 10'000;

/// The hint on digit separators.
constexpr std::string_view separator_hint = "; a separator goes before every three digits: 28_200_960 or 28,200,960";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string expectation(const Form::Range& range) {
  const auto text = [](double value) { return gridcensus::to_string(ParameterValue{value}); };
  return "a number " + std::string{range.excludes_low ? "above " : "from "} + text(range.low) +
         (range.excludes_high  ? " to below "
          : range.excludes_low ? " and at most "
                               : " to ") +
         text(range.high);
}

bool contains(const Form::Range& range, double value) {
  const bool is_high_enough = range.excludes_low ? value > range.low : value >= range.low;
  const bool is_low_enough = range.excludes_high ? value < range.high : value <= range.high;
  return is_high_enough && is_low_enough;
}

bool is_collection(Form::Kind kind) {
  return kind == Form::Kind::map || kind == Form::Kind::list || kind == Form::Kind::dictionary;
}

/// Returns whether separators are at other positions than before every three digits.
bool is_badly_grouped(std::string_view text) {
  return text.find_first_not_of("0123456789,_' ") == std::string_view::npos &&
         text.find_first_of(",_' ") != std::string_view::npos;
}

/// Returns a hint if a number was meant but is in a notation that only some readers of YAML take for one.
std::string spelling_hint(const Node& node, bool is_integer) {
  if (node.kind != Node::Kind::scalar || node.scalar.empty() || node.scalar.size() > max_digits) return "";
  const char first = node.scalar.front();
  const bool looks_numeric = is_digit(first) || first == '-' || first == '+' || first == '.';
  if (!looks_numeric) return "";
  if (node.quoted) return "; remove the quotes";
  if (integer_of(node) || (!is_integer && parse_plain_real(node.scalar))) return "";
  if (!is_integer) return "; write a plain decimal number, without leading zeros, sign + or separators";
  if (is_badly_grouped(node.scalar)) return std::string{separator_hint};
  return "; write decimal digits, or 1e6 for a million, without leading zeros, sign + or point";
}

bool is_digits(std::string_view text) { return !text.empty() && std::ranges::all_of(text, is_digit); }

/// Returns the number, if the value that begins in this member of a map between braces was split at its commas: `value:
/// 28,200,960` becomes a value 28 and the keys 200 and 960.
std::optional<std::string> split_number(const Node& map, std::size_t begin) {
  const Node& first = map.members[begin].value;
  const bool may_be = first.kind == Node::Kind::scalar && !first.quoted && first.scalar.size() <= 3;
  if (!may_be || !is_digits(first.scalar)) return std::nullopt;
  std::string number = first.scalar;
  for (std::size_t i = begin + 1; i < map.members.size(); ++i) {
    const auto& [key, where, value] = map.members[i];
    if (key.size() != 3 || !is_digits(key) || value.kind != Node::Kind::null) break;
    number += "," + key;
  }
  return number == first.scalar ? std::nullopt : std::optional{number};
}

std::vector<std::string> keys_of(const Form& form) {
  std::vector<std::string> keys;
  for (const auto& field : form.fields) keys.push_back(field.key);
  return keys;
}

/// Returns those keys that are parameters of a strategy: the option --param accepts no others.
std::vector<std::string> parameters_of(const Form& form) {
  std::vector<std::string> keys;
  for (const auto& field : form.fields) {
    if (field.form.kind == Form::Kind::parameter) keys.push_back(field.key);
  }
  return keys;
}

std::vector<std::string> variants_of(const Form& form) {
  std::vector<std::string> names;
  for (const auto& [name, variant] : form.variants) names.push_back(name);
  return names;
}

}  // namespace

std::vector<std::string> names_of_rules() {
  std::vector<std::string> names;
  for (const RuleFamily& family : all_rule_families()) names.emplace_back(family.name);
  return names;
}

std::string with_option_names(std::string message) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> options{
      {{"`givens`", "--given TEXT"},
       {"`allowed`", "--rules allowed:1.3:r1c1"},
       {"`less`", "--rules less:r1c1.r1c2"},
       {"`relations`", "--rules sum:7:r1c1.r1c2"},
       {"`regions`", "--rules region:r1c1.r2c2"}}};
  for (const auto& [key, option] : options) {
    const auto place = message.find(key);
    if (place != std::string::npos) message.replace(place, key.size(), option);
  }
  return message;
}

std::string joined(const std::vector<std::string>& names) { return names.empty() ? "none" : join(names); }

std::string excerpt(std::string_view text) {
  constexpr std::size_t max_length = 60;
  if (text.size() <= max_length) return std::string{text};
  // The cut must not split a character.
  std::size_t cut = max_length;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;
  return std::string{text.substr(0, cut)} + "...";
}

std::string describe(const Node& node) {
  switch (node.kind) {
    case Node::Kind::null: return "nothing";
    case Node::Kind::sequence: return "a list";
    case Node::Kind::map: return "a map";
    case Node::Kind::refused: return "something that was refused";
    case Node::Kind::scalar: return node.quoted ? "the text \"" + excerpt(node.scalar) + "\"" : excerpt(node.scalar);
  }
  return "";
}

std::optional<Integer> integer_of(const Node& node) { return parse_integer(plain_digits(node.scalar)); }

ParameterValue parameter_of(const ParameterSpec& spec, const Node& node) {
  return parse_parameter(spec, spec.type == ParameterType::integer ? plain_digits(node.scalar) : node.scalar);
}

std::optional<std::uint64_t> parse_memory(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, unsigned>, 4> units{
      {{"KiB", 10}, {"MiB", 20}, {"GiB", 30}, {"TiB", 40}}};
  for (const auto& [unit, shift] : units) {
    if (!text.ends_with(unit)) continue;
    text.remove_suffix(unit.size());
    if (text.ends_with(' ')) text.remove_suffix(1);
    const auto number = parse_integer(text);
    if (!number || *number < 1 || *number > (std::numeric_limits<std::int64_t>::max() >> shift)) return std::nullopt;
    return number->convert_to<std::uint64_t>() << shift;
  }
  return std::nullopt;
}

std::optional<double> parse_plain_real(std::string_view text) {
  const std::string_view unsigned_text = text.substr(text.starts_with('-') ? 1 : 0);
  if (unsigned_text.empty() || !is_digit(unsigned_text.front())) return std::nullopt;
  const bool has_leading_zero = unsigned_text.size() > 1 && unsigned_text[0] == '0' && is_digit(unsigned_text[1]);
  const auto point = text.find('.');
  const bool has_bare_point =
      point != std::string_view::npos && (point + 1 == text.size() || !is_digit(text[point + 1]));
  if (has_leading_zero || has_bare_point) return std::nullopt;
  const auto value = parse_real(text);
  if (!value || *value > std::numeric_limits<double>::max() || *value < std::numeric_limits<double>::lowest()) {
    return std::nullopt;
  }
  return static_cast<double>(*value);
}

std::string expectation(const Form& form) {
  std::string text;
  switch (form.kind) {
    case Form::Kind::text: text = "text"; break;
    case Form::Kind::name: text = "a name of lower-case letters, digits and _"; break;
    case Form::Kind::configured: text = "the name of a configuration"; break;
    case Form::Kind::choice: text = "one of: " + joined(form.choices); break;
    case Form::Kind::boolean: text = "true or false"; break;
    case Form::Kind::integer:
      text = "an integer from " + std::to_string(form.low) + " to " + std::to_string(form.high);
      break;
    case Form::Kind::real: text = expectation(form.range); break;
    case Form::Kind::count: text = "a whole number in decimal digits"; break;
    case Form::Kind::shape: text = "box rows x box columns, such as 3x3 or 2x4"; break;
    case Form::Kind::square: text = "box rows x box columns, such as 3x3, or the side of a square, such as 7"; break;
    case Form::Kind::rules: text = "one of: " + joined(names_of_rules()); break;
    case Form::Kind::memory: text = "a size in KiB, MiB, GiB or TiB, such as 8 GiB"; break;
    case Form::Kind::parameter: text = gridcensus::expectation(form.parameter); break;
    case Form::Kind::map: text = "a map of keys and values"; break;
    case Form::Kind::list: text = "a list"; break;
    case Form::Kind::dictionary: text = "a map of names"; break;
  }
  if (form.or_list) text += ", or a list of such";
  for (const Form& map : form.map_instead) {
    text += ", or a map of " + (map.kind == Form::Kind::dictionary ? map.entry_noun + "s" : joined(keys_of(map)));
  }
  return text;
}

namespace {

/// Checks a tree against its form.
class FormChecker {
 public:
  explicit FormChecker(std::vector<Diagnostic>& diagnostics) : diagnostics_{diagnostics} {}

  void check(Node& node, const Form& form, const std::string& path) {
    if (node.is_refused()) return;
    if (node.kind == Node::Kind::null && form.or_null) return;
    if (node.kind == Node::Kind::map && !form.map_instead.empty()) {
      check(node, form.map_instead.front(), path);
      return;
    }
    if (node.kind == Node::Kind::sequence && (form.or_list || form.kind == Form::Kind::list)) {
      Form single = form.element.empty() ? form : form.element.front();
      if (form.element.empty()) single.or_list = false;
      check_list(node, single, form, path);
      return;
    }
    const bool is_right_kind = is_collection(form.kind) ? node.kind == Node::Kind::map && form.kind != Form::Kind::list
                                                        : node.kind == Node::Kind::scalar;
    if (!is_right_kind) {
      reject(node, path, "expected " + expectation(form) + "; got " + describe(node));
    } else if (form.kind == Form::Kind::map) {
      check_map(node, form, path);
    } else if (form.kind == Form::Kind::dictionary) {
      check_dictionary(node, form, path);
    } else {
      check_scalar(node, form, path);
    }
  }

 private:
  void reject(Node& node, const std::string& path, std::string message,
              std::optional<std::string> nearest = std::nullopt) {
    node.kind = Node::Kind::refused;
    diagnostics_.push_back({node.where, path, std::move(message), std::move(nearest)});
  }

  /// Returns whether the value comes from its own option; values of --set have the keys of a file.
  static bool is_of_an_option(const Location& where) {
    return !where.option.empty() && !where.option.starts_with("--set");
  }

  void check_list(Node& node, const Form& element, const Form& form, const std::string& path) {
    const bool may_be_empty = form.kind == Form::Kind::list && !form.needs_entry;
    if (node.items.empty() && !may_be_empty) reject(node, path, "empty; expected at least one " + form.entry_noun);
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      check(node.items[i], element, path + "[" + std::to_string(i) + "]");
    }
  }

  void check_map(Node& node, const Form& form, const std::string& path) {
    if (node.members.empty() && form.needs_entry) reject(node, path, "empty; expected at least one " + form.entry_noun);
    const auto prefix = path.empty() ? "" : path + ".";
    for (std::size_t i = 0; i < node.members.size(); ++i) {
      auto& member = node.members[i];
      const auto field = std::ranges::find(form.fields, member.key, &Field::key);
      if (const auto number = split_number(node, i)) {
        std::string without = *number;
        std::ranges::replace(without, ',', '_');
        reject(member.value, prefix + excerpt(member.key),
               excerpt(*number) + " is split at its commas here, between braces; write " + excerpt(without));
        i += static_cast<std::size_t>(std::ranges::count(*number, ','));
      } else if (field != form.fields.end()) {
        check(member.value, field->form, prefix + member.key);
      } else if (!form.accepts_unknown_keys) {
        const auto known = is_of_an_option(member.where) ? parameters_of(form) : keys_of(form);
        const auto note = form.notes_on_choices.find(member.key);
        if (note != form.notes_on_choices.end()) {
          diagnostics_.push_back(
              {member.where, prefix + member.key, "unknown " + form.key_noun + "; " + note->second, {}});
          continue;
        }
        diagnostics_.push_back({member.where, prefix + excerpt(member.key),
                                "unknown " + form.key_noun + "; known here: " + joined(known),
                                nearest_name(member.key, known)});
      }
    }
    for (const auto& field : form.fields) {
      if (field.is_required && node.find(field.key) == nullptr) {
        reject(node, prefix + field.key, "missing; expected " + expectation(field.form));
      }
    }
    check_groups(node, form, path);
  }

  void check_groups(Node& node, const Form& form, const std::string& path) {
    std::string choices;
    std::size_t begun = 0;
    std::size_t complete = 0;
    for (const auto& group : form.either_or) {
      std::string keys;
      for (const auto& key : group) keys += (keys.empty() ? "" : " and ") + key;
      choices += (choices.empty() ? "" : ", or ") + keys;
      const auto there = std::ranges::count_if(group, [&node](const auto& key) { return node.find(key) != nullptr; });
      if (there > 0) ++begun;
      if (there == std::ssize(group)) ++complete;
    }
    if (form.either_or.empty() || (begun == 1 && complete == 1)) return;
    reject(node, path, "expected either " + choices);
  }

  void check_dictionary(Node& node, const Form& form, const std::string& path) {
    if (node.members.empty() && form.needs_entry) reject(node, path, "empty; expected at least one " + form.entry_noun);
    for (auto& member : node.members) check_entry(member, form, path + "." + excerpt(member.key));
  }

  void check_entry(Node::Member& member, const Form& form, const std::string& path) {
    bool is_refused = false;  // marked after everything below has been checked
    const auto refuse_name = [&](std::string message, std::optional<std::string> nearest) {
      is_refused = true;
      diagnostics_.push_back({member.where, path, std::move(message), std::move(nearest)});
    };
    if (!form.choices.empty() && std::ranges::find(form.choices, member.key) == form.choices.end()) {
      refuse_name("expected one of: " + joined(form.choices), nearest_choice(form, member.key));
    } else if (!is_snake_case(member.key)) {
      refuse_name("expected a name of lower-case letters, digits and _", std::nullopt);
    }
    // At least the fields that all variants have in common can be checked.
    const Form* described = &form.element.at(0);
    const bool can_choose = member.value.kind == Node::Kind::map || member.value.kind == Node::Kind::null;
    if (!form.variant_key.empty() && can_choose) {
      const Node* const chosen = member.value.find(form.variant_key);
      const std::string variant = chosen == nullptr ? member.key : chosen->scalar;
      const auto found = form.variants.find(variant);
      const auto known = variants_of(form);
      const auto message = "unknown " + form.variant_noun + "; known: " + joined(known) +
                           (form.variant_places.empty() ? "" : "; " + form.variant_places);
      if (found != form.variants.end()) {
        described = &found->second;
      } else if (chosen == nullptr && !is_refused) {
        refuse_name(message + "; under a name of its own it needs " + form.variant_key + ": ID",
                    nearest_name(variant, known));
      } else if (chosen != nullptr && chosen->kind == Node::Kind::scalar) {
        is_refused = true;
        diagnostics_.push_back({chosen->where, path + "." + form.variant_key, message, nearest_name(variant, known)});
      }
    }
    check(member.value, *described, path);
    if (is_refused) member.value.kind = Node::Kind::refused;
  }

  void check_scalar(Node& node, const Form& form, const std::string& path) {
    const std::string& text = node.scalar;
    const auto expected = [&] {
      // Of the options, only --seed accepts several values.
      const bool takes_several = form.or_list && is_of_an_option(node.where);
      Form single = form;
      single.or_list = form.or_list && !takes_several;
      return "expected " + expectation(single) + (takes_several ? ", or several with commas between" : "") + "; got " +
             describe(node) + spelling_hint(node, form.kind == Form::Kind::integer);
    };
    if (text.size() > max_digits && form.kind != Form::Kind::text && form.kind != Form::Kind::parameter) {
      reject(node, path, expected());
      return;
    }
    switch (form.kind) {
      case Form::Kind::text:
        if (text.empty()) reject(node, path, "expected text; got an empty one");
        break;
      case Form::Kind::name:
        if (!is_snake_case(text)) reject(node, path, expected());
        break;
      case Form::Kind::configured:
        if (!is_snake_case(text.substr(0, text.find('@')))) reject(node, path, expected());
        break;
      case Form::Kind::choice:
        if (std::ranges::find(form.choices, text) != form.choices.end()) break;
        if (std::ranges::find(form.misplaced_choices, text) != form.misplaced_choices.end()) {
          reject(node, path, text + " " + form.misplaced_reason + "; expected one of: " + joined(form.choices));
        } else {
          reject(node, path, expected(), nearest_choice(form, text));
        }
        break;
      case Form::Kind::boolean:
        if (node.quoted || (text != "true" && text != "false")) reject(node, path, expected());
        break;
      case Form::Kind::integer: {
        const auto value = integer_of(node);
        if (node.quoted || !value || *value < form.low || *value > form.high) reject(node, path, expected());
        break;
      }
      case Form::Kind::real: {
        const auto value = parse_plain_real(text);
        if (node.quoted || !value || !contains(form.range, *value)) reject(node, path, expected());
        break;
      }
      case Form::Kind::count: {
        // Quotes are allowed here, because they keep other YAML readers from rounding. An exponent is not, because a
        // number in this notation is seldom exact.
        const auto value = parse_integer(ungrouped(text));
        if (!value || *value < 0) {
          reject(node, path,
                 "expected " + expectation(form) + "; got " + describe(node) +
                     (is_badly_grouped(text) ? separator_hint.data() : ""));
        }
        break;
      }
      case Form::Kind::shape:
      case Form::Kind::square:
        try {
          RuleSpec rules;
          if (form.kind == Form::Kind::square)
            add_shape(text, rules);
          else
            parse_shape(text);
        } catch (const InvalidShape& error) {
          const std::string hint = shape_hint(text);
          reject(node, path, std::string{error.what()} + "; got " + describe(node) + (hint.empty() ? "" : "; " + hint));
        }
        break;
      case Form::Kind::rules:
        // Whether the shape allows them is checked with the shape.
        if (text.find(':') != std::string::npos) break;
        // Squares have the shape 1xN, which windows do not fit.
        if (auto mistake = family_mistake({2, 2}, text); mistake && family_mistake({1, 2}, text)) {
          if (is_of_an_option(node.where)) mistake = with_option_names(std::move(*mistake));
          reject(node, path, *mistake + "; got " + describe(node), nearest_name(text, names_of_rules()));
        }
        break;
      case Form::Kind::memory:
        if (!parse_memory(text)) reject(node, path, "expected " + expectation(form) + "; got " + describe(node));
        break;
      case Form::Kind::parameter: check_parameter(node, form.parameter, path); break;
      case Form::Kind::map:
      case Form::Kind::list:
      case Form::Kind::dictionary: break;
    }
  }

  void check_parameter(Node& node, const ParameterSpec& spec, const std::string& path) {
    const bool is_text = spec.type == ParameterType::text || spec.type == ParameterType::choice;
    if (node.quoted && !is_text) {
      reject(node, path,
             "expected " + gridcensus::expectation(spec) + "; got " + describe(node) + "; remove the quotes");
      return;
    }
    const bool is_too_long = !is_text && node.scalar.size() > max_digits;
    if (is_too_long || (spec.type == ParameterType::real && !parse_plain_real(node.scalar))) {
      reject(node, path,
             "expected " + gridcensus::expectation(spec) + "; got " + describe(node) +
                 spelling_hint(node, spec.type == ParameterType::integer));
      return;
    }
    try {
      parameter_of(spec, node);
    } catch (const InvalidParameter& error) {
      reject(node, path,
             std::string{error.what()} + "; got " + describe(node) +
                 spelling_hint(node, spec.type == ParameterType::integer),
             nearest_name(node.scalar, spec.choices));
    }
  }

  std::vector<Diagnostic>& diagnostics_;
};

}  // namespace

void check_form(Node& node, const Form& form, const std::string& path, std::vector<Diagnostic>& diagnostics) {
  FormChecker{diagnostics}.check(node, form, path);
}

}  // namespace gridcensus::host
