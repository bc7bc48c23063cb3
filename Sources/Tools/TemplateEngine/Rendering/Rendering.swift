internal import Diagnostics

/// The state of one rendering: output, variables, and limits.
final class Rendering {
  let environment: TemplateEnvironment
  let limits: RenderLimits

  // A rendering belongs to one thread, and none of these is read while it is being changed. Checking that
  // dynamically at each of millions of accesses would take a tenth of the time.
  @exclusivity(unchecked)
  var scopes: Scopes

  /// The running loops, innermost last.
  @exclusivity(unchecked)
  var loops: [LoopState] = []

  /// The running blocks and their overrides.
  @exclusivity(unchecked)
  var blocks = BlockStack()

  /// A cache of parts of objects.
  @exclusivity(unchecked)
  var parts = PartMemory()

  /// A cache of the entries of recent loops.
  @exclusivity(unchecked)
  var entries = EntryMemory()

  /// A cache of the texts in arrays that are searched repeatedly.
  @exclusivity(unchecked)
  var searches = SearchMemory()

  /// The positions at which unknown names were read, by the paths of the names.
  private(set) var unknownNames: [String: UnknownName] = [:]

  // A rendering belongs to one thread, and no access to one of these is in progress when another begins.
  @exclusivity(unchecked) private var output: OutputBuffer
  @exclusivity(unchecked) private var steps = 0
  @exclusivity(unchecked) private var nesting = 0

  /// The templates and macros being rendered, outermost first.
  @exclusivity(unchecked) private var frames = RawList<Frame>()
  @exclusivity(unchecked) private var path: String

  /// The state at the beginning of the current part of a loop.
  private var partStart = (allowance: 0, steps: 0)

  init(_ context: TemplateValue, path: String, environment: TemplateEnvironment) {
    self.environment = environment
    self.path = path
    limits = environment.limits
    scopes = Scopes(context)
    output = OutputBuffer(limit: limits.outputBytes)
  }

  /// Copies the state of another rendering without its output, for a part of a loop on another thread.
  init(copying other: Rendering) {
    environment = other.environment
    limits = other.limits
    path = other.path
    scopes = Scopes(copying: other.scopes)
    loops = other.loops
    blocks = other.blocks
    frames = other.frames.copy()
    nesting = other.nesting
    steps = other.steps
    output = OutputBuffer(limit: other.output.allowance)
    entries = EntryMemory(copying: other.entries)
    searches = SearchMemory(copying: other.searches)
    partStart = (output.allowance, steps)
  }

  /// The maximum nesting of nodes, which limits the use of the native stack.
  private static let deepestNesting = 600

  func finish() -> [UInt8] {
    output.bytes
  }

  /// The results of a part of a loop.
  struct Part: Sendable {
    let output: [UInt8]
    /// The number of bytes written, including those of captured texts.
    let bytesWritten: Int
    let steps: Int
    let unknownNames: [String: UnknownName]
  }

  /// Returns the results since the last part, and removes them.
  func takePart() -> Part {
    let part = Part(
      output: output.bytes,
      bytesWritten: partStart.allowance - output.allowance,
      steps: steps - partStart.steps,
      unknownNames: unknownNames
    )
    output.removeAll()
    partStart = (output.allowance, steps)
    unknownNames = [:]
    return part
  }

  /// Adds the results of consecutive parts of a loop.
  ///
  /// - Returns: False if together they exceed a limit; then nothing is added.
  func add(_ parts: [Part]) -> Bool {
    let bytes = parts.reduce(0) { $0 + $1.bytesWritten }
    let steps = parts.reduce(steps) { $0 + $1.steps }
    guard bytes <= output.allowance, steps <= limits.steps else { return false }
    self.steps = steps
    output.take(parts.map(\.output), bytesWritten: bytes)
    for part in parts { unknownNames.merge(part.unknownNames) { first, _ in first } }
    return true
  }

