import SwiftSource

// Key paths whose names are asked for, and are not known on Linux.

extension Adoption {
  /// Reports key paths over several relationships to what every object has, as in
  /// `NSSortDescriptor(keyPath: \Player.team?.club?.objectID, ascending: true)`.
  mutating func reportKeyPathNames(in file: Int) {
    let source = module.files[file].source
    for index in source.tokens.indices where source.is(index, "\\") {
      guard source.is(index - 1, ":"),
        source.is(index - 2, "keyPath") || source.is(index - 2, "forKeyPath"),
        !source.isInactiveOnLinux(index), let names = names(ofKeyPath: index + 1, in: source),
        let root = names.first.flatMap({ module.aliased($0) }), module.isManaged(root)
      else { continue }
      let steps = names.dropFirst()
      guard steps.count > 2, let last = steps.last, Self.commonProperties.contains(last) else {
        continue
      }
      let path = steps.joined(separator: ".")
      report(
        .unavailable,
        at: index,
        of: file,
        "the name of the key path '\\\(names.joined(separator: "."))' is not known on Linux",
        hint: "write the string \"\(path)\", or a predicate with it"
      )
    }
  }

  /// The root and the steps of a key path that begins at a token.
  private func names(ofKeyPath start: Int, in source: SwiftSourceFile) -> [String]? {
    var names: [String] = []
    var next = start
    while source.tokens.indices.contains(next), source.tokens[next].kind == .word {
      names.append(source.name(next))
      next += 1
      while source.is(next, "?") || source.is(next, "!") { next += 1 }
      guard source.is(next, ".") else { break }
      next += 1
    }
    return names.count > 1 ? names : nil
  }
}
