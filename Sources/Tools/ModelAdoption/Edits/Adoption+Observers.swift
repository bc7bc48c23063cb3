import SwiftSource

// Observers of notifications with a method, which is named by `#selector`: on Linux a closure calls it.

extension Adoption {
  /// A call that observes notifications by a selector.
  struct Observation {
    /// The tokens of the call, including its receiver.
    let call: ClosedRange<Int>

    /// The call on Linux.
    let otherwise: String
  }

  /// The call that observes the notifications on Linux like one with `#selector`; nil if the call does something else.
  ///
  /// - Parameters:
  ///   - selector: The token of `#selector`.
  ///   - file: The index of the file.
  /// - Returns: The call and its replacement.
  func observation(of selector: Int, in file: Int) -> Observation? {
    let source = module.files[file].source
    guard let open = source.opening(around: selector), source.is(open, "("),
      source.is(open - 1, "addObserver"), source.is(open - 2, ".")
    else { return nil }
    let arguments = source.arguments(of: open)
    guard arguments.count == 4, arguments[1].contains(selector),
      source.labels(of: arguments) == ["", "selector", "name", "object"],
      let method = notified(by: selector, of: file),
      let receiver = source.operand(before: open - 2)
    else { return nil }
    let texts = arguments.map { source.text(source.range($0)) }
    guard let end = source.partner(open) else { return nil }
    return Observation(
      call: receiver.lowerBound...end,
      otherwise: "\(source.text(source.range(receiver))).addObserver("
        + "\(texts[0]), \(texts[2]), \(texts[3])) { \(method) }"
    )
  }

  /// A call of the method that `#selector` names, with a notification as the argument.
  private func notified(by selector: Int, of file: Int) -> String? {
    let source = module.files[file].source
    guard let end = source.partner(selector + 1), end > selector + 2 else { return nil }
    let names = (selector + 2..<end).prefix { !source.is($0, "(") }
      .filter { source.tokens[$0].kind == .word }.map { source.name($0) }
    guard let name = names.last else { return nil }
    let places = module.memberFunctions[name] ?? []
    let place = places.first { place in
      module.declaration(place).parameters.count < 2 && !module.declaration(place).isAsynchronous
        && !module.isStatic(place) && !module.declaration(place).isThrowing
    }
    guard let place else {
      return places.isEmpty ? localMethod(name, in: file) : nil
    }
    guard let parameter = module.declaration(place).parameters.first else {
      return "observer, _ in observer.\(name)()"
    }
    let label = parameter.label.map { $0 + ": " } ?? ""
    return call(of: name, label, module.text(parameter.type, in: place.file))
  }

  /// A call of a method with a notification; nil if its parameter is something else.
  private func call(of name: String, _ label: String, _ type: String) -> String? {
    switch type.filter({ $0 != "?" && $0 != "!" }) {
    case "Notification", "Foundation.Notification", "Any": return "$0.\(name)(\(label)$1)"
    case "NSNotification": return "$0.\(name)(\(label)$1 as NSNotification)"
    default: return nil
    }
  }

  /// A call of a method of a class that is declared in the body of a function.
  private func localMethod(_ name: String, in file: Int) -> String? {
    let source = module.files[file].source
    guard let found = localFunctions[file]?[name], let end = source.partner(found + 2) else {
      return nil
    }
    let parameters = source.arguments(of: found + 2)
    guard parameters.count < 2, !source.is(end + 1, "throws"), !source.is(end + 1, "async") else {
      return nil
    }
    guard let parameter = parameters.first else { return "observer, _ in observer.\(name)()" }
    guard let colon = parameter.first(where: { source.is($0, ":") }), colon > parameter.lowerBound,
      colon < parameter.upperBound
    else { return nil }
    let label = source.name(parameter.lowerBound)
    let type = source.text(source.range(colon + 1...parameter.upperBound))
    return call(of: name, label == "_" ? "" : label + ": ", type)
  }

