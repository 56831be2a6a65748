#pragma once

#include "gridcensus/problem.hpp"

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::host {

// Templates: words of a command, or a text that a program reads, with `{name}` in place of a value and `{{` for a
// brace. A closing brace needs no escape.
//
// Every template may use what `words_of_problem` lists:
//
//     {shape} {box_rows} {box_cols} {side}     "2x3", 2, 3, 6
//     {cells}                                  side * side
//     {rules}                                  canonical words: "classic", "diagonals,anti_knight"
//
// and lists in the form of JSON, which is also that of lists in GAP, Python, Julia and Sage. A cell is row * side +
// column, from 0; values are 1 to `side`.
//
//     {regions}      [[0,1,2,...],...]         `side` cells that hold every value once
//     {pairs}        [[0,7],...]               further cells that must differ
//     {generators}   [[1,0,2,...],...]         of the group of symmetries, as images of all cells
//     {allowed}      [[1,2,3],...]             for every cell, its values
//     {ruled_out}    [[0,3],...]               the rest of them: cell, value
//     {relations}    [[0,1,[[1,3],...]],...]   two related cells, and the pairs of values that they may hold
//     {forbidden}    [[0,1,1,2],...]           the other pairs of values: cell, its value, other cell, its value
//
// `{flat_NAME}` of regions, pairs, generators, ruled_out and forbidden has the same numbers in one list, for languages
// without lists of lists such as MiniZinc. `{NAME_count}` is the number of regions, pairs, generators and relations.

/// The value of each further word: unit, units, input, quantity, first_row_fixed (true or false), the parameters by
/// name.
using Words = std::map<std::string, std::string, std::less<>>;

/// Returns the names of the words that every problem has.
std::vector<std::string> words_of_problem();

/// Returns the unknown words in the braces of a template, each once; `{...` if a brace is not closed.
std::vector<std::string> unknown_words(std::string_view text, std::span<const std::string> known);

/// Returns a template with all values filled in.
///
/// @param words  besides those of the problem; they take precedence over words of the same name
/// @throws std::invalid_argument  a word is unknown; the message lists the known ones.
std::string filled(std::string_view text, const Problem& problem, const Words& words);

}  // namespace gridcensus::host
