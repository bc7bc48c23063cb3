import SwiftSource

// `let set: NSSet = [a, b]` is a call on both platforms: `NSSet(array: [a, b])`.

extension Adoption {
  /// The classes that an array literal makes with Objective-C alone.
  private static let classes: Set<String> = ["NSSet", "NSMutableSet", "NSCountedSet"]

  mutating func adoptLiterals(in file: Int) {
    let source = module.files[file].source
    for index in source.tokens.indices where source.is(index, "[") {
      guard let end = source.partner(index), end > index, beginsLiteral(index, in: source),
        !source.isInactiveOnLinux(index)
      else { continue }
      if source.is(end + 1, "as"), Self.classes.contains(source.text(end + 2)) {
        adoptLiteral(index...end, source.text(end + 2), through: end + 2, of: file)
      } else if isWhole(end, in: source), let name = className(before: index, of: file) {
        adoptLiteral(index...end, name, through: end, of: file)
      }
    }
  }

  /// Whether a bracket begins a literal, and no subscript.
  private func beginsLiteral(_ bracket: Int, in source: SwiftSourceFile) -> Bool {
    guard bracket > 0, source.isJoined(bracket - 1) else { return true }
    return source.is(bracket - 1, "(") || source.is(bracket - 1, "=")
  }

  /// Whether nothing is done with a literal: a member, a call or a subscript behind it.
  private func isWhole(_ bracket: Int, in source: SwiftSourceFile) -> Bool {
    let next = bracket + 1
    if source.is(next, ".") || source.is(next, "as") || source.is(next, "+") { return false }
    return !(source.isJoined(bracket) && (source.is(next, "(") || source.is(next, "[")))
  }

  /// The class of which a literal is a value: that of the variable before the equals sign, or of the parameter.
  private func className(before bracket: Int, of file: Int) -> String? {
    let source = module.files[file].source
    let sign = bracket - 1
    if source.is(sign, "="), !source.isJoined(sign - 1) {
      var type = sign - 1
      if source.is(type, "?") || source.is(type, "!") { type -= 1 }
      if Self.classes.contains(source.text(type)), source.is(type - 1, ":") {
        return source.text(type)
      }
      // team.players = [a, b]
      guard type == sign - 1, source.tokens[type].kind == .word else { return nil }
      guard source.is(type - 1, ".") else { return nil }
      return setClass(ofMember: source.name(type))
        ?? setClass(ofMember: source.name(type), of: receiver(type - 2, in: file))
    }
    // team.addToPlayers([a, b])
    guard source.is(sign, "("), source.is(sign - 2, "."), source.tokens[sign - 1].kind == .word
    else { return nil }
    return setClass(ofParameterOf: source.name(sign - 1))
  }

  /// The class of all members of a name, if it is one for all of them.
  private func setClass(ofMember name: String) -> String? {
    let places = module.variables.values.compactMap { $0[name] }
    let types = places.compactMap { place in
      let binding = module.declaration(place).bindings.first { $0.name == name }
      return binding?.type.map { module.text($0, in: place.file) }
    }
    return common(types, count: places.count)
  }

  /// The class of a member of a type.
  private func setClass(ofMember name: String, of type: String?) -> String? {
    guard let type, let place = module.variable(name, ofClass: type) else { return nil }
    let binding = module.declaration(place).bindings.first { $0.name == name }
    return common(binding?.type.map { [module.text($0, in: place.file)] } ?? [], count: 1)
  }

  /// The type of a variable, as far as the tokens before its use say: `team: Team`, `team = Team(`.
  private func receiver(_ token: Int, in file: Int) -> String? {
    let source = module.files[file].source
    guard token > 0, source.tokens[token].kind == .word, !source.is(token - 1, ".") else {
      return nil
    }
    let name = source.text(token)
    if name == "self" { return typePath(around: token, of: file) }
    for index in stride(from: token - 1, to: max(token - 2_000, -1), by: -1)
    where source.text(index) == name {
      let isDeclared =
        source.is(index + 1, ":") || source.is(index + 1, "=") && source.is(index + 3, "(")
      guard isDeclared, let type = module.type(source.name(index + 2)) else { continue }
      return type.path
    }
    return nil
  }

  private func setClass(ofParameterOf name: String) -> String? {
    let functions = module.memberFunctions[name] ?? []
    // One of the overloads takes an object, the other one a set of them.
    return functions.compactMap { place in
      module.declaration(place).parameters.first.map { module.text($0.type, in: place.file) }
    }.first { Self.classes.contains($0) }
  }

  private func common(_ types: [String], count: Int) -> String? {
    let names = Set(types.map { $0.filter { $0 != "?" && $0 != "!" } })
    guard types.count == count, names.count == 1, let name = names.first else { return nil }
    return Self.classes.contains(name) ? name : nil
  }

  private mutating func adoptLiteral(
    _ literal: ClosedRange<Int>,
    _ name: String,
    through last: Int,
    of file: Int
  ) {
    let source = module.files[file].source
    let range = source.range(literal)
    let message = "an array literal makes no '\(name)' on Linux"
    replace(
      range.lowerBound..<range.lowerBound,
      of: file,
      with: "\(name)(array: ",
      .literals,
      message
    )
    replace(
      range.upperBound..<source.tokens[last].range.upperBound,
      of: file,
      with: ")",
      .literals,
      at: range.lowerBound,
      message
    )
  }
}
