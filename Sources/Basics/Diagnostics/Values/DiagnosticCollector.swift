/// A list to which a stage adds diagnostics, so that it can continue and find further ones.
package struct DiagnosticCollector: Sendable {
  /// All diagnostics, in the order of reporting.
  package private(set) var diagnostics: [Diagnostic] = []

  package init() {}

  package mutating func report(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
  }

  package mutating func report(contentsOf others: some Sequence<Diagnostic>) {
    diagnostics.append(contentsOf: others)
  }

  /// Whether there is an error, which makes the file unusable.
  package var hasErrors: Bool {
    diagnostics.contains { $0.severity == .error }
  }

  /// All diagnostics without duplicates, in the order of their places.
  package var sorted: [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return
      diagnostics
      .filter { seen.insert($0).inserted }
      .enumerated()
      .sorted { left, right in
        if left.element.place != right.element.place {
          return left.element.place < right.element.place
        }
        return left.offset < right.offset
      }
      .map(\.element)
  }
}
