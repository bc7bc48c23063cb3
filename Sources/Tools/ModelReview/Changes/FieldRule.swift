import ManagedModel

/// A field of an element: its text in reports, and the consequence of a change.
struct FieldRule<Value: Sendable>: Sendable {
  let name: String
  let text: @Sendable (Value) -> String?
  let judge: @Sendable (Value, Value) -> Judgement

  init(
    _ name: String,
    _ text: @escaping @Sendable (Value) -> String?,
    judge: @escaping @Sendable (Value, Value) -> Judgement = { _, _ in .compatible }
  ) {
    self.name = name
    self.text = text
    self.judge = judge
  }

  /// A field that is set or not.
  static func flag(
    _ name: String,
    _ value: @escaping @Sendable (Value) -> Bool,
    judge: @escaping @Sendable (Value, Value) -> Judgement = { _, _ in .compatible }
  ) -> Self {
    Self(name, { value($0) ? "yes" : "no" }, judge: judge)
  }

  /// The field in both values, if it differs.
  func change(from old: Value, to new: Value) -> FieldChange? {
    let before = text(old)
    let after = text(new)
    guard !before.isSame(as: after) else { return nil }
    return FieldChange(name: name, old: before, new: after, judgement: judge(old, new))
  }
}

extension String? {
  /// Whether two texts are equal byte by byte; Swift's `==` considers some different texts equal.
  func isSame(as other: Self) -> Bool {
    switch (self, other) {
    case (let left?, let right?): left.utf8.elementsEqual(right.utf8)
    case (nil, nil): true
    default: false
    }
  }
}

extension UserInfo? {
  /// The entries as one text, sorted by key.
  var text: String? {
    guard let self, !self.entries.isEmpty else { return nil }
    return self.entries.map { "\($0.key)=\($0.value)" }.sortedByCodePoint()
      .joined(separator: ", ")
  }
}

extension String? {
  /// The text, or nil for an empty one, which has the same meaning in a model.
  var unlessEmpty: String? { self.flatMap { $0.isEmpty ? nil : $0 } }
}
