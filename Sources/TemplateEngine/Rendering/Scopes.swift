/// The variables that are visible, as a stack of scopes.
///
/// A scope holds variables, or is an object whose parts are the variables. Looking a name up walks
/// the stack from its top: it is short, and comparing a name means comparing a number.
struct Scopes {
  private struct Entry {
    /// Nil when the value is an object that offers its parts.
    let name: TemplateKey?
    var value: TemplateValue

    let offersParts: Bool
    /// That of the name, by which nearly all entries are told apart.
    let fingerprint: UInt64

    init(name: TemplateKey?, value: TemplateValue) {
      self.name = name
      self.value = value
      offersParts = name == nil
      fingerprint = name?.fingerprint ?? 0
    }
  }

  private var entries: [Entry] = []
  /// Where each scope begins.
  private var starts: [Int] = []

  init(_ context: TemplateValue) {
    push()
    include(context)
    // What a template sets at its top level shadows the context without changing it.
    push()
  }

  mutating func push() {
    starts.append(entries.count)
  }

  mutating func pop() {
    guard let start = starts.popLast() else { return }
    entries.removeSubrange(start...)
  }

  /// Makes the parts of an object visible in the innermost scope.
  mutating func include(_ context: TemplateValue) {
    guard case .object = context else { return }
    entries.append(Entry(name: nil, value: context))
  }

  /// Sets a variable of the innermost scope.
  mutating func set(_ name: TemplateKey, to value: TemplateValue) {
    var index = entries.count - 1
    let start = starts.last ?? 0
    while index >= start {
      if entries[index].name == name {
        entries[index].value = value
        return
      }
      index -= 1
    }
    entries.append(Entry(name: name, value: value))
  }

  /// Adds a variable to an innermost scope that does not have one of this name.
  mutating func bind(_ name: TemplateKey, to value: TemplateValue) {
    entries.append(Entry(name: name, value: value))
  }

  /// The value of a variable, or nil when there is none of this name.
  func value(of name: TemplateKey) -> TemplateValue? {
    var index = entries.count - 1
    while index >= 0 {
      if entries[index].offersParts {
        if case .object(let object) = entries[index].value,
          let value = object.value(forKey: name)
        {
          return value
        }
      } else if entries[index].fingerprint == name.fingerprint, entries[index].name == name {
        return entries[index].value
      }
      index -= 1
    }
    return nil
  }

  /// All names that are visible and hold what fulfils the condition, for suggestions.
  func names(where condition: (TemplateValue) -> Bool) -> [String] {
    entries.compactMap { entry in condition(entry.value) ? entry.name?.text : nil }
  }
}