  /// The number of steps taken so far.
  var stepsTaken: Int { steps }
}

// MARK: Nodes

extension Rendering {
  func render(_ body: Body) throws -> Flow {
    if body.isEmpty { return .onward }
    guard nesting < Self.deepestNesting else {
      let spot = body.spot(at: 0)
      throw failure(.limit, "templates, macros and tags are nested too deeply", at: spot)
    }
    nesting += 1
    defer { nesting -= 1 }
    for index in 0..<body.count {
      do {
        try step()
        switch body[index] {
        case .text(let start, let count):
          try write(start, count)
        case .node(let node):
          let flow = try Unmanaged<TemplateNode>.fromOpaque(node)
            ._withUnsafeGuaranteedRef { try $0.render(in: self) }
          guard case .onward = flow else { return flow }
        }
      } catch let error as TemplateError {
        throw placed(error, at: body.spot(at: index))
      }
    }
    return .onward
  }

  /// Adds the position of the failed node to an error without one.
  ///
  /// The innermost body is the first to do so, while its template is still the current one.
  private func placed(_ error: TemplateError, at spot: SourceSpan) -> TemplateError {
    error.map { problem in
      guard problem.place.line == nil, problem.place.path == path else { return }
      problem.place = spot.place(in: path)
    }
  }

  /// Renders in a new scope.
  func renderScoped(_ body: Body) throws -> Flow {
    if body.isEmpty { return .onward }
    scopes.push()
    defer { scopes.pop() }
    return try render(body)
  }

  /// Counts one step of work, so that a runaway ends.
  @inline(__always)
  func step() throws {
    // No machine runs long enough for an overflow.
    steps &+= 1
    if steps > limits.steps { throw tooManySteps(at: nil) }
  }

  /// Counts several steps of work.
  func step(_ count: Int, at spot: SourceSpan? = nil) throws {
    let (sum, overflow) = steps.addingReportingOverflow(count)
    steps = overflow ? .max - 1 : sum
    if overflow || steps > limits.steps { throw tooManySteps(at: spot) }
  }

  /// The number of steps that may still be taken.
  var stepsLeft: Int { max(0, limits.steps - steps) }

  func tooManySteps(at spot: SourceSpan?) -> TemplateError {
    failure(
      .limit,
      "rendering takes more than \(limits.steps) steps",
      at: spot,
      hint: "is there a loop over too many elements, or a macro that calls itself?"
    )
  }
}

// MARK: Output

extension Rendering {
  @inline(__always)
  func write(_ bytes: UnsafePointer<UInt8>, _ count: Int) throws {
    guard output.append(bytes, count) else { throw tooLong }
  }

  @inline(__always)
  func write(_ text: String) throws {
    var text = text
    try text.withUTF8 { bytes in
      if let start = bytes.baseAddress { try write(start, bytes.count) }
    }
  }

  /// Captures the output of a closure instead of writing it.
  func capture(_ body: () throws -> Flow) throws -> (text: String, flow: Flow) {
    // The output is appended to the buffer, and removed again.
    let start = output.count
    let flow = try body()
    return (output.takeText(from: start), flow)
  }

  private var tooLong: TemplateError {
    failure(.limit, "the output grows beyond \(limits.outputBytes) bytes", at: nil)
  }
}

// MARK: Templates within templates, and failures

extension Rendering {
  /// A template or macro that is being rendered.
  ///
  /// Not private: the compiler fails to link lists of private structs (Swift 6.3).
  struct Frame {
    /// The construct that led into it, such as `macro 'name'`.
    var title: Title
    /// The position of that tag in the enclosing template.
    var spot: SourceSpan
    var outerPath: String
  }

  /// The name of a template or macro in messages, composed only when needed.
  struct Title {
    var kind: Kind
    var name: String

    enum Kind: String {
      case template
      case macro
      case block
    }
  }

