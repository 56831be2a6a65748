#include "gridcensus/parameters.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>

namespace gridcensus {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

enum class Mode { source, sharp };

struct Params {
  bool mirror = true;
  int max_side = 6;
  double tolerance = 0.25;
  std::string label = "none";
  Mode mode = Mode::sharp;
  std::optional<std::int64_t> samples;
  std::optional<std::string> note;
  int cache_lines = 64;
};

Schema<Params> make_schema() {
  Schema<Params> schema;
  schema.field("mirror", &Params::mirror).help("Use the mirror symmetry.");
  schema.field("max_side", &Params::max_side).unit("cells").range(2, 9).help("Largest side accepted.");
  schema.field("tolerance", &Params::tolerance).range(0, 1);
  schema.field("label", &Params::label);
  schema.choice("mode", &Params::mode, {{"source", Mode::source}, {"sharp", Mode::sharp}});
  schema.field("samples", &Params::samples).at_least(1);
  schema.field("note", &Params::note);
  schema.field("cache_lines", &Params::cache_lines).speed_only();
  return schema;
}

ParameterSpec spec_of(const std::string& name) {
  for (auto& spec : make_schema().specs()) {
    if (spec.name == name) return spec;
  }
  throw std::out_of_range{name};
}

std::string refusal(const std::string& name, const std::string& text) {
  try {
    return "accepted as " + to_string(parse_parameter(spec_of(name), text));
  } catch (const InvalidParameter& error) {
    return error.what();
  }
}

TEST(Schema, TakesTypesAndDefaultsFromTheMembers) {
  EXPECT_EQ(spec_of("mirror").type, ParameterType::boolean);
  EXPECT_EQ(spec_of("max_side").type, ParameterType::integer);
  EXPECT_EQ(spec_of("tolerance").type, ParameterType::real);
  EXPECT_EQ(spec_of("label").type, ParameterType::text);
  EXPECT_EQ(spec_of("mode").type, ParameterType::choice);
  EXPECT_EQ(spec_of("samples").type, ParameterType::integer);
  EXPECT_EQ(spec_of("note").type, ParameterType::text);
  EXPECT_EQ(spec_of("max_side").default_value, ParameterValue{std::int64_t{6}});
  EXPECT_EQ(spec_of("mode").default_value, ParameterValue{std::string{"sharp"}});
  EXPECT_EQ(spec_of("samples").default_value, ParameterValue{}) << "optional: not set unless given";
  EXPECT_EQ(spec_of("max_side").unit, "cells");
  EXPECT_EQ(spec_of("max_side").help, "Largest side accepted.");
  EXPECT_THAT(spec_of("mode").choices, ElementsAre("source", "sharp"));
}

TEST(Schema, ReadsDefaultsBackIntoTheStruct) {
  const auto schema = make_schema();
  const Params params = schema.read(with_defaults(schema.specs(), {}));
  EXPECT_EQ(params.mirror, true);
  EXPECT_EQ(params.max_side, 6);
  EXPECT_EQ(params.tolerance, 0.25);
  EXPECT_EQ(params.label, "none");
  EXPECT_EQ(params.mode, Mode::sharp);
  EXPECT_EQ(params.samples, std::nullopt);
}

TEST(Schema, ReadsGivenValuesIntoTheStruct) {
  const auto schema = make_schema();
  const ParameterValues given{
      {"mirror", false},           {"max_side", std::int64_t{4}},   {"tolerance", 0.5},
      {"label", std::string{"x"}}, {"mode", std::string{"source"}}, {"samples", std::int64_t{1000}},
      {"note", std::string{"y"}}};
  const Params params = schema.read(with_defaults(schema.specs(), given));
  EXPECT_EQ(params.mirror, false);
  EXPECT_EQ(params.max_side, 4);
  EXPECT_EQ(params.tolerance, 0.5);
  EXPECT_EQ(params.label, "x");
  EXPECT_EQ(params.mode, Mode::source);
  EXPECT_EQ(params.samples, 1000);
  EXPECT_EQ(params.note, "y");
}

TEST(Schema, OutlivesTheFieldsThatDeclaredIt) {
  // Each Field keeps a pointer to its declaration while more are added.
  struct Many {
    int first = 1;
    int second = 2;
  };
  Schema<Many> schema;
  auto first = schema.field("first", &Many::first);
  for (int i = 0; i < 100; ++i) schema.field("second" + std::to_string(i), &Many::second);
  first.help("The first.");
  EXPECT_EQ(schema.specs().front().help, "The first.");
}

TEST(Schema, ThrowsIfAValueIsMissing) {
  const auto schema = make_schema();
  EXPECT_THROW(schema.read({}), InvalidParameter);
}

TEST(Parameters, AreReadAsTheyWereTyped) {
  EXPECT_EQ(parse_parameter(spec_of("mirror"), "false"), ParameterValue{false});
  EXPECT_EQ(parse_parameter(spec_of("max_side"), "9"), ParameterValue{std::int64_t{9}});
  EXPECT_EQ(parse_parameter(spec_of("tolerance"), "1e-3"), ParameterValue{1e-3});
  EXPECT_EQ(parse_parameter(spec_of("label"), "010"), ParameterValue{std::string{"010"}}) << "text stays text";
  EXPECT_EQ(parse_parameter(spec_of("mode"), "source"), ParameterValue{std::string{"source"}});
}

TEST(Parameters, ReportExpectedValues) {
  EXPECT_EQ(refusal("mirror", "yes"), "expected true or false");
  EXPECT_EQ(refusal("max_side", "10"), "expected integer from 2 to 9");
  EXPECT_EQ(refusal("max_side", "1"), "expected integer from 2 to 9");
  EXPECT_EQ(refusal("samples", "0"), "expected integer of at least 1");
  EXPECT_EQ(refusal("tolerance", "1.5"), "expected number from 0 to 1");
  EXPECT_EQ(refusal("mode", "Sharp"), "expected one of: source, sharp");
}

TEST(Parameters, RefuseMalformedNumbers) {
  for (const char* text :
       {"", "010", "0x4", "1e0", "4.0", "+4", " 4", "99999999999999999999", "-9223372036854775809", "NaN"}) {
    EXPECT_THAT(refusal("max_side", text), HasSubstr("expected integer")) << '"' << text << '"';
  }
  for (const char* text : {"", "nan", "inf", "1e400", "half", "0,5"}) {
    EXPECT_THAT(refusal("tolerance", text), HasSubstr("expected number")) << '"' << text << '"';
  }
}

TEST(Parameters, CoverTheWholeRangeOfTheirType) {
  ParameterSpec spec;
  spec.type = ParameterType::integer;
  EXPECT_EQ(parse_parameter(spec, "9223372036854775807"), ParameterValue{INT64_MAX});
  EXPECT_EQ(parse_parameter(spec, "-9223372036854775808"), ParameterValue{INT64_MIN});
  EXPECT_THROW(parse_parameter(spec, "9223372036854775808"), InvalidParameter);
  EXPECT_THROW(parse_parameter(spec, "-9223372036854775809"), InvalidParameter);
}

TEST(Parameters, RefuseUnknownNames) {
  EXPECT_THROW(with_defaults(make_schema().specs(), {{"max_sied", std::int64_t{4}}}), InvalidParameter);
}

TEST(Parameters, ShowTheirValues) {
  EXPECT_EQ(to_string(ParameterValue{}), "unset");
  EXPECT_EQ(to_string(ParameterValue{true}), "true");
  EXPECT_EQ(to_string(ParameterValue{std::int64_t{-3}}), "-3");
  EXPECT_EQ(to_string(ParameterValue{0.1}), "0.1") << "not the digits that only a long double would have";
  EXPECT_EQ(to_string(ParameterValue{std::string{"x"}}), "x");
}

TEST(Parameters, IdentifyAResultUnlessTheyOnlyChangeItsSpeed) {
  const auto specs = make_schema().specs();
  const auto identity = identity_of(specs, with_defaults(specs, {}));
  EXPECT_EQ(identity.count("cache_lines"), 0U);
  EXPECT_THAT(identity,
              ElementsAre(Pair("label", "none"), Pair("max_side", "6"), Pair("mirror", "true"), Pair("mode", "sharp"),
                          Pair("note", "unset"), Pair("samples", "unset"), Pair("tolerance", "0.25")));
  EXPECT_EQ(identity, identity_of(specs, with_defaults(specs, {{"cache_lines", std::int64_t{1}}})));
  EXPECT_NE(identity, identity_of(specs, with_defaults(specs, {{"max_side", std::int64_t{7}}})));
}

TEST(Parameters, DeclareWhetherTheyBelongToTheQuestion) {
  Schema<Params> schema;
  schema.field("max_side", &Params::max_side);
  schema.field("label", &Params::label).part_of_question();
  const auto specs = schema.specs();
  EXPECT_THAT(question_of(specs, with_defaults(specs, {{"label", std::string{"this one"}}})),
              ElementsAre(Pair("label", "this one")));
}

}  // namespace
}  // namespace gridcensus
