import Foundation
import Testing

@testable import CoreData

/// Each class overrides at most one method, so that one entry of its vtable differs.
private enum OverridingSamples {
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
  private struct Case {
    let type: NSManagedObject.Type
    let overridden: String

    init(_ type: NSManagedObject.Type, _ overridden: String = "") {
      self.type = type
      self.overridden = overridden
    }
  }

  private static let cases = [
    Case(NSManagedObject.self), Case(OverridingSamples.Plain.self),
    Case(OverridingSamples.Other.self),
    Case(OverridingSamples.Validating.self, "validateValue"),
    Case(OverridingSamples.Prepared.self, "willSave"),
    Case(OverridingSamples.Informed.self, "didSave"),
    Case(OverridingSamples.HeirOfPrepared.self, "willSave"),
    Case(OverridingSamples.HeirOfPlain.self, "didSave"),
    Case(OverridingSamples.Generic<Int>.self, "didSave"),
  ]

  @Test("The methods that a class or its superclass overrides are detected")
  func overridden() {
    let methods: [(name: String, method: OverridableMethod)] = [
      ("validateValue", .validateValue), ("willSave", .willSave), ("didSave", .didSave),
    ]
    for sample in Self.cases {
      let found = methods.filter { $0.method.isOverridden(by: sample.type) }.map(\.name)
      #expect(found.joined(separator: " ") == sample.overridden, "\(sample.type)")
    }
  }
}
