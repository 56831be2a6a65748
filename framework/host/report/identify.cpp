#include "host/report/identify.hpp"

#include "gridcensus/integer.hpp"
#include "gridcensus/rules.hpp"
#include "gridcensus/symmetries.hpp"
#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/document/form.hpp"
#include "host/report/text_layout.hpp"
#include "host/report/value_texts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <tuple>
#include <utility>

namespace gridcensus::host {

namespace {

/// The requested number: all values from `low` to `high`, which is a single value for an integer.
struct Number {
  std::optional<Integer> exact;
  Real low = 0;
  Real high = 0;

  Real middle() const { return (low + high) / 2; }
  bool has(Real value) const { return low <= value && value <= high; }
};

Number read_number(const std::string& text) {
  if (const auto exact = parse_integer(ungrouped(text)); exact && *exact >= 0) {
    const Real value = to_real(*exact);
    return {*exact, value, value};
  }
  std::string digits;
  int exponent = 0;
  if (!RE2::FullMatch(text, R"([0-9](?:\.([0-9]+))?[eE]\+?([0-9]{1,4}))", &digits, &exponent)) {
    throw BadInput{
        on_command_line("NUMBER " + text, "expected an integer, such as 288, or a rounded number, such as 5.9584e98")};
  }
  const Real value = std::strtold(text.c_str(), nullptr);
  const Real half = 0.5L * std::pow(Real{10}, static_cast<Real>(exponent - static_cast<int>(digits.size())));
  return {std::nullopt, value - half, value + half};
}

/// Returns the number of independent strategies among those that an entry names. The entry of a quantity that follows
/// from another one names only some of those that found the other.
std::uint64_t ways_of(const FoundValue& found) { return std::min<std::uint64_t>(found.ways, found.strategies.size()); }

/// A value of one quantity of one problem, with its sources.
struct Fact {
  Quantity quantity{};
  Problem problem;
  Integer value;
  std::string follows = {};               ///< "grids / 9!" if the value follows from a published one
  std::vector<std::string> sources = {};  ///< who published the value
  std::string contested_by = {};
  std::vector<const FoundValue*> found = {};
  std::vector<std::string> documents = {};  ///< "x.json: band_classes (published, 2 ways)"

  /// Returns the entry with the most independent strategies, and of these the one that names most of them; nullptr if
  /// there is none.
  const FoundValue* best_found() const {
    const auto best = std::ranges::max_element(found, {}, [](const FoundValue* each) {
      return std::pair{ways_of(*each), each->strategies.size()};
    });
    return best == found.end() ? nullptr : *best;
  }
};

/// A value that is not exact.
struct InexactValue {
  Quantity quantity{};
  Problem problem;
  Real value = 0;
  std::string text;    ///< "5.9584e98"
  std::string origin;  ///< "approximation, published: ..."
};

std::string name_of_problem(const Problem& problem) {
  constexpr std::size_t max_length = 60;
  const int side = problem.shape.side();
  return fmt::format("{} (the {}x{} grid)", shortened(to_string(problem), max_length), side, side);
}

class KnownFacts {
 public:
  KnownFacts(const PublishedValues& published, const std::vector<FoundValue>& found,
             const std::vector<ResultsDocument>& documents) {
    for (const auto& [origin, quantity, outcome, follows] : published.outcomes) {
      Fact& fact = fact_of(quantity, origin.problem, std::get<Exact>(outcome).value);
      fact.sources.push_back(origin.source);
      if (!origin.contested_by.empty()) fact.contested_by = origin.contested_by;
    }
    for (const auto& [origin, quantity, text, value] : published.approximations)
      quoted_.push_back({quantity, origin.problem, value, text, "approximation, published: " + origin.source});
    for (const FoundValue& each : found) {
      if (!each.standard_error) {
        fact_of(each.quantity, each.problem, *parse_integer(each.value)).found.push_back(&each);
        continue;
      }
      quoted_.push_back({each.quantity, each.problem, std::strtold(each.value.c_str(), nullptr), each.value,
                         fmt::format("estimate, +- {} (1 s.e.), by {}: {}", *each.standard_error,
                                     fmt::join(each.strategies, ", "), each.experiment)});
    }
    for (const auto& document : documents) add(document);
    add_relabelling_classes();
  }

  const std::vector<Fact>& facts() const { return facts_; }
  const std::vector<InexactValue>& quoted() const { return quoted_; }

 private:
  Fact& fact_of(Quantity quantity, const Problem& problem, const Integer& value) {
    const auto [place, is_new] =
        place_of_.try_emplace({quantity, class_under_maps(problem, quantity.info().under_maps), value}, facts_.size());
    if (is_new) facts_.push_back({.quantity = quantity, .problem = problem, .value = value});
    return facts_[place->second];
  }

