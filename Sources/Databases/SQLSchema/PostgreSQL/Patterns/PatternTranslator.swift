/// Translates a regular expression of a model, in ICU's syntax, to PostgreSQL's.
///
/// The result matches a whole text, as in Core Data. It matches every text that ICU's matches; among texts of ASCII
/// alone it matches no others, unless the pattern has possessive quantifiers or atomic groups, which are treated as
/// ordinary ones. Beyond ASCII it is permissive, because PostgreSQL and ICU have different tables of letters and
/// digits.
enum PatternTranslator {
  /// The reason why a pattern has no translation.
  struct Failure: Error, Hashable {
    /// The feature that the pattern has, as in "has a flag".
    var reason: String

    /// The engine that cannot check it.
    var engine = "PostgreSQL"

    init(_ reason: String, engine: String = "PostgreSQL") {
      self.reason = reason
      self.engine = engine
    }
  }

  static func translate(
    _ pattern: String,
    profile: PostgreSQLProfile
  ) throws(Failure) -> String {
    var parser = CheckPatternParser(pattern)
    let node = try parser.parse()
    guard node.size <= 10_000 else { throw Failure("repetitions whose product is too large") }
    if profile == .distributed { try refuseWhatCockroachDBLacks(node) }
    return "^(?:" + PatternPrinter.text(of: node) + ")$"
  }

  /// Throws if CockroachDB does not support a pattern: it has no look-around, and repeats at most 1,000 times.
  private static func refuseWhatCockroachDBLacks(_ node: PatternNode) throws(Failure) {
    if node.looksAhead { throw Failure("a look-ahead", engine: "CockroachDB") }
    if node.size > 1_000 {
      throw Failure("repetitions whose product is too large", engine: "CockroachDB")
    }
  }
}
