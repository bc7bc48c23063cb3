/// The visible variables, as a stack of scopes.
///
/// A scope contains variables, or is an object whose parts are the variables. For each name the
/// innermost variable is known, and for every variable the one that it shadows, so that a lookup
/// takes constant time regardless of the number of scopes.
struct Scopes: ~Copyable {
  // Neither is private: the compiler fails to link lists of private structs (Swift 6.3).
  struct Entry {
    /// The number of the name; nil for an object whose parts are visible.
    let name: Int?

    /// The entry of the same name that this one shadows.
    let hidden: Int?
  }

  /// The bindings of a name.
  struct Name {
    /// Its innermost entry.
    var entry: Int?

    /// Whether the context has been queried, and the index of its answer.
    var wasAsked = false
    var answer: Int?
  }

  private var entries = RawList<Entry>()
  /// The value of each entry.
  private var values = RawList<TemplateValue>()
  /// The beginning of each scope.
  private var starts = RawList<Int>()
  /// The names by their numbers.
  private var names = RawList<Name>()

  /// The object whose parts are visible everywhere.
  private let context: (any TemplateObject)?
  /// The values that it has returned.
  private var answers = RawList<TemplateValue>()

  /// The entries of other objects with visible parts, innermost last.
  private var objects: [Int] = []
  /// The last value returned by one of them, in a list of one element.
  private var offered = RawList<TemplateValue>()

  init(_ context: TemplateValue) {
    self.context = if case .object(let object) = context { object } else { nil }
    offered.append(.null)
    // A variable that a template sets at its top level shadows the context without changing it.
    push()
  }

  /// Copies scopes, for a rendering on another thread.
  init(copying other: borrowing Scopes) {
    entries = other.entries.copy()
    values = other.values.copy()
    starts = other.starts.copy()
    names = other.names.copy()
    context = other.context
    answers = other.answers.copy()
    objects = other.objects
    offered = other.offered.copy()
  }

  @inline(__always)
  mutating func push() {
    starts.append(entries.count)
  }

  @inline(__always)
  mutating func pop() {
    let start = starts.removeLast()
    while entries.count > start { removeLastEntry() }
  }

  private mutating func removeLastEntry() {
    let entry = entries.removeLast()
    _ = values.removeLast()
    if let name = entry.name {
      names.place(name).pointee.entry = entry.hidden
    } else {
      objects.removeLast()
    }
  }

  /// Makes the parts of an object visible in the innermost scope.
  mutating func include(_ context: TemplateValue) {
    guard case .object = context else { return }
    objects.append(entries.count)
    entries.append(Entry(name: nil, hidden: nil))
    values.append(context)
  }

  /// Sets a variable of the innermost scope.
  mutating func set(_ symbol: TemplateSymbol, to value: TemplateValue) {
    let name = name(symbol)
    if let current = name.pointee.entry, current >= starts.place(starts.count - 1).pointee {
      values.place(current).pointee = value
      return
    }
    entries.append(Entry(name: symbol.number, hidden: name.pointee.entry))
    values.append(value)
    name.pointee.entry = entries.count - 1
  }

  /// The address of the value of a variable, valid until one is set or read; nil if no variable has the name.
  @inline(__always)
  mutating func place(of symbol: TemplateSymbol) -> UnsafeMutablePointer<TemplateValue>? {
    if objects.isEmpty, symbol.number < names.count,
      let entry = names.place(symbol.number).pointee.entry
    {
      return values.place(entry)
    }
    return placeElsewhere(of: symbol)
  }

  /// The same for names that are not variables, or that an object may provide.
  private mutating func placeElsewhere(of symbol: TemplateSymbol) -> UnsafeMutablePointer<
    TemplateValue
  >? {
    let name = name(symbol)
    if let value = offer(of: symbol, above: name.pointee.entry) {
      offered.place(0).pointee = value
      return offered.place(0)
    }
    if let entry = name.pointee.entry { return values.place(entry) }
    if !name.pointee.wasAsked {
      name.pointee.wasAsked = true
      if let answer = context?.value(forKey: symbol.key) {
        answers.append(answer)
        name.pointee.answer = answers.count - 1
      }
    }
    return name.pointee.answer.map { answers.place($0) }
  }

  /// The value for a name from an object in a scope inside that of an entry.
  private func offer(of symbol: TemplateSymbol, above entry: Int?) -> TemplateValue? {
    for index in objects.reversed() where index > entry ?? -1 {
      if case .object(let object) = values.place(index).pointee,
        let value = object.value(forKey: symbol.key)
      {
        return value
      }
    }
    return nil
  }

  private mutating func name(_ symbol: TemplateSymbol) -> UnsafeMutablePointer<Name> {
    names.fill(upTo: symbol.number + 1, with: Name())
    return names.place(symbol.number)
  }

  /// Whether there are objects with visible parts besides the context.
  var hasObjects: Bool { !objects.isEmpty }

  /// The names of the context's parts.
  var contextNames: [String] { context?.keys ?? [] }

  /// The visible names whose values satisfy the condition, by their numbers, for suggestions.
  func names(where condition: (TemplateValue) -> Bool) -> [Int] {
    (0..<entries.count).compactMap { index in
      condition(values.place(index).pointee) ? entries.place(index).pointee.name : nil
    }
  }
}