  void add(const ResultsDocument& document) {
    for (const auto& entry : document.outcomes) {
      const std::string by = fmt::format("{}: {}", document.origin, entry.who.configuration);
      if (const auto* const exact = std::get_if<Exact>(&entry.outcome)) {
        fact_of(entry.quantity, entry.who.problem, exact->value)
            .documents.push_back(fmt::format("{} ({})", by, standing_text(entry)));
      } else if (const auto* const estimate = std::get_if<Estimate>(&entry.outcome)) {
        quoted_.push_back({entry.quantity, entry.who.problem, estimate->value, fmt::format("{:.6Lg}", estimate->value),
                           fmt::format("estimate, +- {:.2Lg} (1 s.e.), in {}", estimate->standard_error, by)});
      }
    }
  }

  /// Adds the values that follow from numbers of grids.
  void add_relabelling_classes() {
    const std::size_t given = facts_.size();
    for (std::size_t i = 0; i < given; ++i) {
      if (facts_[i].quantity != Quantity::grids) continue;
      const Problem problem = facts_[i].problem;
      const Integer relabelled = relabellings(problem);
      if (facts_[i].value == 0 || facts_[i].value % relabelled != 0) continue;
      Fact& classes = fact_of(Quantity::relabelling_classes, problem, facts_[i].value / relabelled);
      // The vector may have been reallocated.
      const Fact& grids = facts_[i];
      classes.follows = relation(Quantity::relabelling_classes);
      for (const auto& source : grids.sources) classes.sources.push_back("grids: " + source);
      classes.found.insert(classes.found.end(), grids.found.begin(), grids.found.end());
    }
  }

  std::vector<Fact> facts_;
  std::map<std::tuple<Quantity, std::string, Integer>, std::size_t> place_of_;
  std::vector<InexactValue> quoted_;
};

/// Returns the positions of a number in published findings: "a row of signature_class_table of 3x3".
std::vector<std::string> mentions_of(const Number& number, const PublishedValues& published) {
  std::vector<std::string> mentions;
  if (!number.exact) return mentions;
  for (const AttributedFinding& finding : published.findings) {
    const std::string name = fmt::format("{} of {}", finding.name, name_of_problem(finding.origin.problem));
    if (const auto* const table = std::get_if<Table>(&finding.value)) {
      for (const auto& [row, values] : table->rows) {
        const auto found = std::ranges::find(values, *number.exact);
        if (found == values.end()) continue;
        mentions.push_back(fmt::format("{} in row {} of the table {}; {}",
                                       table->columns[static_cast<std::size_t>(found - values.begin())], row, name,
                                       finding.origin.source));
      }
    } else if (const auto* const exact = std::get_if<Exact>(&finding.value);
               exact != nullptr && exact->value == *number.exact) {
      mentions.push_back(fmt::format("the finding {}; {}", name, finding.origin.source));
    }
  }
  return mentions;
}

/// Returns the terms of sequences that have this value: "A107739(3)".
std::vector<std::string> terms_of(const Fact& fact, const std::vector<Sequence>& sequences) {
  std::vector<std::string> terms;
  if (!fact.problem.rules.are_classic()) return terms;
  for (const Sequence& sequence : sequences) {
    if (sequence.quantity != fact.quantity) continue;
    for (int index = sequence.first; sequence.rows.value_or(index) * index <= max_side; ++index) {
      const Shape shape = sequence.shape_of(index);
      if (shape == fact.problem.shape || shape.transposed() == fact.problem.shape)
        terms.push_back(fmt::format("{}({})", sequence.name, index));
    }
  }
  return terms;
}

std::string difference_text(Real value, const Number& number) {
  const Real difference = value / number.middle() - 1;
  if (std::fabs(difference) < 1e-12L) return "0 %";
  return fmt::format("{:+.2Lg} %", 100 * difference);
}

/// Returns "differs first in digit 12 of 22"; empty if the numbers have different lengths.
std::string first_difference(const Integer& value, const Number& number) {
  if (!number.exact) return {};
  const std::string one = to_decimal(value);
  const std::string other = to_decimal(*number.exact);
  if (one.size() != other.size()) return {};
  const auto place = std::ranges::mismatch(one, other).in1 - one.begin();
  return fmt::format(", differs first in digit {} of {}", place + 1, one.size());
}

/// Writes the text and the JSON of an answer, line by line.
class Writer {
 public:
  explicit Writer(std::size_t width) : lines_{width, Colour::off} {}