  /// Begins another template or macro, which failures contain until ``leave()``.
  func enter(_ title: Title, of path: String, from spot: SourceSpan) throws {
    guard frames.count < limits.depth else {
      throw failure(
        .limit,
        "more than \(limits.depth) templates and macros within one another",
        at: spot,
        hint: "does one of them include or call itself without end?"
      )
    }
    frames.append(Frame(title: title, spot: spot, outerPath: self.path))
    self.path = path
  }

  /// Ends the template or macro that was entered last.
  func leave() {
    path = frames.removeLast().outerPath
  }

  /// The nesting depth of templates and macros.
  var frameDepth: Int { frames.count }

  /// An error at a position in the current template.
  ///
  /// Without a position, it is that of the innermost loop, or the template as a whole.
  func failure(
    _ rule: TemplateError.Rule,
    _ message: String,
    at spot: SourceSpan?,
    hint: String? = nil
  ) -> TemplateError {
    TemplateError([
      .init(
        rule: rule,
        message: message,
        place: (spot ?? loopSpot)?.place(in: path) ?? Place(path: path),
        hint: hint,
        stack: stack
      )
    ])
  }

  /// The position of the innermost loop of the current template or macro.
  private var loopSpot: SourceSpan? {
    guard let loop = loops.last, loop.frameDepth == frames.count else { return nil }
    return loop.spot
  }

  private var stack: [Diagnostic.Note] {
    // Infinite recursion would repeat the same line a hundred times.
    let shown = 20
    return (0..<frames.count).reversed().prefix(shown).map { index in
      let frame = frames.place(index).pointee
      return Diagnostic.Note(
        "in \(frame.title.kind.rawValue) '\(frame.title.name)'",
        at: frame.spot.place(in: frame.outerPath)
      )
    }
  }

  /// The names of variables whose values satisfy a condition, for suggestions.
  func visibleNames(where condition: (TemplateValue) -> Bool) -> [String] {
    let numbers = Set(scopes.names(where: condition))
    return environment.symbols.texts { numbers.contains($0) }
  }

  /// Records that the first name of a path is unknown.
  ///
  /// Only the first position at which a name is read counts.
  func noteUnknownName(of path: Variable) {
    guard environment.unknownNames != nil, unknownNames[path.head.text] == nil else { return }
    unknownNames[path.head.text] = UnknownName(
      name: path.head.text,
      place: path.spot.place(in: self.path),
      known: scopes.contextNames
    )
  }

  /// Records that a text or an object does not have the part that a step of a path reads, unless another one of its
  /// kind has it.
  func noteUnknownPart(_ step: Int, of path: Variable, in value: TemplateValue) {
    guard environment.unknownNames != nil, case .key(let key, let index) = path.steps[step],
      key.text != "count"
    else { return }
    let known: [String]
    var isText = false
    switch value {
    case .object(let object) where !object.mayHave(key.key): known = object.keys
    case .string where index == nil && !["first", "last"].contains(key.text):
      known = []
      isText = true
    default: return
    }
    let owner = path.text(before: step)
    let title = "\(owner).\(key.text)"
    guard unknownNames[title] == nil else { return }
    unknownNames[title] = UnknownName(
      name: key.text,
      owner: owner,
      place: path.spot.place(in: self.path),
      known: known,
      isPartOfText: isText
    )
  }

  /// Loads another template by its name.
  func template(named name: String, at spot: SourceSpan) throws -> CachedTemplate {
    do {
      return try environment.cachedTemplate(named: name)
    } catch let error as TemplateLoadingError {
      throw failure(.loading, error.message, at: spot, hint: error.hint)
    } catch let error as TemplateError {
      // The problems are in that other template; the stack still matters.
      let here = Diagnostic.Note("in template '\(name)'", at: spot.place(in: path))
      let problems = error.problems.map { problem in
        var problem = problem
        problem.stack += [here] + stack
        return problem
      }
      throw TemplateError(problems)
    }
  }
}
