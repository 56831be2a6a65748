#pragma once

#include "gridcensus/problem.hpp"

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::host {

// Templates: words of a command, or a text that a program reads, with `{name}` where a value goes and `{{` for a brace.
// A closing brace needs no other.
//
// Every template may use what `words_of_problem` lists:
//
//     {shape} {box_rows} {box_cols} {side}     "2x3", 2, 3, 6
//     {cells}                                  side * side
//     {rules}                                  canonical words: "classic", "diagonals,anti_knight"
//
// and lists, as JSON writes them, which are lists of GAP, Python, Julia and Sage as well. A cell is row * side +
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

/// Returns what stands in braces in a template and is not known, each once; `{...` where a brace is not closed.
std::vector<std::string> unknown_words(std::string_view text, std::span<const std::string> known);

/// Returns a template with all values put in.
///
/// @param words  beside those of the problem; one of the same name is preferred
/// @throws std::invalid_argument  a word is unknown; the message lists those that are known.
std::string filled(std::string_view text, const Problem& problem, const Words& words);

}  // namespace gridcensus::host
