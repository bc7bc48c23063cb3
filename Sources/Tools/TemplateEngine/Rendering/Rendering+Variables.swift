extension Rendering {
  /// The value of a path.
  ///
  /// A missing value is `.null`, except that of a subscript, which is an error.
  func value(at path: Variable) throws -> TemplateValue {
    if path.special != .none, let value = try specialValue(at: path) { return value }
    guard var value = scopes.place(of: path.head)?.pointee else {
      if let value = try labelledLoop(path) { return value }
      if !path.mayBeUnknown, path.special == .none, !scopes.hasObjects { noteUnknownName(of: path) }
      // Null has no parts, but its subscripts must have values nevertheless.
      return try path.steps.reduce(.null) { try self.value(of: $1, in: $0, path.head.text) }
    }
    for index in path.steps.indices {
      let part = try self.value(of: path.steps[index], in: value, path.head.text)
      if part.isNull, !path.mayBeUnknown { noteUnknownPart(index, of: path, in: value) }
      value = part
    }
    return value
  }

  /// A part of a value; the name is for messages.
  func value(
    of step: PathStep,
    in value: TemplateValue,
    _ name: String
  ) throws -> TemplateValue {
    var value = value
    switch step {
    case .key(let key, let index):
      if let part = withUnsafeMutablePointer(to: &value, { parts.place(of: key, in: $0)?.pointee })
      {
        return part
      }
      return try part(key.text, index: index, of: value)
    case .subscripted(let expression, let spot):
      let inner = try expression.evaluate(in: self)
      guard !inner.isNull else {
        throw failure(
          .value,
          "the subscript of '\(name)' has no value",
          at: spot,
          hint: "does the variable in the brackets exist?"
        )
      }
      let key = TemplateKey(try text(of: inner, at: spot))
      if case .object(let object) = value, let part = object.value(forKey: key) { return part }
      return try part(key.text, index: Int(key.text), of: value)
    }
  }

  /// The built-in parts of arrays, strings and objects, in addition to the keys of an object.
  private func part(
    _ key: String,
    index: Int?,
    of value: TemplateValue
  ) throws -> TemplateValue {
    switch value {
    case .array(let elements):
      if let index { return elements.indices.contains(index) ? elements[index] : .null }
      switch key {
      case "first": return elements.first ?? .null
      case "last": return elements.last ?? .null
      case "count": return .int(elements.count)
      default: return .null
      }
    case .string(let text):
      // Characters are counted one by one.
      try step(text.utf8.count / 64)
      if let index { return character(at: index, of: text) }
      switch key {
      case "first": return .optional(text.first.map(String.init))
      case "last": return .optional(text.last.map(String.init))
      case "count": return .int(text.count)
      default: return .null
      }
    case .object(let object):
      return key == "count" ? .int(object.count) : .null
    case .null, .bool, .int, .double:
      return .null
    }
  }

  private func character(at index: Int, of text: String) -> TemplateValue {
    guard index >= 0,
      let position = text.index(text.startIndex, offsetBy: index, limitedBy: text.endIndex),
      position < text.endIndex
    else { return .null }
    return .string(String(text[position]))
  }
}

// MARK: Variables that the engine answers

extension Rendering {
  private func specialValue(at path: Variable) throws -> TemplateValue? {
    switch path.special {
    case .none: return nil
    case .forloop:
      guard let loop = loops.last else { return nil }
      return try value(at: path, in: loop)
    case .block:
      guard path.steps.count == 1, case .key(let key, _) = path.steps[0] else { return nil }
      return try blockValue(key.text)
    }
  }

  /// A part of the innermost loop.
  func innermostLoop(_ part: LoopState.Part) -> TemplateValue? {
    loops.isEmpty ? nil : loops[loops.count - 1].value(of: part)
  }

  /// `forloop.counter`, `forloop.label.counter`, or `forloop` as a whole.
  private func value(at path: Variable, in loop: LoopState) throws -> TemplateValue {
    var loop = loop
    for (index, step) in path.steps.enumerated() {
      guard case .key(let key, _) = step else { return .null }
      if let value = loop.value(forKey: key.text) {
        return index == path.steps.count - 1 ? value : .null
      }
      guard let outer = loops.last(where: { $0.label == key.text }) else { return .null }
      loop = outer
    }
    return loop.snapshot(outer: loops)
  }

  /// A running loop by its label, which is a variable unless something else has the name.
  private func labelledLoop(_ path: Variable) throws -> TemplateValue? {
    guard let loop = loops.last(where: { $0.label == path.head.text }) else { return nil }
    return try value(at: path, in: loop)
  }
}
