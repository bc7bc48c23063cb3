import SwiftSource

// System logging: statements that log, and the variables that hold loggers, are omitted on Linux.

extension Adoption {
  private static let loggers: Set<String> = ["Logger", "OSLog"]

  private static let levels: Set<String> = [
    "log", "trace", "debug", "info", "notice", "warning", "error", "fault", "critical",
  ]

  /// A variable of the sources that holds a logger.
  private struct LoggerVariable {
    let name: String
    let nameToken: Int
    let file: Int

    /// Whether it is private to its file.
    let isPrivate: Bool

    /// The declaration, or the extension of the logger's type around it.
    let tokens: ClosedRange<Int>
  }

  /// The declarations and statements that only log, for each file.
  ///
  /// A logger with another use, such as one that is passed on, stays as it is, and is reported.
  func statementsOfLogs() -> [[ClosedRange<Int>]] {
    var result = Array(repeating: [ClosedRange<Int>](), count: module.files.count)
    let variables = module.files.indices.filter(isEditable).flatMap(loggerVariables)
    // A private variable shadows others of the name in its file.
    let groups = Dictionary(grouping: variables) { [$0.name, $0.isPrivate ? "\($0.file)" : ""] }
    for group in groups.values {
      let declared = Set(
        variables.filter { $0.name == group[0].name }.map { [$0.file, $0.nameToken] }
      )
      guard let statements = statements(loggingTo: group, among: declared) else { continue }
      for variable in group { result[variable.file].append(variable.tokens) }
      for (file, found) in statements { result[file] += found }
    }
    for file in module.files.indices where isEditable(file) {
      let source = module.files[file].source
      for index in source.tokens.indices where source.is(index, "os_log") {
        guard !source.isInactiveOnLinux(index),
          let statement = statement(around: index, in: source), isLog(statement, nil, in: source)
        else { continue }
        result[file].append(statement)
      }
    }
    return result.map { Array(Set($0)).sorted { $0.lowerBound < $1.lowerBound } }
  }

  private func loggerVariables(of file: Int) -> [LoggerVariable] {
    let source = module.files[file].source
    let declarations = module.files[file].declarations
    return source.tokens.indices.compactMap { index in
      guard Self.loggers.contains(source.text(index)), source.is(index + 1, "("),
        source.is(index + 2, "subsystem") || source.is(index + 2, ")"), source.is(index - 1, "="),
        module.types[source.text(index)] == nil, !source.isInactiveOnLinux(index),
        let end = source.partner(index + 1),
        let declaration = declarations.last(where: {
          $0.first < index && [.variable, .constant].contains($0.kind)
        }), declaration.bindings.count == 1, let binding = declaration.bindings.first,
        binding.nameToken < index, binding.accessors == nil
      else { return nil }
      var tokens = declaration.first...end
      if let parent = declaration.parent.map({ declarations[$0] }), parent.kind == .extension,
        Self.loggers.contains(parent.name), let body = parent.body
      {
        tokens = parent.first...body.upperBound
      }
      guard isOnOwnLines(tokens, in: source) else { return nil }
      return LoggerVariable(
        name: binding.name,
        nameToken: binding.nameToken,
        file: file,
        isPrivate: module.isPrivate(declaration, in: file),
        tokens: tokens
      )
    }
  }

  private func isOnOwnLines(_ tokens: ClosedRange<Int>, in source: SwiftSourceFile) -> Bool {
    let next = tokens.upperBound + 1
    return source.tokens[tokens.lowerBound].beginsLine
      && (next >= source.tokens.count || source.tokens[next].beginsLine)
  }

  /// Finds the statements that write to loggers of one name; nil if the name has another use.
  ///
  /// - Parameters:
  ///   - variables: The loggers.
  ///   - declared: The files and the tokens of all loggers of the name.
  /// - Returns: The statements of each file.
  private func statements(
    loggingTo variables: [LoggerVariable],
    among declared: Set<[Int]>
  ) -> [(file: Int, statements: [ClosedRange<Int>])]? {
    guard let first = variables.first else { return nil }
    let name = first.name
    let others = owners(of: name, besides: declared)
    var result: [(file: Int, statements: [ClosedRange<Int>])] = []
    for file in first.isPrivate ? first.file..<first.file + 1 : module.files.indices {
      let source = module.files[file].source
      var found: [ClosedRange<Int>] = []
      for index in source.tokens.indices
      where source.tokens[index].kind == .word && source.text(index) == name {
        if declared.contains([file, index]) || source.isInactiveOnLinux(index) { continue }
        if isLabel(index, in: source) || isPartOfImport(index, in: source) { continue }
        if isEditable(file), let statement = statement(around: index, in: source),
          isLog(statement, name, in: source)
        {
          found.append(statement)
        } else if !isMember(index, of: others, in: file) {
          return nil
        }
      }
      result.append((file, found))
    }
    return result
  }

  /// The types that have a variable of a name other than some declared ones.
  private func owners(of name: String, besides declared: Set<[Int]>) -> Set<String> {
    let owners = (module.owners[name] ?? []).filter { owner in
      guard let place = module.variables[owner]?[name] else { return false }
      return !module.declaration(place).bindings.contains {
        declared.contains([place.file, $0.nameToken])
      }
    }
    return Set(owners)
  }

  /// Whether a name may refer to a variable in one of some types.
  private func isMember(_ token: Int, of owners: Set<String>, in file: Int) -> Bool {
    guard !owners.isEmpty else { return false }
    let source = module.files[file].source
    let isOwn = source.is(token - 2, "self") || source.is(token - 3, "self")
    if source.is(token - 1, "."), !isOwn { return true }
    return owners.contains(typePath(around: token, of: file))
  }

  private func isLabel(_ token: Int, in source: SwiftSourceFile) -> Bool {
    source.is(token + 1, ":") && (source.is(token - 1, "(") || source.is(token - 1, ","))
  }

  /// Whether a token is that of a module inside of another one, as in `import os.log`.
  private func isPartOfImport(_ token: Int, in source: SwiftSourceFile) -> Bool {
    source.is(token - 1, ".") && source.is(token - 3, "import")
  }

  /// Whether a statement only logs: to the logger of a name, or with `os_log`.
  private func isLog(
    _ statement: ClosedRange<Int>,
    _ name: String?,
    in source: SwiftSourceFile
  ) -> Bool {
    // A case of a switch needs a statement.
    let next = statement.upperBound + 1
    if source.is(statement.lowerBound - 1, ":"),
      source.is(next, "case") || source.is(next, "default") || source.is(next, "}")
    {
      return false
    }
    var index = statement.lowerBound
    var words: [String] = []
    while index < statement.upperBound, !source.is(index, "(") {
      if source.tokens[index].kind == .word { words.append(source.text(index)) }
      index += 1
    }
    guard source.partner(index) == statement.upperBound else { return false }
    if words == ["os_log"] { return true }
    guard let name, let level = words.popLast(), words.last == name else { return false }
    return Self.levels.contains(level)
  }

  mutating func adoptLogs(in file: Int) {
    let source = module.files[file].source
    for tokens in logs[file] {
      enclose(
        linesOf: source.range(tokens),
        of: file,
        .objectiveC,
        "the system log does not exist on Linux"
      )
    }
  }

  /// Whether a token is in logging code that is omitted on Linux.
  func isInLog(_ token: Int, of file: Int) -> Bool {
    logs[file].contains { $0.contains(token) }
  }
}
