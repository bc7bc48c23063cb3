import ModelComparison

/// Orders renames so that no two tables ever share a name: a chain begins at its free end, a cycle goes through a
/// temporary name.
enum RenameSequence {
  struct Rename: Sendable, Hashable {
    var from: String
    var to: String
  }

  /// - Parameters:
  ///   - renames: The renames; unchanged names may be among them.
  ///   - taken: The existing names, including those that are renamed.
  ///   - key: The form in which two names must differ.
  ///   - temporary: Returns a name that is not used before or after.
  /// - Returns: The renames in order.
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
        // A cycle: one name steps aside.
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
