#include "host/catalog/catalog.hpp"

#include "host/base/errors.hpp"
#include "host/catalog/declarations.hpp"
#include "host/catalog/library.hpp"

#include <gmock/gmock.h>

#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace gridcensus::host {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Optional;
using testing::ThrowsMessage;

// -------------------------------------------------------------------------------------------------------- declarations

About sound_about() {
  return {"count_it", "1", "Counts.", "none", {{Quantity::grids, Kind::exact}, {Quantity::bands, Kind::estimate}}};
}

ParameterSpec sound_parameter() {
  ParameterSpec spec;
  spec.name = "max_side";
  spec.type = ParameterType::integer;
  spec.default_value = std::int64_t{6};
  spec.help = "Largest side accepted.";
  spec.low = 2;
  spec.high = 9;
  return spec;
}

/// Returns the fault of a consistent declaration after one change.
template <class Change>
std::optional<std::string> fault_with(Change change) {
  About about = sound_about();
  ParameterSpec spec = sound_parameter();
  change(about, spec);
  return find_fault(about, {spec});
}

template <class Change>
std::optional<std::string> fault_of_parameter(Change change) {
  return fault_with([&](About&, ParameterSpec& spec) { change(spec); });
}

TEST(Declarations, AcceptsConsistentOnes) {
  EXPECT_EQ(find_fault(sound_about(), {}), std::nullopt);
  EXPECT_EQ(find_fault(sound_about(), {sound_parameter()}), std::nullopt);
}

TEST(Declarations, LimitsTextsToAThousandBytes) {
  const std::string longest(1000, 'x');
  EXPECT_EQ(fault_with([&](About& about, auto&) { about.summary = longest; }), std::nullopt);
  EXPECT_NE(fault_with([&](About& about, auto&) { about.summary = longest + "x"; }), std::nullopt);
  EXPECT_NE(fault_with([&](About& about, auto&) { about.id = longest + "x"; }), std::nullopt);
  EXPECT_NE(fault_of_parameter([&](ParameterSpec& spec) { spec.name = longest + "x"; }), std::nullopt);
  EXPECT_NE(fault_of_parameter([&](ParameterSpec& spec) { spec.help = longest + "x"; }), std::nullopt);
}

TEST(Declarations, RequiresSnakeCaseIds) {
  for (const char* const id : {"", "Count", "9lives", "a-b", "a b", "_a", "a_", "../a", "é"}) {
    EXPECT_THAT(fault_with([&](About& about, auto&) { about.id = id; }), Optional(HasSubstr("snake_case"))) << id;
  }
  for (const char* const id : {"a", "a9", "a_b_9"}) {
    EXPECT_EQ(fault_with([&](About& about, auto&) { about.id = id; }), std::nullopt) << id;
  }
}

TEST(Declarations, RequiresADescriptionOfTheStrategy) {
  EXPECT_THAT(fault_with([](About& about, auto&) { about.version = ""; }), Optional(HasSubstr("version")));
  EXPECT_THAT(fault_with([](About& about, auto&) { about.summary = ""; }), Optional(HasSubstr("summary")));
  EXPECT_THAT(fault_with([](About& about, auto&) { about.summary = "\x1b[2J"; }), Optional(HasSubstr("summary")));
  EXPECT_THAT(fault_with([](About& about, auto&) { about.source = ""; }), Optional(HasSubstr("source")));
}

TEST(Declarations, RequiresKnownDistinctQuantities) {
  EXPECT_THAT(fault_with([](About& about, auto&) { about.yields.clear(); }), Optional(HasSubstr("no quantity")));
  EXPECT_THAT(fault_with([](About& about, auto&) {
                about.yields.push_back({Quantity::grids, Kind::estimate});
              }),
              Optional(HasSubstr("grids twice")));
  const auto with_quantity = [](const QuantityInfo& info) {
    return fault_with([&](About& about, auto&) { about.yields[0].quantity = Quantity{info}; });
  };
  EXPECT_THAT(with_quantity({.name = "Pairs", .definition = "Pairs.", .unit = "pairs"}),
              Optional(HasSubstr("its quantity 'Pairs' is not snake_case")));
  EXPECT_THAT(with_quantity({.name = "pairs", .definition = "", .unit = "pairs"}),
              Optional(HasSubstr("no definition")));
  EXPECT_THAT(with_quantity({.name = "pairs", .definition = "Pairs.", .unit = ""}), Optional(HasSubstr("has no unit")));
  EXPECT_THAT(
      with_quantity(
          {.name = "pairs", .definition = "Pairs.", .unit = "pairs", .relabelling_classes_of = "no_such_quantity"}),
      Optional(HasSubstr("follows from 'no_such_quantity'")));
  EXPECT_EQ(with_quantity({.name = "pairs", .definition = "Pairs.", .unit = "pairs"}), std::nullopt);
  EXPECT_THAT(fault_with([](About& about, auto&) { about.yields[0].kind = Kind::unfinished; }),
              Optional(HasSubstr("no answer for grids")));
}

