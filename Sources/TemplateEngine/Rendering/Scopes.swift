/// The variables that are visible, as a stack of scopes.
///
/// A scope holds variables, or is an object whose parts are the variables. A table knows the innermost
/// variable of each name, and every variable the one that it hides, so that looking a name up costs the
/// same however many scopes there are.
struct Scopes {
  private struct Entry {
    /// The place of the name in ``names``; nil when the value is an object that offers its parts.
    let name: Int?
    var value: TemplateValue

    /// The entry of the same name that this one hides.
    let hidden: Int?
  }

  /// A name that was set or looked up.
  private struct Name {
    let key: TemplateKey
    /// Its innermost entry.
    var entry: Int?
    /// What the context has under the name, once it was asked.
    var inContext: TemplateValue??
  }

  private var entries: [Entry] = []
  /// Where each scope begins.
  private var starts: [Int] = []

  private var names: [Name] = []
  /// An open table of places in ``names``; at least every second slot is empty, -1.
  private var slots: [Int32] = Array(repeating: -1, count: 64)

  /// The object whose parts are visible everywhere.
  private let context: (any TemplateObject)?
  /// The entries of further objects that offer their parts, innermost last.
  private var objects: [Int] = []

  init(_ context: TemplateValue) {
    self.context = if case .object(let object) = context { object } else { nil }
    entries.reserveCapacity(32)
    starts.reserveCapacity(16)
    names.reserveCapacity(32)
    // What a template sets at its top level shadows the context without changing it.
    push()
  }

  @inline(__always)
  mutating func push() {
    starts.append(entries.count)
  }

  @inline(__always)
  mutating func pop() {
    guard let start = starts.popLast() else { return }
    while entries.count > start { removeLastEntry() }
  }

  private mutating func removeLastEntry() {
    let entry = entries.removeLast()
    if let name = entry.name { names[name].entry = entry.hidden } else { objects.removeLast() }
  }

  /// Makes the parts of an object visible in the innermost scope.
  mutating func include(_ context: TemplateValue) {
    guard case .object = context else { return }
    objects.append(entries.count)
    entries.append(Entry(name: nil, value: context, hidden: nil))
  }

  /// Sets a variable of the innermost scope.
  mutating func set(_ name: TemplateKey, to value: TemplateValue) {
    let place = place(of: name)
    let current = names[place].entry
    if let current, current >= starts.last ?? 0 {
      entries[current].value = value
      return
    }
    names[place].entry = entries.count
    entries.append(Entry(name: place, value: value, hidden: current))
  }

  /// The value of a variable, or nil when there is none of this name.
  mutating func value(of name: TemplateKey) -> TemplateValue? {
    let place = place(of: name)
    let entry = names[place].entry
    if let object = objects.last, object > entry ?? -1, let value = offered(name, above: entry) {
      return value
    }
    if let entry { return entries[entry].value }
    if let known = names[place].inContext { return known }
    let value = context?.value(forKey: name)
    names[place].inContext = .some(value)
    return value
  }

  /// What objects offer under a name, of those that are further inside than an entry.
  private func offered(_ name: TemplateKey, above entry: Int?) -> TemplateValue? {
    for index in objects.reversed() where index > entry ?? -1 {
      if case .object(let object) = entries[index].value, let value = object.value(forKey: name) {
        return value
      }
    }
    return nil
  }

  /// All names that are visible and hold what fulfils the condition, for suggestions.
  func names(where condition: (TemplateValue) -> Bool) -> [String] {
    entries.compactMap { entry in
      condition(entry.value) ? entry.name.map { names[$0].key.text } : nil
    }
  }
}

// MARK: The table of names

extension Scopes {
  /// The place of a name in ``names``, where it is put if it is new.
  @inline(__always)
  private mutating func place(of name: TemplateKey) -> Int {
    var slot = Self.start(name, slots.count)
    while slots[slot] >= 0 {
      let place = Int(slots[slot])
      if names[place].key == name { return place }
      slot = (slot + 1) & (slots.count - 1)
    }
    return add(name, at: slot)
  }

  private mutating func add(_ name: TemplateKey, at slot: Int) -> Int {
    slots[slot] = Int32(truncatingIfNeeded: names.count)
    names.append(Name(key: name))
    if names.count * 2 > slots.count { enlarge() }
    return names.count - 1
  }

  private mutating func enlarge() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for (place, name) in names.enumerated() {
      var slot = Self.start(name.key, slots.count)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(truncatingIfNeeded: place)
    }
  }

  /// The size is a power of two, so that its bits select a slot.
  @inline(__always)
  private static func start(_ key: TemplateKey, _ size: Int) -> Int {
    Int(truncatingIfNeeded: key.fingerprint ^ key.fingerprint >> 32) & (size - 1)
  }
}
