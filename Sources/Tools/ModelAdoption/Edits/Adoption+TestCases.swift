import SwiftSource

// Test cases: on Apple's platforms they are objects of Foundation, and measure more than time.

extension Adoption {
  /// The protocols of the runtime module that only objects of Foundation conform to.
  private static let protocolsOfObjects: Set<String> = [
    "NSObjectProtocol", "NSFetchedResultsControllerDelegate",
  ]

  /// The members that conforming objects need, and their declarations.
  private static let members: [(name: String, text: String)] = [
    ("isEqual", "func isEqual(_ object: Any?) -> Bool { self === object as AnyObject }"),
    ("hash", "var hash: Int { ObjectIdentifier(self).hashValue }"),
    ("self", "func `self`() -> Self { self }"), ("isProxy", "func isProxy() -> Bool { false }"),
    ("description", "var description: String { name }"),
    ("debugDescription", "var debugDescription: String { name }"),
  ]

  mutating func adoptTestCases(in file: Int) {
    var lines: [String] = []
    var offset: Int?
    for (index, declaration) in module.files[file].declarations.enumerated()
    where declaration.kind == .class
      && !module.files[file].source.isInactiveOnLinux(declaration.keyword)
    {
      let path = module.path(of: DeclarationPlace(file: file, index: index))
      guard module.rootClass(of: path) == "XCTestCase", needsObjects(path),
        module.lineage(of: path).dropFirst().allSatisfy({ !needsObjects($0) })
      else { continue }
      let isPublic = ["public", "open"].contains(declaration.writtenAccess)
      offset = offset ?? module.files[file].source.tokens[declaration.keyword].range.lowerBound
      lines.append("extension \(path): NSObjectProtocol {")
      for member in Self.members
      where module.variables[path]?[member.name] == nil
        && !(module.memberFunctions[member.name] ?? []).contains(where: {
          module.ownerPath(of: $0) == path
        })
      {
        lines.append("  \(isPublic ? "public " : "")\(member.text)")
      }
      lines.append("}")
    }
    guard let offset else { return }
    append(
      linesForLinux: lines,
      to: file,
      at: offset,
      "test cases are objects of Foundation only with Objective-C"
    )
  }

  /// Whether a class conforms to a protocol of objects, and not to NSObjectProtocol by itself.
  private func needsObjects(_ path: String) -> Bool {
    var waiting = inheritedNames[path] ?? []
    if waiting.contains("NSObjectProtocol") { return false }
    var seen: Set<String> = []
    while let name = waiting.popLast() {
      guard seen.insert(name).inserted else { continue }
      if Self.protocolsOfObjects.contains(name) { return true }
      let found = module.aliased(name, in: path) ?? name
      if module.type(found)?.kind == .protocol { waiting += inheritedNames[found] ?? [] }
    }
    return false
  }

  // MARK: Measuring

  private static let metrics: Set<String> = [
    "XCTClockMetric", "XCTCPUMetric", "XCTMemoryMetric", "XCTStorageMetric",
  ]

  /// Adds a function that measures the time to files that call `measure(metrics:)`.
  mutating func adoptMetrics(in file: Int) {
    let source = module.files[file].source
    var used: Set<String> = []
    var offset: Int?
    for token in source.tokens.indices where source.is(token, "measure") {
      guard source.is(token + 1, "("), !source.isInactiveOnLinux(token),
        source.is(token + 2, "metrics"), source.is(token + 3, ":"), source.is(token + 4, "["),
        let end = source.partner(token + 4),
        source.is(end + 1, ")") || source.is(end + 2, "block")
      else { continue }
      let words = (token + 5..<end).filter { source.tokens[$0].kind == .word }
      guard words.allSatisfy({ Self.metrics.contains(source.text($0)) && source.is($0 + 2, ")") })
      else { continue }
      offset = offset ?? source.tokens[token].range.lowerBound
      for word in words {
        used.insert(source.text(word))
        handledNames.insert([file, word])
      }
    }
    let isDeclared = (module.memberFunctions["measure"] ?? []).contains { $0.file == file }
    guard let offset, !isDeclared else { return }
    let types = used.sorted().map { "private struct \($0): XCTMetric {}" }
    let function = [
      "extension XCTestCase {",
      "  /// Measures the time of a block: there are no other metrics on Linux.",
      "  fileprivate func measure(metrics: [any XCTMetric], block: () -> Void) { measure(block: block) }",
      "}",
    ]
    append(
      linesForLinux: ["private protocol XCTMetric {}"] + types + function,
      to: file,
      at: offset,
      "the function that measures time"
    )
  }
}
