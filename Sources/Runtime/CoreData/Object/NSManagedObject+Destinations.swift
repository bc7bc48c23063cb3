import Foundation
import ObjectRows

// The objects to which a relationship can lead.
extension NSManagedObject {
  /// Whether a relationship can lead to an object: one of its destination entity, or of a subentity of that.
  ///
  /// Entities of another copy of the model are compared by name.
  final func isDestination(_ object: NSManagedObject, at index: Int) -> Bool {
    guard let destination = shape.slots[index].destination else { return true }
    if object.shape === destination { return true }
    var next: EntityShape? = object.shape
    while let current = next {
      if current === destination { return true }
      next = current.parent
    }
    return object.entity.lineage.contains { $0.name == destination.name }
  }

  /// Whether a relationship takes an object; one that it does not take is reported by validation.
  final func accepts(_ object: NSManagedObject?, at index: Int) -> Bool {
    if let extra, !extra.refusedValues.isEmpty { extra.refusedValues[index] = nil }
    guard let object, !isDestination(object, at: index) else { return true }
    refuse(object, ofType: object.entity.name ?? "?", at: index)
    return false
  }

  /// The object for a to-one relationship in a value of any type; nil for what it does not take.
  final func acceptable(_ value: Any?, at index: Int) -> NSManagedObject?? {
    guard let value, !(value is NSNull) else {
      _ = accepts(nil, at: index)
      return .some(nil)
    }
    guard let object = value as? NSManagedObject else {
      refuse(value, ofType: "\(type(of: value))", at: index)
      return nil
    }
    return accepts(object, at: index) ? .some(object) : nil
  }

  /// The objects for a to-many relationship in a value of any type; nil for what it does not take.
  final func acceptableMembers(_ value: Any?, at index: Int) -> [NSManagedObject]? {
    _ = accepts(nil, at: index)
    let objects = Self.objects(in: value)
    guard objects.count == Self.count(of: value) else {
      if let value { refuse(value, ofType: "\(type(of: value))", at: index) }
      return nil
    }
    return objects.allSatisfy { accepts($0, at: index) } ? objects : nil
  }

  /// The number of things in a collection of whatever type; nil for what is none.
  private static func count(of value: Any?) -> Int? {
    switch value {
    case nil, is NSNull: 0
    case let set as NSSet: set.count
    case let set as NSOrderedSet: set.count
    case let array as NSArray: array.count
    default: nil
    }
  }

  /// Keeps what is wrong with a value for the validation of the object, which counts as changed.
  private func refuse(_ value: Any, ofType type: String, at index: Int) {
    let name = shape.slots[index].name
    willChangeValue(forKey: name)
    needExtra().refusedValues[index] = refusal(of: value, ofType: type, at: index)
    didChangeValue(forKey: name)
  }

  /// The reason for which a relationship does not take a value.
  final func refusal(of value: Any, ofType type: String, at index: Int) -> String {
    let slot = shape.slots[index]
    let kind = isToMany(index) ? "to-many" : "to-one"
    return "Unacceptable type of value for \(kind) relationship: property = \"\(slot.name)\"; "
      + "desired type = \(slot.destination?.name ?? "?"); given type = \(type); value = \(value)."
  }

  /// The reason for which an object that was added to a to-many relationship cannot be saved in it.
  ///
  /// A set that is the relationship's primitive value takes any object.
  final func refusedMember(of objects: ToManyObjects, at index: Int) -> String? {
    objects.added.objects.first { !isDestination($0, at: index) }.map {
      refusal(of: $0, ofType: $0.entity.name ?? "?", at: index)
    }
  }
}
