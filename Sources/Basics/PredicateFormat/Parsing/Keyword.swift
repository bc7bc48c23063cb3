/// A keyword.
///
/// Case does not matter: `And` is `AND`.
enum Keyword: String {
  case and = "AND"
  case or = "OR"
  case not = "NOT"

  case anyOf = "ANY"
  case someOf = "SOME"
  case allOf = "ALL"
  case noneOf = "NONE"

  case `in` = "IN"
  case like = "LIKE"
  case matches = "MATCHES"
  case contains = "CONTAINS"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case between = "BETWEEN"

  case null = "NULL"
  case `nil` = "NIL"
  case `true` = "TRUE"
  case yes = "YES"
  case `false` = "FALSE"
  case no = "NO"
  case selfWord = "SELF"
  case anyKey = "ANYKEY"
  case truePredicate = "TRUEPREDICATE"
  case falsePredicate = "FALSEPREDICATE"

  // The keywords below are contextual; elsewhere they are keys like any other.
  case union = "UNION"
  case intersect = "INTERSECT"
  case minus = "MINUS"
  case first = "FIRST"
  case last = "LAST"
  case size = "SIZE"
  case subquery = "SUBQUERY"
  case function = "FUNCTION"
  case cast = "CAST"
  case ternary = "TERNARY"
  case fetch = "FETCH"

  /// The keyword for a word.
  init?(spelling: ArraySlice<UInt8>) {
    guard spelling.count <= Self.longestSpelling else { return nil }
    self.init(rawValue: uppercasedASCII(spelling))
  }

  private static let longestSpelling = 14

  /// Words that Apple's documentation reserves: as a key they are written `#word`.
  static let reservedWords: Set<String> = [
    "AND", "OR", "IN", "NOT", "ALL", "ANY", "SOME", "NONE", "LIKE", "CASEINSENSITIVE", "CI",
    "MATCHES",
    "CONTAINS", "BEGINSWITH", "ENDSWITH", "BETWEEN", "NULL", "NIL", "SELF", "TRUE", "YES", "FALSE",
    "NO", "FIRST", "LAST", "SIZE", "ANYKEY", "SUBQUERY", "FETCH", "CAST", "TRUEPREDICATE",
    "FALSEPREDICATE",
  ]
}

/// The text with its ASCII letters in upper case.
///
/// Other letters are kept, so that no letter of another alphabet can become part of a keyword.
func uppercasedASCII(_ bytes: some Sequence<UInt8>) -> String {
  let uppercased = bytes.map { byte in
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte
  }
  return String(decoding: uppercased, as: UTF8.self)
}
