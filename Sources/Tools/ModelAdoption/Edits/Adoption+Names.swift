import SwiftSource

// Names that are in other modules on Linux than on Apple's platforms, and imports.

extension Adoption {
  /// The types of the runtime module that are in Foundation on Apple's platforms.
  private static let unqualifiedNames: Set<String> = [
    "ValueTransformer", "NSKeyValueObservation", "NSKeyValueObservedChange",
    "NSKeyValueObservingOptions", "NSValueTransformerName", "NSSecureUnarchiveFromDataTransformer",
    "Selector",
  ]

  /// The types of Foundation whose names programs often use themselves.
  private static let commonNames: Set<String> = [
    "Predicate", "Expression", "SortDescriptor", "SortOrder", "PredicateExpression",
    "PredicateExpressions",
  ]

  mutating func adoptNames(in file: Int) {
    let source = module.files[file].source
    for index in source.tokens.indices where source.is(index, "Foundation") {
      guard !source.isInactiveOnLinux(index), source.is(index + 1, "."),
        !(index > 0 && source.is(index - 1, ".")),
        Self.unqualifiedNames.contains(source.text(index + 2)),
        module.type(source.text(index + 2)) == nil, !source.isImport(index)
      else { continue }
      replace(
        source.range(index...index + 1),
        of: file,
        with: "",
        .names,
        "'\(source.text(index + 2))' is declared by CoreData on Linux, not by Foundation"
      )
    }
    adoptTimes(in: file)
    qualifyNames(in: file)
  }

  /// Names the types and the clock of Core Foundation as Foundation does.
  private mutating func adoptTimes(in file: Int) {
    let source = module.files[file].source
    for index in source.tokens.indices where source.tokens[index].kind == .word {
      let name = source.text(index)
      let isClock = name == "CFAbsoluteTimeGetCurrent"
      guard isClock || name == "CFAbsoluteTime" || name == "CFTimeInterval",
        !source.is(index - 1, "."), !source.isInactiveOnLinux(index), module.type(name) == nil,
        !isClock || source.is(index + 1, "(") && source.is(index + 2, ")")
      else { continue }
      replace(
        source.range(index...(isClock ? index + 2 : index)),
        of: file,
        with: isClock ? "Date.timeIntervalSinceReferenceDate" : "TimeInterval",
        .names,
        "there is no '\(name)' on Linux"
      )
    }
  }

  /// Puts the name of an imported module before types of it that Foundation has too.
  private mutating func qualifyNames(in file: Int) {
    let imports = Set(
      module.files[file].declarations.filter { $0.kind == .import }.map(\.name)
    )
    var owners: [String: String] = [:]
    for name in Self.commonNames {
      guard let type = module.type(name),
        let owner = module.files[type.place.file].importedModule, imports.contains(owner)
      else { continue }
      owners[name] = owner
    }
    guard !owners.isEmpty else { return }
    let source = module.files[file].source
    for index in source.tokens.indices where source.tokens[index].kind == .word {
      guard let owner = owners[source.text(index)], !source.is(index - 1, "."),
        !source.is(index + 1, ":"), !source.isInactiveOnLinux(index)
      else { continue }
      let start = source.tokens[index].range.lowerBound
      let name = source.text(index)
      guard module.types[owner] == nil else {
        report(
          .names,
          at: index,
          of: file,
          "'\(name)' is ambiguous: '\(owner)' and Foundation declare it",
          hint: "import only the type: 'import struct \(owner).\(name)'"
        )
        continue
      }
      replace(
        start..<start,
        of: file,
        with: owner + ".",
        .names,
        "'\(name)' is ambiguous: '\(owner)' and Foundation declare it"
      )
    }
  }

  // MARK: Imports

  mutating func adoptImports(in file: Int) {
    let source = module.files[file].source
    let imports = module.files[file].declarations.filter {
      $0.kind == .import && !source.isInactiveOnLinux($0.keyword)
    }
    let hasFoundation = imports.contains {
      ["Foundation", "CoreData", "XCTest", "FoundationEssentials"].contains($0.name)
    }
    var isFirst = true
    for declaration in imports where isOfApple(declaration.name) {
      let next = declaration.last + 1
      guard source.tokens[declaration.first].beginsLine,
        next >= source.tokens.count || source.tokens[next].beginsLine
      else { continue }
      enclose(
        linesOf: source.range(declaration.first...declaration.last),
        of: file,
        .imports,
        "there is no module '\(declaration.name)' on Linux",
        condition: "#if canImport(\(declaration.name))",
        // User interface modules export Foundation.
        otherwise: isFirst && !hasFoundation ? "import Foundation" : nil
      )
      isFirst = false
    }
  }

  /// Whether a module exists on Apple's platforms only, and is not one of the sources.
  func isOfApple(_ name: String) -> Bool {
    AppleModules.all.contains(name)
      && !module.files.contains { $0.importedModule == name }
  }
}
