import SwiftSource

/// Edits the sources of a module so that they compile on Linux, and unchanged on Apple's platforms.
package struct Adoption: Sendable {
  /// The module; what is put into conditional blocks because of a framework counts as inactive on Linux.
  internal private(set) var module: SourceModule
  let rules: Set<AdoptionRule>

  /// The models in whose files the code generation of an entity can be changed, by their indices in the module.
  let editableModels: Set<Int>

  /// The classes written in place of generated ones, by name.
  var newClasses: [String: NewClass] = [:]

  /// The names of the optional requirements that get an implementation.
  private(set) var optionalRequirements: Set<String> = []

  /// The functions that are optional requirements, by their names.
  private(set) var optionalFunctions: [String: [DeclarationPlace]] = [:]

  /// The overrides of `observeValue` that get another name on Linux, by the paths of their classes.
  private(set) var observingMethods: [String: DeclarationPlace] = [:]

  /// The observed variables of classes that are not managed, by the paths of the classes.
  private(set) var observedVariables: [String: [DeclarationPlace]] = [:]

  /// The variables that are optional requirements, by their names.
  private(set) var optionalVariables: [String: [DeclarationPlace]] = [:]

  /// The names of the inherited types of types, by the paths of these.
  private(set) var inheritedNames: [String: [String]] = [:]

  /// The types that observe notifications by a method, which needs a closure on Linux.
  private(set) var methodObservers: Set<String> = []

  /// The declarations and statements that only log, for each file.
  private(set) var logs: [[ClosedRange<Int>]]

  /// The classes of the sources by the names that `@objc(Name)` gives them.
  lazy var classesByObjectiveCNames = module.classesByObjectiveCNames()

  /// The types of to-many relationships of generated classes, by their names.
  private(set) var generatedSets: [String: Set<String>] = [:]

  /// The tokens of functions by their names, in files where observers name methods.
  private(set) var localFunctions: [Int: [String: Int]] = [:]

  /// The overrides in the sources, by the full names of the members.
  private(set) var overrides: [String: [DeclarationPlace]] = [:]

  /// The modules imported into files together with moved members.
  var addedImports: [Int: Set<String>] = [:]

  /// The overrides of members that are missing on Linux.
  var missingOverrides: Set<DeclarationPlace> = []

  /// The entities whose classes are now declared in the sources, by the indices of their models: their code generation
  /// becomes Category/Extension.
  package internal(set) var categoryEntities: [Int: [String]] = [:]
  /// The files and tokens of names that Linux lacks, but need no report.
  var handledNames: Set<[Int]> = []
  var edits: [[AdoptionEdit]]
  var findings: [[AdoptionFinding]]

  /// The edits in moved texts, which have been applied to them already.
  private var movedEdits: [[AdoptionEdit]]
  private var movable: [MovableEdits] = []

  package init(
    of module: SourceModule,
    rules: Set<AdoptionRule>,
    editableModels: Set<Int> = []
  ) {
    self.module = module
    self.rules = rules
    self.editableModels = editableModels
    edits = Array(repeating: [], count: module.files.count)
    findings = Array(repeating: [], count: module.files.count)
    movedEdits = edits
    logs = Array(repeating: [], count: module.files.count)
    if rules.contains(.imports) { self.module = module.omittingOnLinux(encloseFrameworkUses()) }
    methodObservers = typesThatObserveByMethods()
    if rules.contains(.objectiveC) { logs = statementsOfLogs() }
    optionalRequirements = namesOfOptionalRequirements()
    optionalFunctions = functionsOfOptionalRequirements()
    optionalVariables = variablesOfOptionalRequirements()
    if rules.contains(.objectiveC) { observedVariables = observedDynamicVariables() }
    if rules.contains(.overrides) { observingMethods = overridesOfObserving() }
    inheritedNames = namesOfInheritedTypes()
    if rules.contains(.literals) { generatedSets = module.typesOfGeneratedSets() }
    overrides = overridesByNames()
    localFunctions = functionsOfFilesWithSelectors()
    for file in self.module.files.indices where isEditable(file) {
      for (rule, pass) in Self.passes where rules.contains(rule) { pass(&self, file) }
    }
    if rules.contains(.unavailable) { reportPrivateClassNames() }
    // Moved texts keep their other edits.
    if rules.contains(.overrides) {
      moveTexts { adoption in
        for file in adoption.module.files.indices where adoption.isEditable(file) {
          adoption.adoptOverrides(in: file)
        }
      }
      insertNewClasses()
    }
    if rules.contains(.accessors) { adoptAccessors() }
  }

  /// The edits of a file, in their order.
  private static let passes: [(AdoptionRule, @Sendable (inout Self, Int) -> Void)] = [
    (.keyPaths, { $0.adoptKeyPaths(in: $1) }), (.objectiveC, { $0.adoptAttributes(in: $1) }),
    (.objectiveC, { $0.adoptDynamicVariables(in: $1) }),
    (.overrides, { $0.adoptKeyValueObservers(in: $1) }),
    (.objectiveC, { $0.adoptSelectors(in: $1) }),
    (.objectiveC, { $0.adoptEndsOfObservations(in: $1) }), (.casts, { $0.adoptCasts(in: $1) }),
    (.objectiveC, { $0.adoptClassNames(in: $1) }),
    (.objectiveC, { $0.adoptObjects(in: $1) }), (.objectiveC, { $0.adoptLogs(in: $1) }),
    (.literals, { $0.adoptLiterals(in: $1) }),
    (.names, { $0.adoptNames(in: $1) }), (.imports, { $0.adoptImports(in: $1) }),
    (.imports, { $0.adoptObservableObjects(in: $1) }),
    (.objectiveC, { $0.adoptMembersOfAnyObject(in: $1) }),
    (.objectiveC, { $0.adoptExpectations(in: $1) }),
    (.objectiveC, { $0.adoptTestCases(in: $1) }), (.objectiveC, { $0.adoptMetrics(in: $1) }),
    (.objectiveC, { $0.adoptMetatypes(in: $1) }),
    (.unavailable, { $0.reportUnavailable(in: $1) }),
    (.unavailable, { $0.reportObservedProperties(in: $1) }),
    (.overrides, { $0.adoptMissingOverrides(in: $1) }),
    (.overrides, { $0.reportOverridesOfExtensions(in: $1) }),
    (.overrides, { $0.adoptAccessLevels(in: $1) }),
  ]

  func isEditable(_ file: Int) -> Bool {
    module.files[file].importedModule == nil && !module.files[file].isGenerated
      && module.files[file].source.problems.isEmpty
  }

  /// The files of the module itself after the edits, in order.
  package var texts: [AdoptedText] {
    module.files.indices.filter { module.files[$0].importedModule == nil }.map { file in
      let source = module.files[file].source
      let sorted = Self.sorted(edits[file])
      let bytes = Self.apply(sorted, to: source, in: 0..<source.bytes.count)
      return AdoptedText(
        path: module.files[file].path,
        bytes: bytes,
        edits: Self.sorted(sorted + movedEdits[file]),
        findings: findings[file].sorted { $0.offset < $1.offset }
      )
    }
  }

  private static func sorted(_ edits: [AdoptionEdit]) -> [AdoptionEdit] {
    edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
    }.map(\.element)
  }

  /// The bytes of a range after edits in it.
  private static func apply(
    _ edits: [AdoptionEdit],
    to source: SwiftSourceFile,
    in range: Range<Int>
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    var position = range.lowerBound
    for edit in edits where edit.range.lowerBound >= position {
      bytes += source.bytes[position..<edit.range.lowerBound]
      bytes += Array(edit.replacement.utf8)
      position = edit.range.upperBound
    }
    return bytes + source.bytes[position..<range.upperBound]
  }

  // MARK: Moving

  /// The edits that were recorded before texts are moved, in the order of the text.
  private struct MovableEdits {
    let edits: [AdoptionEdit]

    /// Whether each of them is in a moved text.
    var isTaken: [Bool]

    init(_ edits: [AdoptionEdit]) {
      self.edits = Adoption.sorted(edits)
      isTaken = Array(repeating: false, count: edits.count)
    }

    /// Removes and returns the edits inside a range.
    mutating func take(_ range: Range<Int>) -> [AdoptionEdit] {
      var (low, high) = (0, edits.count)
      while low < high {
        let middle = (low + high) / 2
        if edits[middle].range.lowerBound < range.lowerBound {
          low = middle + 1
        } else {
          high = middle
        }
      }
      var taken: [AdoptionEdit] = []
      while low < edits.count, edits[low].range.lowerBound <= range.upperBound {
        if edits[low].range.upperBound <= range.upperBound, !isTaken[low] {
          isTaken[low] = true
          taken.append(edits[low])
        }
        low += 1
      }
      return taken
    }
  }

  /// Moves texts together with the edits recorded so far.
  private mutating func moveTexts(_ move: (inout Self) -> Void) {
    movable = edits.map(MovableEdits.init)
    for file in edits.indices { edits[file] = [] }
    move(&self)
    for (file, all) in movable.enumerated() {
      edits[file] += zip(all.edits, all.isTaken).filter { !$1 }.map(\.0)
      movedEdits[file] += zip(all.edits, all.isTaken).filter(\.1).map(\.0)
    }
    movable = []
  }

  /// The text of a moved range with the edits in it, which are not applied again.
  mutating func takeText(_ range: Range<Int>, of file: Int) -> String {
    let bytes = Self.apply(movable[file].take(range), to: module.files[file].source, in: range)
    return String(decoding: bytes, as: UTF8.self)
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

  /// Appends a function to a file, unless the file declares it already.
  mutating func append(
    _ function: String,
    to file: Int,
    unless name: String,
    _ rule: AdoptionRule,
    _ message: String
  ) {
    let isDeclared = module.files[file].declarations.contains {
      $0.kind == .function && $0.name == name
    }
    guard !isDeclared else { return }
    let source = module.files[file].source
    let end = source.bytes.count
    let lineEnd = source.lineEnding(at: 0)
    let isEnded = end == 0 || source.bytes[end - 1] == 0x0A || source.bytes[end - 1] == 0x0D
    let lines = function.split(separator: "\n", omittingEmptySubsequences: false)
    replace(
      end..<end,
      of: file,
      with: (isEnded ? "" : lineEnd) + lines.joined(separator: lineEnd),
      rule,
      message
    )
  }

  // MARK: Conditional blocks

  static let condition = "#if canImport(ObjectiveC)"

  /// Puts whole lines into a block with a condition: that there is Objective-C.
  mutating func enclose(
    linesOf range: Range<Int>,
    of file: Int,
    _ rule: AdoptionRule,
    at offset: Int? = nil,
    _ message: String,
    condition: String = Self.condition,
    otherwise: String? = nil
  ) {
    let offset = offset ?? range.lowerBound
    let source = module.files[file].source
    let start = source.startOfLine(at: range.lowerBound)
    let end = source.endOfLine(at: range.upperBound)
    let indent = source.indentation(at: range.lowerBound)
    let lineEnd = source.lineEnding(at: range.lowerBound)
    replace(
      start..<start,
      of: file,
      with: "\(indent)\(condition)\(lineEnd)",
      rule,
      at: offset,
      message
    )
    replace(
      end..<end,
      of: file,
      with: (otherwise.map { ["", "#else", $0].joined(separator: lineEnd + indent) } ?? "")
        + "\(lineEnd)\(indent)#endif",
      rule,
      at: offset,
      message
    )
  }
}

