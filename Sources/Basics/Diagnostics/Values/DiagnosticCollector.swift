/// The list to which a stage adds what it finds, so that it can go on and find the rest.
package struct DiagnosticCollector: Sendable {
  /// All that was reported, in the order of reporting.
  package private(set) var diagnostics: [Diagnostic] = []

  package init() {}

  package mutating func report(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
  }

  package mutating func report(contentsOf others: some Sequence<Diagnostic>) {
    diagnostics.append(contentsOf: others)
  }

  /// Whether anything was reported that makes the file unusable.
  package var hasErrors: Bool {
    diagnostics.contains { $0.severity == .error }
  }

  /// All that was reported, each thing once, in the order of the places.
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
