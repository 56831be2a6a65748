#pragma once

#include "host/verify/verify.hpp"

#include <string>

namespace gridcensus::host::verify {

/// What a paper can attach: each run that has concluded, with where it comes from, its units in a chain of hashes,
/// their sum, and how the outcomes follow from that. `check_certificate.py` checks it without this program.
///
/// Canonical text is JSON without blanks, its members sorted. A run's chain begins with the SHA-256 of the canonical
/// text of all members under "origin"; each link is that of the link before it, as hexadecimal digits, and the
/// canonical text of the next unit. The end is that of the last link and the canonical text of "conclusion".
///
/// @param verified  of these tables, and nothing in it fails
/// @return          the document, with a newline at its end. The same ledger gives the same document.
std::string certificate(const Tables& tables, const Verified& verified);

}  // namespace gridcensus::host::verify
