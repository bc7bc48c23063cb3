/// Turns a regular expression of a model, which ICU understands, into one of PostgreSQL.
///
/// The result matches a whole text, as Core Data wants it. It matches every text that ICU's matches; among
/// texts of ASCII alone it matches no others, unless the pattern has possessive repetitions or atomic
/// groups, which are taken for ordinary ones. Beyond ASCII it is generous, because what counts as a letter
/// or digit there depends on tables that PostgreSQL and ICU do not share.
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
    guard node.size <= 10_000 else { throw Failure("repetitions that multiply to too many") }
    if profile == .distributed { try refuseWhatCockroachDBLacks(node) }
    return "^(?:" + PatternPrinter.text(of: node) + ")$"
  }

  /// CockroachDB's expressions look neither ahead nor behind, and repeat at most 1,000 times.
  private static func refuseWhatCockroachDBLacks(_ node: PatternNode) throws(Failure) {
    if node.looksAhead { throw Failure("a look-ahead", engine: "CockroachDB") }
    if node.size > 1_000 {
      throw Failure("repetitions that multiply to too many", engine: "CockroachDB")
    }
  }
}
