/// The variables that are visible, as a stack of scopes.
///
/// A scope holds variables, or is an object whose parts are the variables. Of each name that templates mention
/// the innermost variable is known, and of every variable the one that it hides, so that looking a name up
/// costs the same however many scopes there are.
struct Scopes: ~Copyable {
  // Neither is private: the compiler fails to link lists of private structs (Swift 6.3).
  struct Entry {
    /// The number of the name; nil when the value is an object that offers its parts.
    let name: Int?

    /// The entry of the same name that this one hides.
    let hidden: Int?
  }

  /// The bindings of a name.
  struct Name {
    /// Its innermost entry.
    var entry: Int?

    /// Whether the context was asked for it, and where its answer is.
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
  /// The values that it returned.
  private var answers = RawList<TemplateValue>()

  /// The entries of further objects that offer their parts, innermost last.
  private var objects: [Int] = []
  /// The last value that one of them offered, alone in a list.
  private var offered = RawList<TemplateValue>()

  init(_ context: TemplateValue) {
    self.context = if case .object(let object) = context { object } else { nil }
    offered.append(.null)
    // A variable that a template sets at its top level shadows the context without changing it.
    push()
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

  /// The place of the value of a variable, until one is set or asked for; nil if no variable has the name.
  @inline(__always)
  mutating func place(of symbol: TemplateSymbol) -> UnsafeMutablePointer<TemplateValue>? {
    if objects.isEmpty, symbol.number < names.count,
      let entry = names.place(symbol.number).pointee.entry
    {
      return values.place(entry)
    }
    return placeElsewhere(of: symbol)
  }

  /// The same for what is no variable, or where an object may offer a value.
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

  /// The value under a name that an object further inside than an entry offers.
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

  /// Whether objects offer their parts besides the context.
  var hasObjects: Bool { !objects.isEmpty }

  /// The names that the context has.
  var contextNames: [String] { context?.keys ?? [] }

  /// The names that are visible and hold what fulfils the condition, by their numbers, for suggestions.
  func names(where condition: (TemplateValue) -> Bool) -> [Int] {
    (0..<entries.count).compactMap { index in
      condition(values.place(index).pointee) ? entries.place(index).pointee.name : nil
    }
  }
}
