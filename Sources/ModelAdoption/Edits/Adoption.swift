import SwiftSource

/// Edits the sources of a module so that they compile on Linux, and on Apple's platforms as before.
package struct Adoption: Sendable {
  let module: SourceModule
  let rules: Set<AdoptionRule>
  var edits: [[AdoptionEdit]]
  var findings: [[AdoptionFinding]]

  package init(of module: SourceModule, rules: Set<AdoptionRule>) {
    self.module = module
    self.rules = rules
    edits = Array(repeating: [], count: module.files.count)
    findings = Array(repeating: [], count: module.files.count)
    let passes: [(AdoptionRule, (inout Self, Int) -> Void)] = [
      (.keyPaths, { $0.adoptKeyPaths(in: $1) }), (.objectiveC, { $0.adoptAttributes(in: $1) }),
      (.objectiveC, { $0.adoptSelectors(in: $1) }), (.overrides, { $0.adoptOverrides(in: $1) }),
      (.conformances, { $0.adoptConformances(in: $1) }), (.casts, { $0.adoptCasts(in: $1) }),
      (.names, { $0.adoptNames(in: $1) }),
    ]
    for file in module.files.indices where isEditable(file) {
      for (rule, pass) in passes where rules.contains(rule) { pass(&self, file) }
    }
    if rules.contains(.accessors) { adoptAccessors() }
  }

  func isEditable(_ file: Int) -> Bool {
    !module.files[file].isGenerated && module.files[file].source.problems.isEmpty
  }

  /// The files after the edits, in the order of the module.
  package var texts: [AdoptedText] {
    module.files.indices.map { file in
      let source = module.files[file].source
      let sorted = edits[file].enumerated().sorted {
        ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
          < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
      }.map(\.element)
      var bytes: [UInt8] = []
      var position = 0
      for edit in sorted where edit.range.lowerBound >= position {
        bytes += source.bytes[position..<edit.range.lowerBound]
        bytes += Array(edit.replacement.utf8)
        position = edit.range.upperBound
      }
      bytes += source.bytes[position...]
      return AdoptedText(
        path: module.files[file].path,
        bytes: sorted.isEmpty ? source.bytes : bytes,
        edits: sorted,
        findings: findings[file].sorted { $0.offset < $1.offset }
      )
    }
  }

  // MARK: Recording

  mutating func replace(
    _ range: Range<Int>,
    of file: Int,
    with text: String,
    _ rule: AdoptionRule,
    at offset: Int? = nil,
    _ message: String
  ) {
    edits[file].append(
      AdoptionEdit(
        rule: rule,
        range: range,
        replacement: text,
        offset: offset ?? range.lowerBound,
        message: message
      )
    )
  }

  mutating func report(
    _ rule: AdoptionRule,
    at token: Int,
    of file: Int,
    _ message: String,
    hint: String
  ) {
    let offset = module.files[file].source.tokens[token].range.lowerBound
    findings[file].append(
      AdoptionFinding(rule: rule, offset: offset, message: message, hint: hint)
    )
  }

  // MARK: Conditional blocks

  static let condition = "#if canImport(ObjectiveC)"

  /// Puts whole lines into a block that is compiled where there is Objective-C.
  mutating func enclose(
    linesOf range: Range<Int>,
    of file: Int,
    _ rule: AdoptionRule,
    _ message: String
  ) {
    let source = module.files[file].source
    let start = source.startOfLine(at: range.lowerBound)
    let end = source.endOfLine(at: range.upperBound)
    let indent = source.indentation(at: range.lowerBound)
    let lineEnd = source.lineEnding(at: range.lowerBound)
    replace(
      start..<start,
      of: file,
      with: "\(indent)\(Self.condition)\(lineEnd)",
      rule,
      at: range.lowerBound,
      message
    )
    replace(
      end..<end,
      of: file,
      with: "\(lineEnd)\(indent)#endif",
      rule,
      at: range.lowerBound,
      message
    )
  }
}

extension SwiftSourceFile {
  /// The first byte of the line with a byte.
  func startOfLine(at offset: Int) -> Int {
    var start = offset
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    return start
  }

  /// The byte behind the last one of a line, without its end.
  func endOfLine(at offset: Int) -> Int {
    var end = offset
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    return end
  }

  /// The first byte of the line behind the one with a byte.
  func startOfNextLine(at offset: Int) -> Int {
    let end = endOfLine(at: offset)
    guard end < bytes.count else { return end }
    return end + (bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A ? 2 : 1)
  }

  /// The white space at the beginning of the line with a byte.
  func indentation(at offset: Int) -> String {
    let start = startOfLine(at: offset)
    var end = start
    while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
    return text(start..<end)
  }

  /// The end of the line with a byte; of the last line that of the line before.
  func lineEnding(at offset: Int) -> String {
    var end = endOfLine(at: offset)
    if end == bytes.count {
      let start = startOfLine(at: offset)
      guard start > 0 else { return "\n" }
      end = start - 1
      if bytes[end] == 0x0A, end > 0, bytes[end - 1] == 0x0D { end -= 1 }
    }
    if bytes[end] == 0x0A { return "\n" }
    return end + 1 < bytes.count && bytes[end + 1] == 0x0A ? "\r\n" : "\r"
  }

  /// Whether nothing but white space stands between two bytes.
  func isBlank(_ range: Range<Int>) -> Bool {
    bytes[range].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
  }
}