  void add_match(const Fact& fact, const std::vector<std::string>& terms) {
    lines_.add_wrapped(fmt::format("{} of {} = {}{}", name_of(fact.quantity), name_of_problem(fact.problem),
                                   group_digits(to_decimal(fact.value)),
                                   fact.follows.empty() ? "" : fmt::format("   [{}]", fact.follows)),
                       4);
    for (const auto& source : fact.sources) lines_.add_wrapped("  published: " + source, 6);
    if (fact.sources.empty()) lines_.add_wrapped("  not in the published values that this program has", 6);
    if (!fact.contested_by.empty()) lines_.add_wrapped("  believed to be wrong: " + fact.contested_by, 6);
    if (!terms.empty()) lines_.add_wrapped(fmt::format("  sequence: {}", fmt::join(terms, ", ")), 6);
    if (const FoundValue* const each = fact.best_found()) {
      lines_.add_wrapped(fmt::format("  found here: {} ({}): {}",
                                     ways_of(*each) == 1 ? "1 way" : fmt::format("{} independent ways", ways_of(*each)),
                                     fmt::join(each->strategies, ", "), each->experiment),
                         6);
    }
    for (const auto& each : fact.documents) lines_.add_wrapped("  found in " + each, 6);
    if (fact.found.empty() && fact.documents.empty()) lines_.add_wrapped("  not found here yet", 6);
    Json json = json_of(fact.quantity, fact.problem);
    json["value"] = to_decimal(fact.value);
    json["published"] = fact.sources;
    json["contested_by"] = fact.contested_by.empty() ? Json() : Json(fact.contested_by);
    json["sequences"] = terms;
    const FoundValue* const best = fact.best_found();
    json["ways"] = best == nullptr ? 0 : ways_of(*best);
    json["strategies"] = best == nullptr ? std::vector<std::string>{} : best->strategies;
    json["experiment"] = best == nullptr ? Json() : Json(best->experiment);
    json["documents"] = fact.documents;
    matches_.push_back(std::move(json));
  }

  void add_mention(const std::string& mention) {
    lines_.add_wrapped(mention, 4);
    mentions_.push_back(mention);
  }

  void add_near(Quantity quantity, const Problem& problem, const std::string& value, const std::string& how,
                const std::string& origin) {
    if (near_.empty()) {
      lines_.add();
      lines_.add("Near it:");
    }
    lines_.add_wrapped(fmt::format("  {}  {}  {} of {}{}", value, how, name_of(quantity), name_of_problem(problem),
                                   origin.empty() ? "" : "; " + origin),
                       6);
    Json json = json_of(quantity, problem);
    json["value"] = value;
    json["difference"] = how;
    json["origin"] = origin;
    near_.push_back(std::move(json));
  }

  void add(const std::string& text) { lines_.add_wrapped(text, 2); }

  Listing listing(const std::string& number) const {
    return {lines_.text(), {{"number", number}, {"matches", matches_}, {"mentions", mentions_}, {"near", near_}}};
  }

 private:
  static Json json_of(Quantity quantity, const Problem& problem) {
    return {{"quantity", name_of(quantity)}, {"shape", to_string(problem.shape)}, {"rules", problem.rules.text()}};
  }

