/// A value that is seldom anything but its empty form.
///
/// It is kept apart: whatever has it, and many do, is copied with one reference more, and that nil nearly always.
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
