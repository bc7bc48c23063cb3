package import Diagnostics
import Synchronization

/// A name that a template reads although neither the context has it nor any template sets it; or a part that an object
/// does not have.
package struct UnknownName: Sendable, Hashable {
  package let name: String

  /// The path of the object; nil for a name of the context.
  package var owner: String?

  /// The position at which it is read.
  package var place: Place

  /// The names that the context or the object has; empty for a text.
  package let known: [String]

  /// Whether the owner is a text, such as a key of a dictionary.
  package var isPartOfText = false
}

/// Collects the unknown names that templates read, over any number of renderings.
///
/// Reading such a name is not an error: the language treats it as null. But a template that was written
/// for another context would silently generate nothing.
package final class UnknownNames: Sendable {
  private struct State {
    /// The names, by themselves, the object and the path of the template.
    var found: [[String]: UnknownName] = [:]

    /// The names that a tag sets anywhere in any of the templates.
    var set: Set<String> = []
  }

  private let state = Mutex(State())

  package init() {}

  package func add(_ names: some Sequence<UnknownName>) {
    state.withLock { state in
      for name in names {
        let key = [name.name, name.owner ?? "", name.place.path ?? ""]
        guard let first = state.found[key], first.place <= name.place else {
          state.found[key] = name
          continue
        }
      }
    }
  }

  func noteSet(_ name: String) {
    state.withLock { _ = $0.set.insert(name) }
  }

  /// The names in the order of their positions, each once per template.
  package var all: [UnknownName] {
    state.withLock { state in
      state.found.values.filter { $0.owner != nil || !state.set.contains($0.name) }
        .sorted { ($0.place, $0.name) < ($1.place, $1.name) }
    }
  }
}
