import ModelComparison

/// Orders renames so that no name is ever there twice: a chain from its free end, a circle through a name
/// of its own.
enum RenameSequence {
  struct Rename: Sendable, Hashable {
    var from: String
    var to: String
  }

  /// - Parameters:
  ///   - renames: What is to be called what; names that stay may be among them.
  ///   - taken: The names that are there, those that are renamed included.
  ///   - key: What of two names must differ.
  ///   - temporary: A name that nothing has or will have.
  /// - Returns: The renames one after the other.
  static func ordered<Key: Hashable>(
    _ renames: [Rename],
    taken: some Sequence<String>,
    key: (String) -> Key,
    temporary: (String) -> String
  ) -> [Rename] {
    var taken = Set(taken.map(key))
    var open = renames.filter { !$0.from.utf8.elementsEqual($0.to.utf8) }
    var result: [Rename] = []
    while !open.isEmpty {
      let position = open.firstIndex { rename in
        !taken.contains(key(rename.to)) || key(rename.to) == key(rename.from)
      }
      if let position {
        let rename = open.remove(at: position)
        taken.remove(key(rename.from))
        taken.insert(key(rename.to))
        result.append(rename)
      } else {
        // Everyone waits for another: one steps aside.
        let aside = temporary(open[0].from)
        result.append(Rename(from: open[0].from, to: aside))
        taken.remove(key(open[0].from))
        taken.insert(key(aside))
        open[0].from = aside
      }
    }
    return result
  }
}
