/// A message about one of the user's files.
///
/// Diagnostics are values: stages collect them (see ``DiagnosticCollector``) and continue, so that a run reports
/// every problem it can find, and only the command line decides how they are shown.
package struct Diagnostic: Sendable, Hashable {
  /// The severity.
  package var severity: Severity

  /// The name by which the kind of problem is documented and configured, such as `unknown-parent`.
  package var rule: String

  /// The problem, in one sentence without a final period.
  package var message: String

  /// The place.
  ///
  /// A problem of a whole file has no line; a problem of the command line has no path.
  package var place: Place

  /// The part of a model that it concerns, such as `Team` or `Team.players`; nil if there is none.
  ///
  /// It stays the same when lines move, so that a report can be compared with an earlier one.
  package var element: String?

  /// A remedy, if one is known.
  package var hint: String?

  /// Other places that help to understand the problem.
  package var notes: [Note]

  package init(
    _ severity: Severity,
    rule: String,
    _ message: String,
    at place: Place,
    element: String? = nil,
    hint: String? = nil,
    notes: [Note] = []
  ) {
    self.severity = severity
    self.rule = rule
    self.message = message.withoutPasswords
    self.place = place
    self.element = element
    self.hint = hint
    self.notes = notes
  }
}

extension Diagnostic {
  /// A second place that belongs to a problem, such as the first of two equal names.
  package struct Note: Sendable, Hashable {
    package var message: String
    package var place: Place

    package init(_ message: String, at place: Place) {
      self.message = message
      self.place = place
    }
  }
}
