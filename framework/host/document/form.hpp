#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/parameters.hpp"
#include "host/base/json.hpp"
#include "host/document/document.hpp"

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::host {

/// One key of a map. A template because forms hold fields and fields a form, as with `MemberOf`.
template <class Value>
struct FieldOf {
  std::string key;
  Value form;
  std::string help = {};          ///< one sentence or more
  std::string default_text = {};  ///< the default in words; empty if there is none
  std::string example = {};       ///< as YAML
  bool is_required = false;
};

/// The values that are allowed at one place of a document. The experiment file is described once, as a tree of forms;
/// its checker, its JSON Schema and its reference follow from that tree.
struct Form {
  using Field = FieldOf<Form>;

  enum class Kind {
    text,
    name,        ///< snake_case
    configured,  ///< the name of a configuration: snake_case, or one of a sweep (mc@samples=1000)
    choice,      ///< one of `choices`
    boolean,     ///< true or false, without quotes
    integer,     ///< from `low` to `high`; digits may be in groups of three, or have an exponent: 1e6
    real,        ///< within `range`
    count,       ///< a whole number of any size, plain or in quotes
    shape,       ///< 2x3
    square,      ///< the same, or the side of a square: 7
    rules,       ///< the name of rules, or rules as results spell them: layout:ab/ba
    memory,      ///< 8 GiB
    parameter,   ///< declared by `parameter`
    map,         ///< the keys of `fields`
    list,        ///< of `element`
    dictionary,  ///< names chosen by the user, each with an `element` or one of `variants`
  };

  /// A range of real numbers; either end may be excluded.
  struct Range {
    double low = 0;
    double high = 0;
    bool excludes_low = false;
    bool excludes_high = false;
  };

  Kind kind = Kind::text;
  std::vector<std::string> choices = {};
  std::vector<std::string> misplaced_choices = {};  ///< known names that do not fit here, ...
  std::string misplaced_reason = {};                ///< ... and why: "is not yielded by enumeration"
  /// Notes in messages on choices that the user may have meant: "which enumeration declares". For maps: why a key that
  /// users expect is unknown.
  std::map<std::string, std::string> notes_on_choices = {};
  std::uint64_t low = 0;
  std::uint64_t high = std::numeric_limits<std::uint64_t>::max();
  Range range = {};
  ParameterSpec parameter = {};

  std::vector<Field> fields = {};  ///< for maps
  /// For maps: exactly one of these groups of keys must be present.
  std::vector<std::vector<std::string>> either_or = {};
  std::string key_noun = "key";       ///< for maps: the word for a key in messages
  bool accepts_unknown_keys = false;  ///< for maps: accepts keys that are not listed

  std::vector<Form> element = {};  ///< for lists and dictionaries: one
  /// For dictionaries: selected by the member `variant_key` of an entry, or by its name if it lacks that member.
  std::map<std::string, Form> variants = {};
  std::string variant_key = {};
  std::string variant_noun = {};     ///< the word for a variant in messages
  std::string variant_places = {};   ///< in messages: where variants were searched
  std::string entry_noun = "entry";  ///< for maps, lists and dictionaries: the word for an entry in messages
  bool needs_entry = false;          ///< for maps, lists and dictionaries: not empty

  std::vector<Form> map_instead = {};  ///< for scalars: a map of this form is accepted, too; one or none
  bool or_list = false;                ///< a list of such values is accepted, too
  bool or_null = false;                ///< null is accepted, too
};

using Field = Form::Field;

/// Returns the expected form for messages: "an integer from 1 to 1024", "a list".
std::string expectation(const Form& form);

/// Checks a tree against its form. Reports every mistake once, at its location, and marks the node as refused; nodes
/// below it may be refused or not.
void check_form(Node& node, const Form& form, const std::string& path, std::vector<Diagnostic>& diagnostics);

/// Returns the form as JSON Schema (draft-07). Its `definitions` are the variants of dictionaries, by name.
Json schema_of(const Form& form);

/// Returns the keys of a form of kind map, and of maps in it, as Markdown: a section with a table for each.
std::string reference_of(const std::string& heading, const Form& form);

/// Returns the whole number that a checked scalar is.
std::optional<Integer> integer_of(const Node& node);

/// Returns the value of a parameter that a checked scalar is.
///
/// @throws InvalidParameter  it is not a value of the parameter.
ParameterValue parameter_of(const ParameterSpec& spec, const Node& node);

/// Returns the bytes of "8 GiB"; nullopt if the text is not such a size.
std::optional<std::uint64_t> parse_memory(std::string_view text);

/// Returns a real number in JSON's notation: no leading zeros, no sign '+', no bare point; nullopt if the text is
/// another.
std::optional<double> parse_plain_real(std::string_view text);

/// Returns the names of all families of rules.
std::vector<std::string> names_of_rules();

/// Returns a message on rules with options instead of keys of a file: --given for `givens`.
std::string with_option_names(std::string message);

/// Returns "a, b, c".
std::string joined(const std::vector<std::string>& names);

/// Returns a text of the user for a message, cut if it is long.
std::string excerpt(std::string_view text);

/// Returns a description of the node for messages: "got ...".
std::string describe(const Node& node);

}  // namespace gridcensus::host
