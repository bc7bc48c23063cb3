import SwiftSource

// Classes that are looked up by their Objective-C names.

extension Adoption {
  private static let hint =
    "on Linux a class is found by its module and its name, as in \"Kit.Team\": use that name, or "
    + "write 'Team.self'"

  mutating func adoptClassNames(in file: Int) {
    let source = module.files[file].source
    for index in source.tokens.indices where source.is(index, "NSClassFromString") {
      guard source.is(index + 1, "("), let end = source.partner(index + 1),
        !source.isInactiveOnLinux(index), !source.is(index - 1, "func"), end > index + 2
      else { continue }
      if adoptNameOfEntity(before: end, of: index, in: file) { continue }
      let classes = classesByObjectiveCNames
      guard end == index + 3, let name = source.literal(index + 2) else {
        reportClassName(index, arguments: index + 2...end - 1, classes, in: file)
        continue
      }
      if let type = classes[name] {
        adoptClassName(index...end, name, of: type, in: file)
      } else if name.hasPrefix("_Tt") {
        report(
          .unavailable,
          at: index,
          of: file,
          "'NSClassFromString' does not know the names of Objective-C for classes of Swift on Linux",
          hint: Self.hint
        )
      } else if name.hasPrefix("XC"), !name.contains(".") {
        report(
          .unavailable,
          at: index,
          of: file,
          "'NSClassFromString(\"\(name)\")' finds no class on Linux",
          hint: "also try 'NSClassFromString(\"XCTest.\(name)\")'"
        )
      }
    }
  }

  /// Removes the exclamation mark behind an entity's `managedObjectClassName`: the function for optional names finds
  /// its class.
  ///
  /// - Parameters:
  ///   - end: The closing parenthesis of a call.
  ///   - call: The function's name.
  ///   - file: The index of the file.
  /// - Returns: Whether the argument is the name in an entity.
  private mutating func adoptNameOfEntity(before end: Int, of call: Int, in file: Int) -> Bool {
    let source = module.files[file].source
    guard !source.is(call - 1, ".") else { return false }
    if source.is(end - 1, "managedObjectClassName") { return true }
    guard source.is(end - 1, "!"), source.is(end - 2, "managedObjectClassName") else {
      return false
    }
    replace(
      source.range(end - 1...end - 1),
      of: file,
      with: "",
      .objectiveC,
      "'NSClassFromString' finds the class of an entity on Linux if its name is optional"
    )
    return true
  }

  /// Reports names of private classes, which no other file can refer to on Linux.
  mutating func reportPrivateClassNames() {
    for type in module.types.values.sorted(by: { $0.path < $1.path })
    where type.kind == .class && isEditable(type.place.file) && module.isManaged(type.path) {
      let declaration = module.declaration(type.place)
      guard !module.isInactive(type.place), module.isHidden(type.path),
        let name = module.objectiveCName(of: type.place), name != declaration.name
      else { continue }
      report(
        .unavailable,
        at: declaration.nameToken,
        of: type.place.file,
        "a model does not find the private class '\(declaration.name)' as '\(name)' on Linux",
        hint: "make the class internal, or give it the name '\(declaration.name)' in the model"
      )
    }
  }

  /// Replaces the string with a class name by the class itself.
  private mutating func adoptClassName(
    _ call: ClosedRange<Int>,
    _ name: String,
    of type: SourceType,
    in file: Int
  ) {
    let source = module.files[file].source
    var first = call.lowerBound
    if first > 1, source.is(first - 1, ".") {
      guard source.is(first - 2, "Foundation") else { return }
      first -= 2
    }
    let message = "'@objc(\(name))' names the class '\(type.path)' for Objective-C alone"
    guard type.place.file == file || !module.isHidden(type.path) else {
      return report(
        .objectiveC,
        at: call.lowerBound,
        of: file,
        message,
        hint: "the class is private to another file: make it internal"
      )
    }
    replace(
      source.range(first...call.upperBound),
      of: file,
      with: "(\(type.path).self as AnyClass?)",
      .objectiveC,
      message
    )
  }

  /// Reports a computed name that may be an Objective-C name.
  private mutating func reportClassName(
    _ index: Int,
    arguments: ClosedRange<Int>,
    _ classes: [String: SourceType],
    in file: Int
  ) {
    let source = module.files[file].source
    let isOfModel = arguments.contains { source.is($0, "managedObjectClassName") }
    let isComposed = arguments.contains { token in
      source.tokens[token].kind == .string && source.text(token).contains(".")
    }
    guard isOfModel || !classes.isEmpty, !isComposed else { return }
    report(
      .unavailable,
      at: index,
      of: file,
      "'NSClassFromString' does not know the names of '@objc(Name)' and of models on Linux",
      hint: Self.hint
    )
  }
}

extension SourceModule {
  /// The classes of the sources by the names that `@objc(Name)` gives them.
  func classesByObjectiveCNames() -> [String: SourceType] {
    var classes: [String: SourceType] = [:]
    for type in types.values.sorted(by: { $0.path < $1.path })
    where type.kind == .class && !isInactive(type.place) {
      guard let name = objectiveCName(of: type.place), classes[name] == nil else { continue }
      classes[name] = type
    }
    return classes
  }
}

extension SwiftSourceFile {
  /// The text of a single-line string literal without escapes and interpolations; nil for other tokens.
  fileprivate func literal(_ token: Int) -> String? {
    guard tokens.indices.contains(token), tokens[token].kind == .string else { return nil }
    let text = text(token)
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\""), !text.hasPrefix("\"\"\""),
      !text.contains("\\")
    else { return nil }
    return String(text.dropFirst().dropLast())
  }
}