TEST(Declarations, RequiresDistinctParameterNames) {
  EXPECT_THAT(fault_of_parameter([](auto& spec) { spec.name = "maxSide"; }), Optional(HasSubstr("'maxSide'")));
  for (const auto& reserved : reserved_parameter_names()) {
    EXPECT_THAT(fault_of_parameter([&](auto& spec) { spec.name = reserved; }), Optional(HasSubstr("reserved")));
  }
  EXPECT_THAT(find_fault(sound_about(), {sound_parameter(), sound_parameter()}), Optional(HasSubstr("declared twice")));
  for (const std::string blank : {"", "  "}) {
    EXPECT_THAT(fault_of_parameter([&](auto& spec) { spec.help = blank; }), Optional(HasSubstr("help")));
  }
}

TEST(Declarations, RequiresDefaultsThatFitTheirParameter) {
  EXPECT_THAT(fault_of_parameter([](auto& spec) { spec.default_value = std::int64_t{10}; }),
              Optional(AllOf(HasSubstr("'10'"), HasSubstr("from 2 to 9"))));
  EXPECT_THAT(fault_of_parameter([](auto& spec) { spec.default_value = std::string{"6"}; }),
              Optional(HasSubstr("not of its type")));
  EXPECT_EQ(fault_of_parameter([](auto& spec) { spec.default_value = std::monostate{}; }), std::nullopt);
  EXPECT_THAT(fault_of_parameter([](auto& spec) {
                spec.low = 7;
                spec.high = 5;
              }),
              Optional(HasSubstr("empty range")));
  EXPECT_THAT(fault_of_parameter([](auto& spec) { spec.high = std::numeric_limits<double>::infinity(); }),
              Optional(HasSubstr("not finite")));
}

TEST(Declarations, RequiresDefaultsAmongTheChoices) {
  const auto choice = [](ParameterValue preset, std::vector<std::string> choices) {
    return fault_of_parameter([&](ParameterSpec& spec) {
      spec = {};
      spec.name = "mode";
      spec.type = ParameterType::choice;
      spec.help = "How.";
      spec.default_value = std::move(preset);
      spec.choices = std::move(choices);
    });
  };
  EXPECT_EQ(choice(std::string{"all"}, {"source", "all"}), std::nullopt);
  EXPECT_THAT(choice(std::string{"none"}, {"source", "all"}), Optional(HasSubstr("one of: source, all")));
  EXPECT_THAT(choice({}, {"source", "sharp"}), Optional(HasSubstr("not one of its choices")));
  EXPECT_THAT(choice({}, {}), Optional(HasSubstr("no choices")));
  EXPECT_THAT(choice(std::string{"a"}, {"a", "a"}), Optional(HasSubstr("duplicate choice")));
}

// --------------------------------------------------------------------------------------------------------- descriptors

const void* no_entry() { return nullptr; }

GridcensusPlugin sound_descriptor() {
  return {"gridcensus.plug",   GRIDCENSUS_API, sizeof(GridcensusPlugin), GRIDCENSUS_TOOLCHAIN, 0, &no_entry, "",
          {GRIDCENSUS_RELEASE}};
}

template <class Change>
auto checking(Change change) {
  return [change] {
    GridcensusPlugin descriptor = sound_descriptor();
    change(descriptor);
    check_descriptor(descriptor);
  };
}

TEST(Descriptor, IsAcceptedIfEverythingFits) {
  EXPECT_NO_THROW(check_descriptor(sound_descriptor()));
  EXPECT_NO_THROW(checking([](auto& descriptor) { descriptor.descriptor_bytes += 8; })()) << "fields of a later SDK";
  EXPECT_NO_THROW(checking([](auto& descriptor) { descriptor.cpu_features = compiled_cpu_features(); })());
}

