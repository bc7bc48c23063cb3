import ManagedModel

/// The modules to import according to user info.
enum ImportOption {
  /// The texts between commas, unchecked.
  static func names(in info: UserInfo?) -> [String] {
    guard let text = info?[.imports] else { return [] }
    return text.split(separator: ",").compactMap { part in
      let name = part.drop(while: \.isWhitespace)
      guard let end = name.lastIndex(where: { !$0.isWhitespace }) else { return nil }
      return String(name[...end])
    }
  }

  /// Whether the text is valid in an import: a module, or a part of one.
  static func isModule(_ name: String) -> Bool {
    name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
      SwiftIdentifier(exactly: String($0)) != nil
    }
  }
}

extension Namer {
  /// Checks that user info names valid modules to import.
  mutating func checkImports(in model: Model) {
    for entity in model.entities {
      guard let info = entity.userInfo else { continue }
      let names = ImportOption.names(in: info).filter { !ImportOption.isModule($0) }
      guard !names.isEmpty else { continue }
      let key = UserInfoOption.imports.keys.first { info[$0] != nil }
      let entry = info.entries.last { $0.key == key }
      for name in names {
        append(
          GenerationIssue(
            .badName,
            "'\(name)', which '\(entity.name)' asks to import, is not the name of a module; "
              + "generated code omits it",
            at: entry?.source ?? info.source,
            attribute: "value",
            hint: "names of modules are separated by commas"
          )
        )
      }
    }
  }
}
