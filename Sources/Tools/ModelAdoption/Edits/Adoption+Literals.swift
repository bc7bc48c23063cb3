import ManagedModel
import SwiftSource

// `let set: NSSet = [a, b]` becomes a call on both platforms: `NSSet(array: [a, b])`.

extension Adoption {
  /// The classes that can be written as array literals only with Objective-C.
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

  /// Whether a bracket begins a literal, not a subscript.
  private func beginsLiteral(_ bracket: Int, in source: SwiftSourceFile) -> Bool {
    guard bracket > 0, source.isJoined(bracket - 1) else { return true }
    return ["(", "=", ",", ":", "{"].contains(source.text(bracket - 1))
  }

  /// Whether no member, call or subscript follows a literal.
  private func isWhole(_ bracket: Int, in source: SwiftSourceFile) -> Bool {
    let next = bracket + 1
    if source.is(next, ".") || source.is(next, "as") || source.is(next, "+") { return false }
    return !(source.isJoined(bracket) && (source.is(next, "(") || source.is(next, "[")))
  }

  /// The class of a literal: that of the variable before the equals sign, of the parameter, of the
  /// value with which it is compared, or of the result.
  private func className(before bracket: Int, of file: Int) -> String? {
    let source = module.files[file].source
    let sign = bracket - 1
    if source.is(sign, "="), source.isJoined(sign - 1), ["=", "!"].contains(source.text(sign - 1)) {
      return source.operand(before: sign - 1).flatMap { setClass(of: $0, in: file) }
    }
    if source.is(sign, "="), !source.isJoined(sign - 1) {
      var type = sign - 1
      if source.is(type, "?") || source.is(type, "!") { type -= 1 }
      if Self.classes.contains(source.text(type)), source.is(type - 1, ":") {
        return source.text(type)
      }
      // team.players = [a, b]
      guard type == sign - 1, source.tokens[type].kind == .word, source.is(type - 1, ".") else {
        return nil
      }
      return setClass(of: type...type, in: file)
    }
    if source.is(sign, "return") || source.is(sign, "{") {
      return setClass(ofResultAround: bracket, in: file)
    }
    return setClass(ofArgument: bracket, in: file)
  }

  /// The class of an expression that ends with the name of a member: `team.players`, `team?.players!`.
  private func setClass(of expression: ClosedRange<Int>, in file: Int) -> String? {
    let source = module.files[file].source
    var last = expression.upperBound
    while last > 0, source.is(last, "!") || source.is(last, "?") { last -= 1 }
    guard source.tokens[last].kind == .word else { return nil }
    let name = source.name(last)
    guard source.is(last - 1, ".") else {
      return setClass(ofMember: name, of: typePath(around: last, of: file))
    }
    return setClass(ofMember: name) ?? setClass(ofMember: name, of: receiver(last - 2, in: file))
  }

  /// The result class of the function or variable whose body directly contains a literal.
  private func setClass(ofResultAround bracket: Int, in file: Int) -> String? {
    let source = module.files[file].source
    let brace =
      source.is(bracket - 1, "{") ? bracket - 1 : source.opening(around: bracket - 1)
    guard let brace, source.is(brace, "{"), let index = indexOfDeclaration(before: brace, in: file)
    else { return nil }
    let declaration = module.files[file].declarations[index]
    guard
      declaration.body?.lowerBound == brace
        || declaration.bindings.contains(where: { $0.accessors?.lowerBound == brace })
    else { return nil }
    let type = declaration.kind == .function ? declaration.result : declaration.bindings.first?.type
    return common(type.map { [module.text($0, in: file)] } ?? [], count: 1)
  }

  private static let comparisons: Set<String> = ["XCTAssertEqual", "XCTAssertNotEqual"]

