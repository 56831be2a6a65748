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
  std::string help = {};     ///< one sentence or more
  std::string preset = {};   ///< the default in words; empty where there is none
  std::string example = {};  ///< as YAML
  bool is_required = false;
};

/// What may stand in one place of a document. The experiment file is described once, as a tree of these; its checker,
/// its JSON Schema and its reference all follow from that tree.
struct Form {
  using Field = FieldOf<Form>;

  enum class Kind {
    text,
    name,        ///< snake_case
    configured,  ///< the name of a configuration: snake_case, or one of a sweep (mc@samples=1000)
    choice,      ///< one of `choices`
    boolean,     ///< true or false, without quotes
    integer,     ///< from `low` to `high`; digits may stand in groups of three, or have an exponent: 1e6
    real,        ///< within `range`
    count,       ///< a whole number of any size, plain or in quotes
    shape,       ///< 2x3
    square,      ///< the same, or the side of a square: 7
    rules,       ///< the name of rules, or rules in the words of results: layout:ab/ba
    memory,      ///< 8 GiB
    parameter,   ///< what `parameter` declares
    map,         ///< the keys of `fields`
    list,        ///< of `element`
    dictionary,  ///< names of the user's own, each with an `element` or one of `variants`
  };

  /// A range of real numbers in which either end may be left out.
  struct Range {
    double low = 0;
    double high = 0;
    bool excludes_low = false;
    bool excludes_high = false;
  };

  Kind kind = Kind::text;
  std::vector<std::string> choices = {};
  std::vector<std::string> choices_elsewhere = {};  ///< known names that do not fit here, ...
  std::string elsewhere = {};                       ///< ... and why: "is not yielded by enumeration"
  /// What is said of some choices where they may have been meant: "which enumeration declares".
  std::map<std::string, std::string> notes_on_choices = {};
  std::uint64_t low = 0;
  std::uint64_t high = std::numeric_limits<std::uint64_t>::max();
  Range range = {};
  ParameterSpec parameter = {};

  std::vector<Field> fields = {};  ///< for maps
  /// For maps: exactly one of these groups of keys must be there.
  std::vector<std::vector<std::string>> either_or = {};
  std::string key_noun = "key";     ///< for maps: what messages call a key
  bool takes_unknown_keys = false;  ///< for maps: keys that are not listed are no mistake

  std::vector<Form> element = {};  ///< for lists and dictionaries: one
  /// For dictionaries: by the member `variant_key`, or else by the name itself.
  std::map<std::string, Form> variants = {};
  std::string variant_key = {};
  std::string variant_noun = {};     ///< what messages call a variant
  std::string variant_places = {};   ///< what they say of where variants were looked for
  std::string entry_noun = "entry";  ///< for maps, lists and dictionaries: what messages call an entry
  bool needs_entry = false;          ///< for maps, lists and dictionaries: not empty

  std::vector<Form> map_instead = {};  ///< for scalars: a map of this form will do as well; one or none
  bool or_list = false;                ///< a list of such values will do as well
  bool or_null = false;                ///< and so will nothing
};

using Field = Form::Field;

/// "an integer from 1 to 1024", "a list": what a message says was expected.
std::string expectation(const Form& form);

/// Checks a tree against its description. Reports every mistake once, where it is, and marks the node as refused; what
/// is below may be refused or not.
void check_form(Node& node, const Form& form, const std::string& path, std::vector<Diagnostic>& diagnostics);

/// Returns the form as JSON Schema (draft-07). The variants of dictionaries, by name, are its `definitions`.
Json schema_of(const Form& form);

/// Returns the keys of a form of kind map, and of those in it, as Markdown: a section with a table for each.
std::string reference_of(const std::string& heading, const Form& form);

/// Returns the whole number that a checked scalar is.
std::optional<Integer> integer_of(const Node& node);

/// The value of a parameter that a checked scalar is.
///
/// @throws InvalidParameter  it is none.
ParameterValue parameter_of(const ParameterSpec& spec, const Node& node);

/// Bytes of "8 GiB"; nullopt where the text is no such size.
std::optional<std::uint64_t> parse_memory(std::string_view text);

/// A real number as JSON writes it: no leading zeros, no sign '+', no bare point.
std::optional<double> parse_plain_real(std::string_view text);

/// The names of all families of rules.
std::vector<std::string> names_of_rules();

/// Returns a message on rules with options in the place of keys of a file: --given for `givens`.
std::string in_words_of_options(std::string message);

/// "a, b, c".
std::string joined(const std::vector<std::string>& names);

/// A text of the user's in a message: cut where it is long.
std::string excerpt(std::string_view text);

/// What stands there, for "got ...".
std::string describe(const Node& node);

}  // namespace gridcensus::host
