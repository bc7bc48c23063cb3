import Foundation
import ManagedModel

/// The registered value transformers of the program by their names.
enum RegisteredTransformers {
  private static let lock = NSLock()
  // Protected by the lock.
  nonisolated(unsafe) private static var transformers: [NSValueTransformerName: ValueTransformer] =
    [:]

  static func set(_ transformer: ValueTransformer?, for name: NSValueTransformerName) {
    lock.withLock { transformers[name] = transformer }
  }

  static var names: [NSValueTransformerName] {
    let known = lock.withLock { Array(transformers.keys) }
    return Set(known + builtIn).map(\.rawValue).sortedByCodePoint()
      .map { NSValueTransformerName(rawValue: $0) }
  }

  static func transformer(named name: NSValueTransformerName) -> ValueTransformer? {
    if let known = lock.withLock({ transformers[name] }) { return known }
    switch name {
    case .negateBooleanTransformerName: return NegateBoolean()
    case .isNilTransformerName: return IsNil(answerForNil: true)
    case .isNotNilTransformerName: return IsNil(answerForNil: false)
    case .secureUnarchiveFromDataTransformerName: return NSSecureUnarchiveFromDataTransformer()
    case .unarchiveFromDataTransformerName, .keyedUnarchiveFromDataTransformerName:
      return UnarchiveFromData()
    default: return transformer(ofClassNamed: name)
    }
  }

  /// Creates and registers a transformer of the class with a name.
  private static func transformer(
    ofClassNamed name: NSValueTransformerName
  ) -> ValueTransformer? {
    guard
      let type = ProgramClasses.type(named: name.rawValue, as: { $0 as? ValueTransformer.Type })
    else { return nil }
    let made = type.makeTransformer(name)
    return lock.withLock {
      if let known = transformers[name] { return known }
      transformers[name] = made
      return made
    }
  }

  private static let builtIn: [NSValueTransformerName] = [
    .negateBooleanTransformerName, .isNilTransformerName, .isNotNilTransformerName,
    .secureUnarchiveFromDataTransformerName, .unarchiveFromDataTransformerName,
    .keyedUnarchiveFromDataTransformerName,
  ]
}

// It has no state. (A subclass has to repeat the conformance of its superclass.)
private final class NegateBoolean: ValueTransformer, @unchecked Sendable {
  override func transformedValue(_ value: Any?) -> Any? {
    NSNumber(value: !((value as? NSNumber)?.boolValue ?? false))
  }
}

// Its only property is a constant.
private final class IsNil: ValueTransformer, @unchecked Sendable {
  private let answerForNil: Bool

  init(answerForNil: Bool) {
    self.answerForNil = answerForNil
    super.init()
  }

  override class func allowsReverseTransformation() -> Bool { false }

  override func transformedValue(_ value: Any?) -> Any? {
    NSNumber(value: (value == nil) == answerForNil)
  }
}