TEST(Descriptor, IsRefusedWithBothSides) {
  EXPECT_THAT(checking([](auto& d) { d.magic[0] = 'G'; }),
              ThrowsMessage<Refused>(AllOf(HasSubstr("'Gridcensus.plug'"), HasSubstr("'gridcensus.plug'"))));
  EXPECT_THAT(checking([](auto& d) { d.api = 99; }),
              ThrowsMessage<Refused>("it was built against gridcensus " GRIDCENSUS_VERSION
                                     " (interface 99), but this is gridcensus " GRIDCENSUS_VERSION
                                     " (interface " GRIDCENSUS_TEXT(
                                         GRIDCENSUS_API) "); use that gridcensus, or rebuild it with this one"));
  EXPECT_THAT(checking([](auto& d) { d.api = 2; }),
              ThrowsMessage<Refused>("it was built against interface 2, but this is gridcensus " GRIDCENSUS_VERSION
                                     " (interface " GRIDCENSUS_TEXT(GRIDCENSUS_API) "); rebuild it with this one"));
  EXPECT_THAT(checking([](auto& d) { d.descriptor_bytes = 8; }),
              ThrowsMessage<Refused>(AllOf(HasSubstr("has 8 bytes"), HasSubstr("at least 72"))));
  EXPECT_THAT(checking([](auto& d) { d.toolchain = "gcc 4.8.5"; }),
              ThrowsMessage<Refused>(AllOf(HasSubstr("'gcc 4.8.5'"), HasSubstr(GRIDCENSUS_TOOLCHAIN))));
  EXPECT_THAT(checking([](auto& d) { d.toolchain = nullptr; }), ThrowsMessage<Refused>(HasSubstr("lacks a text")));
  EXPECT_THAT(
      checking([](auto& d) { d.cpu_features = 1U << 31U; }),
      ThrowsMessage<Refused>(AllOf(HasSubstr("unknown CPU feature"), HasSubstr("bit 31"), HasSubstr("0 to 5"))));
  EXPECT_THAT(checking([](auto& d) { d.entry = nullptr; }), ThrowsMessage<Refused>(HasSubstr("no entry function")));
}

TEST(Descriptor, MayHaveAnOlderReleaseButNotANewerOne) {
  constexpr std::array<std::uint32_t, 3> own{GRIDCENSUS_RELEASE};
  const auto of_release = [](std::array<std::uint32_t, 3> release) {
    return checking([release](auto& d) { std::ranges::copy(release, std::begin(d.release)); });
  };
  EXPECT_NO_THROW(of_release({0, 0, 99})());
  EXPECT_NO_THROW(of_release({own[0], own[1], own[2] + 1})()) << "a patch adds nothing that a plugin could use";
  for (const auto& newer : {std::array{own[0], own[1] + 1, 0U}, {own[0] + 1, 0U, 0U}}) {
    const auto text = std::to_string(newer[0]) + "." + std::to_string(newer[1]) +
                      ".0 (interface " GRIDCENSUS_TEXT(GRIDCENSUS_API) ")";
    EXPECT_THAT(of_release(newer),
                ThrowsMessage<Refused>(AllOf(HasSubstr("built against gridcensus " + text),
                                             HasSubstr("newer than this gridcensus " GRIDCENSUS_VERSION))));
  }
}

TEST(ParseMathematics, ReadsADescriptor) {
  const auto names = [](const std::string& text) {
    std::map<std::string, std::set<Quantity>> uses;
    for (const auto& use : parse_mathematics(text)) uses.emplace(use.library, use.quantities);
    return uses;
  };
  using Uses = std::map<std::string, std::set<Quantity>>;
  EXPECT_EQ(names(""), Uses{});
  EXPECT_EQ(
      names("band_recursion symmetric_grids_bound=essentially_different,grids"),
      (Uses{{"band_recursion", {}}, {"symmetric_grids_bound", {Quantity::essentially_different, Quantity::grids}}}));
}

TEST(ParseMathematics, RefusesMalformedText) {
  for (const auto& [text, message] : {std::pair{"Band", "'Band' is not snake_case"},
                                      {"=grids", "'' is not snake_case"},
                                      {"a=grid", "'grid' is not a quantity"},
                                      {"a=grids,,bands", "'' is not a quantity"},
                                      {"a=", "'a=' names no quantity"},
                                      {"a b=\x1b", "'\\x1b' is not a quantity"}}) {
    EXPECT_THAT([text = text] { parse_mathematics(text); }, ThrowsMessage<Refused>(HasSubstr(message))) << text;
  }
}

TEST(Descriptor, IsCheckedInOrderOfItsFields) {
  // With another API, only the magic and the number can be trusted.
  EXPECT_THAT(checking([](auto& d) {
                d.api = 9;
                d.descriptor_bytes = 0;
                d.toolchain = nullptr;
                d.cpu_features = ~0U;
              }),
              ThrowsMessage<Refused>(HasSubstr("interface 9")));
}