  /// Adds the removal of observers with closures after each call by which an object removes itself as an observer.
  mutating func adoptEndsOfObservations(in file: Int) {
    let source = module.files[file].source
    for index in source.tokens.indices where source.is(index, "removeObserver") {
      guard !source.isInactiveOnLinux(index), source.is(index - 1, "."), source.is(index + 1, "("),
        source.isJoined(index), let receiver = source.operand(before: index - 1)
      else { continue }
      let arguments = source.arguments(of: index + 1)
      let labels = source.labels(of: arguments)
      guard let first = arguments.first, first.count == 1, source.is(first.lowerBound, "self"),
        labels == [""] || labels == ["", "name", "object"],
        observesByMethod(in: file, around: index),
        let end = source.partner(index + 1)
      else { continue }
      let texts = ["methodsOf: self"] + arguments.dropFirst().map { source.text(source.range($0)) }
      enclose(
        statement: receiver.lowerBound...end,
        of: file,
        "'removeObserver(self)' does not end the observations of the object's methods on Linux",
        otherwise:
          "\(source.text(source.range(receiver))).removeObserver(\(texts.joined(separator: ", ")))"
      )
    }
  }

  /// Puts a statement into a conditional block: one on lines of its own, or the only one of a body on one line.
  ///
  /// - Parameters:
  ///   - statement: The tokens.
  ///   - file: The index of the file.
  ///   - message: The reason.
  ///   - otherwise: The statement on Linux.
  /// - Returns: Whether it is such a statement.
  @discardableResult
  mutating func enclose(
    statement: ClosedRange<Int>,
    of file: Int,
    _ message: String,
    otherwise: String?
  ) -> Bool {
    let source = module.files[file].source
    let range = source.range(statement)
    let (last, next) = (statement.lowerBound - 1, statement.upperBound + 1)
    let isLast = next >= source.tokens.count || source.tokens[next].beginsLine
    if source.tokens[statement.lowerBound].beginsLine, isLast {
      enclose(linesOf: range, of: file, .objectiveC, message, otherwise: otherwise)
      return true
    }
    guard source.is(last, "{"), source.is(next, "}") else { return false }
    let indent = source.indentation(at: range.lowerBound)
    let lineEnd = source.lineEnding(at: range.lowerBound)
    let inner = lineEnd + indent + (indent.hasPrefix("\t") ? "\t" : "  ")
    replace(
      Int(source.tokens[last].end)..<range.lowerBound,
      of: file,
      with: ["", Self.condition, ""].joined(separator: inner),
      .objectiveC,
      at: range.lowerBound,
      message
    )
    replace(
      range.upperBound..<Int(source.tokens[next].start),
      of: file,
      with: (["", otherwise == nil ? nil : "#else", otherwise, "#endif"].compactMap { $0 })
        .joined(separator: inner) + lineEnd + indent,
      .objectiveC,
      at: range.lowerBound,
      message
    )
    return true
  }

  /// Whether the type around a token observes notifications by a method.
  private func observesByMethod(in file: Int, around token: Int) -> Bool {
    let type = typePath(around: token, of: file)
    return !type.isEmpty && methodObservers.contains(type)
  }

  /// The tokens of the functions of files with `#selector`, also of those in bodies of others, by their names.
  func functionsOfFilesWithSelectors() -> [Int: [String: Int]] {
    var functions: [Int: [String: Int]] = [:]
    for (file, adopted) in module.files.enumerated() where isEditable(file) {
      let source = adopted.source
      guard source.tokens.indices.contains(where: { source.is($0, "#selector") }) else { continue }
      var names: [String: Int] = [:]
      for index in source.tokens.indices where source.is(index, "func") && source.is(index + 2, "(")
      {
        let name = source.name(index + 1)
        if names[name] == nil { names[name] = index }
      }
      functions[file] = names
    }
    return functions
  }

  /// The types with calls of `addObserver(_:selector:name:object:)`, by their names.
  func typesThatObserveByMethods() -> Set<String> {
    var types: Set<String> = []
    for (file, adopted) in module.files.enumerated() where isEditable(file) {
      let source = adopted.source
      for index in source.tokens.indices where source.is(index, "#selector") {
        guard let open = source.opening(around: index), source.is(open - 1, "addObserver") else {
          continue
        }
        types.insert(typePath(around: index, of: file))
      }
    }
    return types
  }
}

extension SwiftSourceFile {
  /// The labels of arguments; empty texts for those without.
  fileprivate func labels(of arguments: [ClosedRange<Int>]) -> [String] {
    arguments.map { argument in
      argument.count > 2 && self.is(argument.lowerBound + 1, ":") ? name(argument.lowerBound) : ""
    }
  }
}
