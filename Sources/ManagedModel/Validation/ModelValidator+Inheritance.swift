extension ModelValidator {
  /// Parents exist, nobody is their own ancestor, and nothing that is inherited is declared anew.
  mutating func checkInheritance() {
    for entity in resolved.entities {
      checkParent(of: entity)
      checkShadowing(in: entity)
    }
  }

  private mutating func checkParent(of entity: ResolvedEntity) {
    guard let name = entity.entity.parentName, !name.isEmpty, entity.parent == nil else { return }
    if resolved.index(ofEntity: name) == nil {
      report(
        .unknownParent,
        "the parent '\(name)' of '\(entity.name)' is not in the model",
        at: entity.entity.source,
        attribute: "parentEntity",
        hint: suggestion(for: name, among: model.entities.map(\.name))
      )
    } else {
      // Resolution cuts every cycle at each of its members, so a known parent that is missing is one.
      report(
        .inheritanceCycle,
        "'\(entity.name)' is its own ancestor: \(cycle(through: entity))",
        at: entity.entity.source,
        attribute: "parentEntity"
      )
    }
  }

  private func cycle(through entity: ResolvedEntity) -> String {
    var names = [entity.name]
    var next = entity.entity.parentName
    while let name = next, name != entity.name, names.count < 10 {
      names.append(name)
      next = resolved.entity(named: name)?.entity.parentName
    }
    names.append(next == entity.name ? entity.name : "…")
    return names.joined(separator: " → ")
  }

  private mutating func checkShadowing(in entity: ResolvedEntity) {
    guard let parent = entity.parent else { return }
    for property in entity.entity.properties {
      guard
        let inherited = resolved.locate(property.name, in: resolved.entities[parent])
      else { continue }
      let owner = resolved.entities[inherited.entity].name
      report(
        .shadowedProperty,
        "'\(entity.name)' declares '\(property.name)', which it inherits from '\(owner)'",
        at: property.source,
        attribute: "name",
        related: [
          .init(
            message: "the inherited \(resolved.property(at: inherited).kindName) is here",
            source: resolved.property(at: inherited).source
          )
        ]
      )
    }
  }

  /// "did you mean …", where one of the names is nearly the one that was written.
  func suggestion(for name: String, among names: [String]) -> String? {
    let folded = name.lowercased()
    let close =
      names.first { $0.lowercased() == folded }
      ?? names.first {
        abs($0.count - name.count) <= 2 && $0.lowercased().isWithinTwoEdits(of: folded)
      }
    return close.map { "did you mean '\($0)'?" }
  }
}

extension String {
  /// Whether at most two characters must be put in, taken out or replaced to arrive at another text.
  fileprivate func isWithinTwoEdits(of other: String) -> Bool {
    let mine = Array(self)
    let theirs = Array(other)
    var row = Array(0...theirs.count)
    for (line, character) in mine.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (column, candidate) in theirs.enumerated() {
        let replaced = diagonal + (character == candidate ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(replaced, row[column] + 1, diagonal + 1)
      }
    }
    return (row.last ?? 0) <= 2 && Swift.max(mine.count, theirs.count) > 3
  }
}