extension SwiftSourceFile {
  /// The offset of the beginning of the line that contains a byte.
  func startOfLine(at offset: Int) -> Int {
    var start = offset
    let first = min(byteOrderMark, offset)
    while start > first, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    return start
  }

  /// The length of the byte order mark at the beginning of the file.
  private var byteOrderMark: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// The offset of the beginning of the previous line.
  func startOfLine(before start: Int) -> Int {
    guard start > 0 else { return 0 }
    let isPair = start > 1 && bytes[start - 1] == 0x0A && bytes[start - 2] == 0x0D
    return startOfLine(at: isPair ? start - 2 : start - 1)
  }

  /// The offset of the end of a line, without its line break.
  func endOfLine(at offset: Int) -> Int {
    var end = offset
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    return end
  }

  /// The offset of the beginning of the next line.
  func startOfNextLine(at offset: Int) -> Int {
    let end = endOfLine(at: offset)
    guard end < bytes.count else { return end }
    return end + (bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A ? 2 : 1)
  }

  /// The white space at the beginning of the line that contains a byte.
  func indentation(at offset: Int) -> String {
    let start = startOfLine(at: offset)
    var end = start
    while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
    return text(start..<end)
  }

  /// The line break of the line that contains a byte; for the last line, that of the line before.
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

  /// Whether a range contains only white space.
  func isBlank(_ range: Range<Int>) -> Bool {
    bytes[range].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
  }
}
