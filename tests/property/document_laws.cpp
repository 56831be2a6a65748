// For any content of a results document, either it is refused with a readable message, or every view of it can be made.
#include "host/report/views.hpp"
#include "host/results/results_document.hpp"
#include "support/made_documents.hpp"
#include "support/places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace gridcensus::host {
namespace {

using test_support::MadeDocument;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

using Random = std::mt19937_64;

template <class Values>
const auto& one_of(const Values& values, Random& random) {
  return values[random() % values.size()];
}

/// Texts that users type into names, titles and tables, by accident or on purpose.
const std::vector<std::string> odd_texts{"",
                                         " ",
                                         "x",
                                         "=cmd|' /C calc'!A0",
                                         "-1",
                                         "\x1b[31mred\x1b[0m",
                                         "\u009b31m",
                                         "数独",
                                         "a\nb\r\tc",
                                         R"("quoted", \back)",
                                         "$_{}^~#%&<|>[",
                                         std::string(300, 'w'),
                                         "w " + std::string(70, 'v') + " w",
                                         "1e400",
                                         "99999999999999999999",
                                         "3x3",
                                         "0x0",
                                         "grids"};

std::string text_of(const std::string& file) {
  std::ifstream stream{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{stream}, {}};
}

/// Makes every view on the terminal; a view may refuse wrong user input.
void make_all_views(const std::vector<ResultsDocument>& documents, Random& random) {
  const auto view = [](const auto& make) {
    try {
      make();
    } catch (const BadInput&) {
      // Nothing is selected, or tables have other columns.
    }
  };
  const std::size_t width = 1 + random() % 200;
  const auto colour = random() % 2 == 0 ? Colour::on : Colour::off;
  std::set<std::string> findings;
  for (const ResultsDocument& document : documents) {
    for (const auto extent : {Extent::brief, Extent::full}) verdict_screen(document, width, colour, extent);
    findings_listing(document, width, colour);
    for (const auto& finding : document.findings) findings.insert(finding.name);
  }
  for (const auto& finding : findings) view([&] { finding_in_full(documents.front(), finding, width); });
}

/// Collects every place in the document, except the root.
void collect(Json& json, std::vector<Json*>& places) {
  if (!json.is_structured()) return;
  for (auto& value : json) {
    places.push_back(&value);
    collect(value, places);
  }
}

Json odd_value(Random& random) {
  const std::vector<Json> values{nullptr,
                                 true,
                                 0,
                                 -1,
                                 1.5,
                                 1e300,
                                 "",
                                 Json::array(),
                                 Json::object(),
                                 Json::array({1, "a"}),
                                 {{"a", 1}},
                                 std::uint64_t{18446744073709551615U}};
  return random() % 3 == 0 ? Json(one_of(odd_texts, random)) : one_of(values, random);
}

void mutate(Json& document, Random& random) {
  std::vector<Json*> places;
  collect(document, places);
  Json& place = *one_of(places, random);
  switch (random() % 4) {
    case 0:
      if (place.is_object() && !place.empty())
        place.erase(std::next(place.begin(), static_cast<long>(random() % place.size())));
      break;
    case 1:
      if (place.is_array() && !place.empty())
        place.push_back(Json(one_of(place.get_ref<const Json::array_t&>(), random)));
      break;
    default: place = odd_value(random);
  }
}

TEST(MutatedDocuments, AreRefusedWithAMessageOrShown) {
  constexpr int mutants = 700;
  Random random{20261125};
  std::vector<Json> originals;
  for (const std::string name : {"disagreement", "interruption", "one_strategy"}) {
    originals.push_back(Json::parse(text_of(gridcensus::testing::golden_screens_folder() / (name + ".json"))));
  }
  int shown = 0;
  for (int i = 0; i < mutants; ++i) {
    Json json = one_of(originals, random);
    for (std::uint64_t times = 1 + random() % 3; times > 0; --times) mutate(json, random);
    const std::string text = json.dump();
    std::vector<ResultsDocument> documents;
    try {
      documents.push_back(read_results_document(json, "mutated.json"));
      documents.push_back(read_results_document(one_of(originals, random), "original.json"));
    } catch (const BadInput& error) {
      EXPECT_THAT(error.what(), AllOf(HasSubstr("mutated.json: "), Not(HasSubstr("json.exception")))) << i;
      continue;
    }
    ++shown;
    ASSERT_NO_THROW(make_all_views(documents, random)) << "mutant " << i << ": " << text.substr(0, 2000);
  }
  EXPECT_GT(shown, mutants / 10);
}

Outcome odd_outcome(Random& random) {
  const auto integer = [&random] {
    Integer value = random();
    for (std::uint64_t words = random() % 5; words > 0; --words) value = (value << 64U) + random();
    return random() % 3 == 0 ? Integer{value % 1000} : random() % 5 == 0 ? Integer{-value} : value;
  };
  const auto real = [&random] {
    return std::ldexp(static_cast<Real>(random()), static_cast<int>(random() % 8000) - 4000);
  };
  switch (random() % 6) {
    case 0: return LowerBound{integer()};
    case 1: return UpperBound{integer()};
    case 2: return Approximation{real()};
    case 3: return Unfinished{one_of(odd_texts, random)};
    case 4: {
      const Real value = real();
      const Real error = random() % 4 == 0 ? 0 : std::fabs(value) / static_cast<Real>(1 + random() % 1000);
      return Estimate{value, error, value - error, value + error, 0.95, random() % 1000};
    }
    default: return Exact{integer()};
  }
}

TEST(OddDocuments, AreShownAtEveryWidth) {
  constexpr int documents = 100;
  Random random{20261126};
  const std::vector<std::string> shapes{"1x1", "2x2", "2x3", "3x2", "3x3", "8x8"};
  const std::vector<std::string> quantities{"grids", "bands", "essentially_different", "relabelling_classes"};
  for (int i = 0; i < documents; ++i) {
    MadeDocument made;
    made.json["experiment"]["title"] = one_of(odd_texts, random);
    for (std::uint64_t entries = random() % 12; entries > 0; --entries) {
      const std::string& shape = one_of(shapes, random);
      const std::string& name = one_of(odd_texts, random);
      made.run(shape, name).outcome(shape, name, odd_outcome(random), one_of(quantities, random));
      made.finding(shape, name, one_of(odd_texts, random), Exact{random() % 1000});
      if (shape != "2x2" || random() % 2 == 0) continue;
      for (const auto* list : {"runs", "outcomes", "findings"}) {
        made.json[list].back()["problem"]["rules"] = "diagonals";
      }
    }
    std::vector<ResultsDocument> read;
    read.push_back(made.read());
    for (std::size_t width = 1 + random() % 5; width <= 130; width += 10) {
      ASSERT_NO_THROW(verdict_screen(read.front(), width, Colour::off)) << i << " at " << width << made.json.dump();
      ASSERT_NO_THROW(findings_listing(read.front(), width, Colour::on)) << i << " at " << width << made.json.dump();
    }
    ASSERT_NO_THROW(make_all_views(read, random)) << i << made.json.dump();
  }
}

// A number that needs no shortening, beside a name that leaves no space for it.
TEST(OddDocuments, ShowAShortValueBesideALongName) {
  for (const auto* value : {"0", "24", "4816"}) {
    MadeDocument made;
    made.run("2x2", "exact_cover").outcome("2x2", "exact_cover", Exact{Integer{value}});
    for (const auto* list : {"runs", "outcomes"}) {
      made.json[list].back()["problem"]["rules"] = "windows,disjoint_groups,anti_king";
    }
    const auto document = made.read();
    for (std::size_t width = 1; width <= 130; ++width) {
      std::string text;
      ASSERT_NO_THROW(text = verdict_screen(document, width, Colour::off)) << width;
      EXPECT_THAT(text, HasSubstr(group_digits(value))) << width;
    }
  }
}

}  // namespace
}  // namespace gridcensus::host
