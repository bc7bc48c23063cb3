/// Parses parameters on a command line.
///
/// `name=value` sets a text, `flag` alone sets `true`, `outer.inner=value` nests, and a repeated name
/// creates a list.
package enum TemplateParameters {
  package static func parse(
    _ items: some Sequence<String>
  ) throws(TemplateParameterError) -> TemplateValue {
    var root = Branch()
    for item in items {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value: TemplateValue = parts.count > 1 ? .string(String(parts[1])) : true
      let path = parts[0].split(separator: ".", omittingEmptySubsequences: false)
      guard !path.contains(""), path.count <= deepest else {
        throw TemplateParameterError(item: item, message: "is not a parameter")
      }
      guard root.add(value, at: path[...]) else {
        throw TemplateParameterError(
          item: item,
          message: "is both a value and a group of values"
        )
      }
    }
    return root.value
  }

  private static let deepest = 32
}

/// A parameter that cannot be parsed.
package struct TemplateParameterError: Error, Sendable, Hashable {
  /// The parameter as it was written.
  package let item: String
  package let message: String
}

extension TemplateValue {
  /// The context of a template, with `param` and `env` added to it.
  ///
  /// Values that a context already has under these names take precedence.
  package func enriched(
    parameters: TemplateValue = .dictionary([]),
    environment: TemplateValue = .dictionary([])
  ) -> TemplateValue {
    var entries: [(String, TemplateValue)] = []
    if case .object(let object) = self {
      entries = object.keys.map { ($0, object.value(forKey: $0) ?? .null) }
    }
    for (key, addition) in [("param", parameters), ("env", environment)] {
      if let index = entries.firstIndex(where: { $0.0 == key }) {
        entries[index].1 = addition.overridden(by: entries[index].1)
      } else {
        entries.append((key, addition))
      }
    }
    return .dictionary(entries)
  }

  /// The entries of two objects; of equal keys, those of the other one.
  private func overridden(by other: TemplateValue) -> TemplateValue {
    guard case .object(let first) = self, case .object(let second) = other else { return other }
    return .dictionary(
      [first, second].flatMap { object in
        object.keys.map { ($0, object.value(forKey: $0) ?? .null) }
      }
    )
  }
}

/// A tree in which parameters are collected.
private struct Branch {
  private enum Item {
    case values([TemplateValue])
    case branch(Branch)
  }

  private var keys: [String] = []
  private var items: [String: Item] = [:]

  /// Adds a value; returns false if a name would be both a value and a group.
  mutating func add(_ value: TemplateValue, at path: ArraySlice<Substring>) -> Bool {
    guard let first = path.first else { return false }
    let key = String(first)
    let rest = path.dropFirst()
    switch items[key] {
    case nil:
      keys.append(key)
      if rest.isEmpty {
        items[key] = .values([value])
        return true
      }
      var branch = Branch()
      let fits = branch.add(value, at: rest)
      items[key] = .branch(branch)
      return fits
    case .values(let values)?:
      items[key] = .values(values + [value])
      return rest.isEmpty
    case .branch(var branch)?:
      let fits = branch.add(value, at: rest)
      items[key] = .branch(branch)
      return fits
    }
  }

  var value: TemplateValue {
    .dictionary(
      keys.map { key in
        switch items[key] {
        case .values(let values)?: (key, values.count == 1 ? values[0] : .array(values))
        case .branch(let branch)?: (key, branch.value)
        case nil: (key, .null)
        }
      }
    )
  }
}
