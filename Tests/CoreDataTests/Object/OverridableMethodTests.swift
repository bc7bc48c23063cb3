import Foundation
import Testing

@testable import CoreData

/// Each class overrides one method at most, so that one entry of its table differs.
private enum Sample {
  class Plain: NSManagedObject {}
  class Validating: NSManagedObject {
    override func validateValue(
      _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>,
      forKey key: String
    ) throws {}
  }
  class Prepared: NSManagedObject {
    var calls = 0
    override func willSave() { calls += 1 }
  }
  class Informed: NSManagedObject {
    var calls = 0
    override func didSave() { calls += 1 }
  }
  final class HeirOfPrepared: Prepared {}
  final class HeirOfPlain: Plain {
    var calls = 0
    override func didSave() { calls += 1 }
  }
  class Other: NSManagedObject {
    var calls = 0
    override func awakeFromInsert() { calls += 1 }
    override func validateForInsert() throws {}
    override func prepareForDeletion() { calls += 1 }
  }
  class Generic<Value>: Informed {
    var value: Value?
  }
}

@Suite("Methods that are overridden") struct OverridableMethodTests {
  @Test(
    "Of each class it is known which methods it overrides, or a superclass",
    arguments: [
      (NSManagedObject.self, ""), (Sample.Plain.self, ""), (Sample.Other.self, ""),
      (Sample.Validating.self, "validateValue"), (Sample.Prepared.self, "willSave"),
      (Sample.Informed.self, "didSave"), (Sample.HeirOfPrepared.self, "willSave"),
      (Sample.HeirOfPlain.self, "didSave"), (Sample.Generic<Int>.self, "didSave"),
    ] as [(NSManagedObject.Type, String)]
  )
  func overridden(type: NSManagedObject.Type, expected: String) {
    let methods: [(String, OverridableMethod)] = [
      ("validateValue", .validateValue), ("willSave", .willSave), ("didSave", .didSave),
    ]
    let found = methods.filter { $0.1.isOverridden(by: type) }.map(\.0)
    #expect(found.joined(separator: " ") == expected)
  }
}
