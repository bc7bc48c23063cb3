/// A value that is nearly always empty, stored out of line.
///
/// Copies of the containing value, which are many, then cost one reference, nearly always nil.
@propertyWrapper
package struct BoxedUnlessEmpty<Value: EmptyInitializable & Sendable & Hashable>: Sendable, Hashable
{
  private final class Box: Sendable, Hashable {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }

    static func == (left: Box, right: Box) -> Bool {
      left.value == right.value
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(value)
    }
  }

  private var box: Box?

  package init() {}

  /// Whether the value is empty; it need not be copied for this.
  var isEmpty: Bool { box == nil }

  package var wrappedValue: Value {
    get { box?.value ?? Value() }
    set { box = newValue == Value() ? nil : Box(newValue) }
  }
}

/// A type with an empty value.
package protocol EmptyInitializable {
  init()
}

extension Spelling: EmptyInitializable {}
