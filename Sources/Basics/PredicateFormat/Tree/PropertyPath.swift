/// A key path: `master.pets.@count`, `$page.title`, `%K.name`.
package struct PropertyPath: Sendable, Hashable {
  /// The base of the path; nil for the evaluated object when `SELF.` is implicit.
  package var base: Expression?

  package var components: [Component]

  /// The position in the text.
  ///
  /// It does not take part in equality.
  package var position: TextPosition

  package init(
    base: Expression? = nil,
    _ components: [Component],
    position: TextPosition = .none
  ) {
    self.base = base
    self.components = components
    self.position = position
  }

  /// A path of keys and collection operators, spelled `a.b.@count`.
  package init(keys text: String) {
    self.init(Component.components(of: text))
  }

  package enum Component: Sendable, Hashable {
    case key(String)

    /// `@count`, `@sum`; the name is without `@`.
    case collectionOperator(String)

    /// `%K`
    case argument(FormatArgument)

    /// The components of a dotted path, such as the value of a `%K` argument.
    package static func components(of path: String) -> [Component] {
      // Most paths are a single key; splitting one takes many times as long.
      if !path.isEmpty,
        !path.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "@") })
      {
        return [.key(path)]
      }
      return path.split(separator: ".").map { part in
        part.first == "@" && part.count > 1
          ? .collectionOperator(String(part.dropFirst()))
          : .key(String(part))
      }
    }
  }
}

extension PropertyPath {
  /// The dotted keys of a path that starts at the evaluated object and has no arguments; nil for other paths.
  package var dottedKeys: String? {
    guard base == nil || base == .evaluatedObject else { return nil }
    var words: [String] = []
    for component in components {
      switch component {
      case .key(let key): words.append(key)
      case .collectionOperator(let name): words.append("@" + name)
      case .argument: return nil
      }
    }
    return words.joined(separator: ".")
  }
}