// ------------------------------------------------------------------------------------------------------------- catalog

class OneEntry final : public PluginEntry {
 public:
  explicit OneEntry(About about) : about_{std::move(about)} {}
  const About& about() const override { return about_; }
  const std::vector<ParameterSpec>& parameters() const override { return parameters_; }
  std::unique_ptr<Strategy> create(const ParameterValues& /*values*/) const override { return nullptr; }

 private:
  About about_;
  std::vector<ParameterSpec> parameters_{sound_parameter()};
};

TEST(Catalog, FindsAddedStrategies) {
  const OneEntry entry{sound_about()};
  Catalog catalog;
  EXPECT_EQ(catalog.find("count_it"), nullptr);
  catalog.add(entry);
  ASSERT_NE(catalog.find("count_it"), nullptr);
  EXPECT_EQ(catalog.find("count_it")->entry, &entry);
  EXPECT_EQ(catalog.find("count_it")->parameters.size(), 1U);
  EXPECT_THAT(catalog.ids(), ElementsAre("count_it"));
}

TEST(Plugin, AnswersQuantitiesThatFollowFromItsOwn) {
  About about = sound_about();
  about.yields = {{Quantity::grids, Kind::exact}, {Quantity::bands, Kind::estimate}};
  const OneEntry entry{about};
  Catalog catalog;
  catalog.add(entry, "band_recursion=bands other");
  const Plugin& plugin = *catalog.find("count_it");
  std::map<Quantity, std::optional<Quantity>> answers;
  for (const auto& answer : plugin.answers) answers[answer.quantity] = answer.follows_from;
  EXPECT_EQ(answers,
            (std::map<Quantity, std::optional<Quantity>>{
                {Quantity::grids, {}}, {Quantity::relabelling_classes, Quantity::grids}, {Quantity::bands, {}}}));
  EXPECT_EQ(plugin.counted_for(Quantity::relabelling_classes), Quantity::grids);
  EXPECT_EQ(plugin.counted_for(Quantity::bands), Quantity::bands);
  EXPECT_EQ(plugin.find_answer(Quantity::conjugacy_classes), nullptr);
  EXPECT_THAT(plugin.mathematics_of(Quantity::bands), ElementsAre("band_recursion", "other"));
  EXPECT_THAT(plugin.mathematics_of(Quantity::grids), ElementsAre("other"));
}

TEST(Plugin, CountsItsOwnQuantitiesItself) {
  About about = sound_about();
  about.yields = {{Quantity::relabelling_classes, Kind::exact}, {Quantity::grids, Kind::exact}};
  const OneEntry entry{about};
  Catalog catalog;
  catalog.add(entry);
  for (const auto& answer : catalog.find("count_it")->answers) EXPECT_EQ(answer.follows_from, std::nullopt);
}

TEST(Catalog, RefusesToAddATakenIdOrAFaultyDeclaration) {
  const OneEntry entry{sound_about()};
  About faulty = sound_about();
  faulty.yields.clear();
  const OneEntry other{faulty};
  Catalog catalog;
  catalog.add(entry);
  EXPECT_THAT([&] { catalog.add(entry); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("'count_it' is already in use")));
  EXPECT_THAT([&] { catalog.add(other); }, ThrowsMessage<std::invalid_argument>(HasSubstr("yields no quantity")));
  EXPECT_THAT(catalog.ids(), ElementsAre("count_it"));
}

TEST(Catalog, NamesEveryBadDirectoryAtOnce) {
  CatalogOptions options;
  options.directories = {"plugins", "/nonexistent/plugins", "/dev/null", "/"};
  try {
    const Catalog catalog{options};
    FAIL() << "no error";
  } catch (const BadInput& error) {
    ASSERT_EQ(error.diagnostics().size(), 3U);
    EXPECT_THAT(error.diagnostics()[0].message, AllOf(HasSubstr("plugins"), HasSubstr("not absolute")));
    EXPECT_THAT(error.diagnostics()[1].message, AllOf(HasSubstr("/nonexistent/plugins"), HasSubstr("does not exist")));
    EXPECT_THAT(error.diagnostics()[2].message, AllOf(HasSubstr("/dev/null"), HasSubstr("not a directory")));
  }
}

TEST(Catalog, IsEmptyWithoutDirectories) {
  Catalog catalog{CatalogOptions{}};
  catalog.open_all();
  EXPECT_TRUE(catalog.plugins().empty());
  EXPECT_TRUE(catalog.refusals().empty());
}

}  // namespace
}  // namespace gridcensus::host