  /// The class of the parameter for which a literal is the argument.
  private func setClass(ofArgument bracket: Int, in file: Int) -> String? {
    let source = module.files[file].source
    let isLabeled = source.is(bracket - 1, ":")
    guard isLabeled || source.is(bracket - 1, "(") || source.is(bracket - 1, ","),
      let open = source.opening(around: bracket), source.is(open, "("), open > 0,
      source.isJoined(open - 1), source.tokens[open - 1].kind == .word
    else { return nil }
    let name = source.name(open - 1)
    guard Self.comparisons.contains(name) || module.memberFunctions[name] != nil else {
      return isLabeled || !source.is(bracket - 1, "(") ? nil : setClass(ofFunction: name)
    }
    let arguments = source.arguments(of: open)
    guard let index = arguments.firstIndex(where: { $0.contains(bracket) }) else { return nil }
    if Self.comparisons.contains(name) {
      return index < 2 && arguments.count > 1 ? setClass(of: arguments[1 - index], in: file) : nil
    }
    let label = isLabeled ? source.name(bracket - 2) : nil
    // One of the overloads takes an object, the other one a set of them.
    return (module.memberFunctions[name] ?? []).lazy.compactMap { place -> String? in
      let parameters = module.declaration(place).parameters
      guard parameters.indices.contains(index), parameters[index].label == label else { return nil }
      return common([module.text(parameters[index].type, in: place.file)], count: 1)
    }.first
  }

  /// The class of all members with a name, if it is the same for all of them.
  private func setClass(ofMember name: String) -> String? {
    let places = module.variables.values.compactMap { $0[name] }
    let types = places.compactMap { place in
      let binding = module.declaration(place).bindings.first { $0.name == name }
      return binding?.type.map { module.text($0, in: place.file) }
    }
    let generated = generatedSets[name] ?? []
    return common(types + generated, count: places.count + generated.count)
  }

  /// The class of the parameter of a generated function such as `addToPlayers(_:)`.
  private func setClass(ofFunction name: String) -> String? {
    for prefix in ["addTo", "removeFrom"] where name.hasPrefix(prefix) {
      let stem = name.dropFirst(prefix.count)
      let property = stem.prefix(1).lowercased() + stem.dropFirst()
      let types = generatedSets[property] ?? generatedSets[String(stem)] ?? []
      return common(Array(types), count: types.count)
    }
    return nil
  }

  /// The class of a member of a type.
  private func setClass(ofMember name: String, of type: String?) -> String? {
    guard let type else { return nil }
    guard let place = module.variable(name, ofClass: type) else {
      return isGeneratedSet(name, ofClass: type) ? "NSSet" : nil
    }
    let binding = module.declaration(place).bindings.first { $0.name == name }
    return common(binding?.type.map { [module.text($0, in: place.file)] } ?? [], count: 1)
  }

  /// Whether a class that Xcode generates has an unordered to-many relationship.
  private func isGeneratedSet(_ name: String, ofClass path: String) -> Bool {
    guard generatedSets[name]?.contains("NSSet") == true, let index = module.entity(ofClass: path)
    else { return false }
    let model = module.model(of: index)
    let found = model.locate(name, in: module.resolved(index))
    let relationship = found.flatMap {
      model.entities[$0.entity].entity.properties[$0.property].relationship
    }
    return relationship.map { $0.isToMany && !$0.isOrdered } ?? false
  }

  /// The type of a variable, as far as the preceding tokens show it: `team: Team`, `team = Team(`.
  private func receiver(_ token: Int, in file: Int) -> String? {
    let source = module.files[file].source
    guard token > 0, source.tokens[token].kind == .word, !source.is(token - 1, ".") else {
      return nil
    }
    let name = source.text(token)
    let context = typePath(around: token, of: file)
    if name == "self" { return context }
    for index in stride(from: token - 1, to: max(token - 2_000, -1), by: -1)
    where source.text(index) == name {
      let isDeclared =
        source.is(index + 1, ":") || source.is(index + 1, "=") && source.is(index + 3, "(")
      guard isDeclared else { continue }
      let name = source.name(index + 2)
      if let type = module.type(name, in: context) { return type.path }
      if module.entity(ofClass: name) != nil { return name }
    }
    return nil
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
    let message = "an array literal cannot create '\(name)' on Linux"
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

extension SwiftSourceFile {
  /// The tokens of the arguments in a list, with their labels.
  func arguments(of open: Int) -> [ClosedRange<Int>] {
    guard let end = partner(open), end > open + 1 else { return [] }
    var arguments: [ClosedRange<Int>] = []
    var start = open + 1
    var index = start
    while index < end {
      if self.is(index, ",") {
        if start < index { arguments.append(start...index - 1) }
        start = index + 1
      }
      index = (partner(index).map { max($0, index) } ?? index) + 1
    }
    if start < end { arguments.append(start...end - 1) }
    return arguments
  }
}