  Lines lines_;
  Json matches_ = Json::array();
  Json mentions_ = Json::array();
  Json near_ = Json::array();
};

Field field(std::string key, Form::Kind kind, bool is_required = true) {
  Form form;
  form.kind = kind;
  return {.key = std::move(key),
          .form = std::move(form),
          .help = {},
          .default_text = {},
          .example = {},
          .is_required = is_required};
}

/// Returns the form of the file of found values.
Form found_form() {
  Form strategy;
  strategy.kind = Form::Kind::text;
  Field strategies = field("strategies", Form::Kind::list);
  strategies.form.element.push_back(strategy);
  Form value;
  value.kind = Form::Kind::map;
  value.fields = {field("shape", Form::Kind::shape),
                  field("rules", Form::Kind::text, false),
                  field("quantity", Form::Kind::text),
                  field("value", Form::Kind::text),
                  field("standard_error", Form::Kind::text, false),
                  field("ways", Form::Kind::text, false),
                  strategies,
                  field("experiment", Form::Kind::text)};
  Field values = field("values", Form::Kind::list);
  values.form.element.push_back(value);
  Form root;
  root.kind = Form::Kind::map;
  root.fields = {values};
  return root;
}

}  // namespace

std::vector<FoundValue> read_found_values(const std::filesystem::path& file) {
  std::vector<Diagnostic> diagnostics;
  Node root = parse_document(read_text_file(file), file.string(), diagnostics);
  check_form(root, found_form(), "", diagnostics);
  throw_if_any(diagnostics);
  std::vector<FoundValue> values;
  for (const Node& node : root.find("values")->items) {
    const auto text = [&](const char* key) {
      const Node* const member = node.find(key);
      return member == nullptr ? std::string{} : member->scalar;
    };
    const auto quantity = find_quantity(text("quantity"));
    const auto ways = parse_integer(text("ways").empty() ? "1" : text("ways"));
    const bool is_estimate = node.find("standard_error") != nullptr;
    if (!quantity || !ways || *ways < 1 || *ways > 100 || (!is_estimate && !parse_integer(text("value")))) {
      diagnostics.push_back(
          {node.where, "values", "expected a known quantity, an integer value, and ways from 1 to 100", std::nullopt});
      continue;
    }
    FoundValue& value = values.emplace_back();
    try {
      value.problem = parse_problem(parse_shape(text("shape")), text("rules").empty() ? "classic" : text("rules"));
    } catch (const std::invalid_argument& error) {
      diagnostics.push_back({node.where, "rules", error.what(), std::nullopt});
    }
    value.quantity = *quantity;
    value.value = text("value");
    if (is_estimate) value.standard_error = text("standard_error");
    value.ways = ways->convert_to<std::uint64_t>();
    for (const Node& each : node.find("strategies")->items) value.strategies.push_back(each.scalar);
    value.experiment = text("experiment");
  }
  throw_if_any(std::move(diagnostics));
  return values;
}

Listing identify_number(const std::string& text, const PublishedValues& published, const std::vector<FoundValue>& found,
                        const std::vector<ResultsDocument>& documents, std::size_t width) {
  constexpr std::size_t max_matches = 6;
  constexpr std::size_t max_mentions = 5;
  constexpr std::size_t max_near = 6;
  constexpr Real nearest = 0.01L;
  const Number number = read_number(text);
  const KnownFacts known{published, found, documents};
  Writer writer{width};
  std::vector<const Fact*> matches;
  for (const Fact& fact : known.facts()) {
    if (number.exact ? fact.value == *number.exact : number.has(to_real(fact.value))) matches.push_back(&fact);
  }
  // Small numbers are values of many problems, so published values for the usual rules come first.
  std::ranges::stable_sort(matches, {}, [](const Fact* fact) {
    return std::tuple{fact->sources.empty(), !fact->problem.rules.are_classic(), fact->documents.empty()};
  });
  for (std::size_t i = 0; i < std::min(matches.size(), max_matches); ++i)
    writer.add_match(*matches[i], terms_of(*matches[i], published.sequences));
  if (matches.size() > max_matches)
    writer.add(fmt::format("and {} more problems or quantities", matches.size() - max_matches));
  const auto mentions = mentions_of(number, published);
  for (std::size_t i = 0; i < std::min(mentions.size(), max_mentions); ++i) writer.add_mention(mentions[i]);
  if (mentions.size() > max_mentions) writer.add(fmt::format("and {} more tables", mentions.size() - max_mentions));
  if (matches.empty() && mentions.empty()) {
    writer.add(fmt::format("{} is not a value that this program knows as published or found.",
                           number.exact ? group_digits(to_decimal(*number.exact)) : text));
  }

  struct Near {
    Real distance;
    const Fact* fact;
    const InexactValue* quoted;
  };
  std::vector<Near> near;
  const auto distance = [&](Real value) { return std::fabs(value / number.middle() - 1); };
  if (number.middle() > 0) {
    for (const Fact& fact : known.facts()) {
      const bool is_match = std::ranges::find(matches, &fact) != matches.end();
      if (!is_match && distance(to_real(fact.value)) < nearest)
        near.push_back({distance(to_real(fact.value)), &fact, nullptr});
    }
    for (const InexactValue& quoted : known.quoted()) {
      if (distance(quoted.value) < nearest) near.push_back({distance(quoted.value), nullptr, &quoted});
    }
  }
  std::ranges::stable_sort(near, {}, &Near::distance);
  if (near.size() > max_near) near.resize(max_near);
  for (const auto& [apart, fact, quoted] : near) {
    if (fact != nullptr) {
      writer.add_near(fact->quantity, fact->problem, group_digits(to_decimal(fact->value)),
                      difference_text(to_real(fact->value), number) + first_difference(fact->value, number),
                      fact->sources.empty() ? "" : "published: " + fact->sources.front());
    } else {
      writer.add_near(quoted->quantity, quoted->problem, quoted->text, difference_text(quoted->value, number),
                      quoted->origin);
    }
  }
  return writer.listing(text);
}

}  // namespace gridcensus::host
