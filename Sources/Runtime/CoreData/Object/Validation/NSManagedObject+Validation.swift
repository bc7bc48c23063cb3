import Foundation
import ObjectRows

extension NSManagedObject {
  /// Validates all properties, and throws all errors.
  final func validateProperties() throws {
    guard !state.contains(.isInaccessible) else { return }
    fireFault()
    if passesFastChecks { return }
    var errors = ValidationErrors()
    let value = ValidatedValue(of: self)
    for rules in shape.rules.validated {
      value.aim(at: rules)
      do {
        try validateValue(.init(value), forKey: rules.name)
        if case .some(let replacement) = value.replacement { take(replacement, at: rules.index) }
      } catch {
        errors.add(error)
      }
    }
    try errors.throwIfAny()
  }

  /// Throws if a relationship with the delete rule Deny leads to an object that is not deleted.
  final func validateDenyRules() throws {
    guard !state.contains(.isInaccessible) else { return }
    var errors = ValidationErrors()
    for index in shape.rules.denying {
      let staying = relatedObjects(at: index).filter { !$0.isDeleted }
      if staying.isEmpty { continue }
      errors.add(
        error(
          NSValidationRelationshipDeniedDeleteError,
          at: index,
          value: modeledValue(at: index)
        )
      )
    }
    try errors.throwIfAny()
  }

  /// Validates a value by the model's rules for a property.
  final func validateModeledValue(
    _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>,
    forKey key: String
  ) throws {
    if let place = value.place(as: ValidatedValue.self), place.object === self,
      place.isUntouched, let rules = place.rules, rules.name == key
    {
      return try check(rules)
    }
    guard let index = shape.indexByName[key], let rules = shape.rules.properties[index] else {
      return
    }
    if let error = error(for: value.pointee, at: index, rules) { throw error }
  }

  /// Sets a property to the replacement of a validation method.
  private func take(_ replacement: AnyObject?, at index: Int) {
    if case .attribute(let type) = shape.slots[index].kind {
      let new = replacement.flatMap { Value($0, for: type) } ?? .none
      if new.isSame(as: row?.value(at: index) ?? .none) { return }
    }
    setValue(replacement, forKey: shape.slots[index].name)
  }
}

// MARK: The object's own values

extension NSManagedObject {
  final func check(_ rules: PropertyRules) throws {
    let index = rules.index
    if let rareState, let reason = rareState.refusedValues[index] {
      throw refusal(reason, at: index)
    }
    if rules.takesAnything { return }
    switch rules.kind {
    case .attribute:
      if let error = error(for: row?.value(at: index) ?? .none, at: index, rules) { throw error }
    case .toOne: try checkToOne(index, rules)
    case .toMany: try checkToMany(index, rules)
    }
  }

  private func checkToOne(_ index: Int, _ rules: PropertyRules) throws {
    if case .toOne(let destination) = relatedSlot(index) {
      if let destination, destination.isGone { throw dangling(destination, at: index) }
      if destination == nil, !rules.isOptional { throw missing(index) }
    } else if !rules.isOptional, row?.value(at: index).reference.isNone ?? true {
      throw missing(index)
    }
    if rules.conditions.isEmpty { return }
    if let error = brokenCondition(modeledValue(at: index), at: index, rules) { throw error }
  }

  private func checkToMany(_ index: Int, _ rules: PropertyRules) throws {
    if case .toMany(let objects) = relatedSlot(index) {
      for object in objects.added.objects where object.isGone {
        throw dangling(object, at: index)
      }
      if let reason = refusedMember(of: objects, at: index) { throw refusal(reason, at: index) }
    } else if state.contains(.isStored) {
      // It was valid when it was saved, and has not changed.
      return
    }
    if rules.wantsCount,
      let error = error(forCount: relatedSet(at: index).members.count, index, rules)
    {
      throw error
    }
    if rules.conditions.isEmpty { return }
    if let error = brokenCondition(modeledValue(at: index), at: index, rules) { throw error }
  }

  /// Whether the object cannot be at the other end of a relationship in a store.
  final var isGone: Bool { reference.isTemporary && (context == nil || isDeleted) }
}

// MARK: Rules

extension NSManagedObject {
  private func error(
    for value: Value,
    at index: Int,
    _ rules: PropertyRules
  ) -> NSError? {
    if value.isNone { return rules.isOptional ? nil : missing(index) }
    if let reason = rules.composite?.refusal(of: value.object) { return refusal(reason, at: index) }
    for condition in rules.conditions {
      let holds =
        condition.bound?.admits(value) ?? condition.predicate.evaluate(with: value.object)
      if !holds { return broken(condition, value: value.object, at: index) }
    }
    return nil
  }

  private func error(for any: AnyObject?, at index: Int, _ rules: PropertyRules) -> NSError? {
    guard let any, !(any is NSNull) else {
      if case .toMany = shape.slots[index].kind { return error(forCount: 0, index, rules) }
      return rules.isOptional ? nil : missing(index)
    }
    switch shape.slots[index].kind {
    case .attribute(let type):
      guard let value = Value(any, for: type) else {
        return refusal(Self.refusal(of: any, named: shape.slots[index].name, type), at: index)
      }
      return error(for: value, at: index, rules)
    case .toMany:
      return error(forCount: Self.objects(in: any).count, index, rules)
        ?? brokenCondition(any, at: index, rules)
    case .toOne, .fetched, .other: return brokenCondition(any, at: index, rules)
    }
  }

  private func error(forCount count: Int, _ index: Int, _ rules: PropertyRules) -> NSError? {
    if count == 0, rules.isOptional { return nil }
    if count < rules.count.lowerBound {
      return error(
        NSValidationRelationshipLacksMinimumCountError,
        at: index,
        value: modeledValue(at: index)
      )
    }
    if count > rules.count.upperBound {
      return error(
        NSValidationRelationshipExceedsMaximumCountError,
        at: index,
        value: modeledValue(at: index)
      )
    }
    return nil
  }

  private func brokenCondition(_ value: Any?, at index: Int, _ rules: PropertyRules) -> NSError? {
    guard let value else { return nil }
    let broken = rules.conditions.first { !$0.predicate.evaluate(with: value) }
    return broken.map { self.broken($0, value: value, at: index) }
  }
}

// MARK: Errors

extension NSManagedObject {
  private func error(_ code: Int, at index: Int, value: Any? = nil, _ more: [String: Any] = [:])
    -> NSError
  {
    var info = more
    info[NSValidationObjectErrorKey] = self
    info[NSValidationKeyErrorKey] = shape.slots[index].name
    if let value { info[NSValidationValueErrorKey] = value }
    return .coreData(code, info)
  }

  private func missing(_ index: Int) -> NSError {
    error(NSValidationMissingMandatoryPropertyError, at: index)
  }

  private func broken(_ condition: PropertyRules.Condition, value: Any?, at index: Int) -> NSError {
    var info: [String: Any] = [NSValidationPredicateErrorKey: condition.predicate]
    if let warning = condition.warning { info[NSLocalizedDescriptionKey] = warning }
    return error(condition.code, at: index, value: value, info)
  }

  private func dangling(_ destination: NSManagedObject, at index: Int) -> NSError {
    error(
      NSManagedObjectValidationError,
      at: index,
      value: destination,
      [NSLocalizedDescriptionKey: "Dangling reference to an invalid object."]
    )
  }

  /// The error for a value that was refused because of its type.
  private func refusal(_ reason: String, at index: Int) -> NSError {
    let code =
      switch shape.slots[index].kind {
      case .attribute(.uri): NSValidationInvalidURIError
      case .attribute(.date): NSValidationInvalidDateError
      default: NSManagedObjectValidationError
      }
    return error(code, at: index, [NSLocalizedDescriptionKey: reason])
  }

  /// Describes a value of a wrong type, or a number that is out of range.
  static func refusal(
    of value: Any,
    named name: String,
    _ type: NSAttributeDescription.AttributeType
  ) -> String {
    if let number = value as? NSNumber, type.valueClassName == "NSNumber" {
      return "Unacceptable value for attribute: property = \"\(name)\"; "
        + "the number \(number) is out of the range of its type."
    }
    return "Unacceptable type of value for attribute: property = \"\(name)\"; "
      + "desired type = \(type.valueClassName ?? "Any"); "
      + "given type = \(Swift.type(of: value)); value = \(value)."
  }
}

// The forms in which programs call `validateValue(_:forKey:)`: Apple's takes the variable itself.

extension NSManagedObject {
  /// Validates a value, which may be replaced.
  public final func validateValue(_ value: inout AnyObject?, forKey key: String) throws {
    let place = ValuePlace(value)
    defer { value = place.value }
    try validateValue(AutoreleasingUnsafeMutablePointer(place), forKey: key)
  }

  /// Validates a value, which may be replaced.
  public final func validateValue(_ value: inout Any?, forKey key: String) throws {
    let place = ValuePlace<AnyObject?>(value.map { $0 as AnyObject })
    defer { value = place.value }
    try validateValue(AutoreleasingUnsafeMutablePointer(place), forKey: key)
  }
}

extension NSManagedObject {
  /// Whether the object passes the fast checks.
  final var passesFastChecks: Bool {
    guard !isFault, rareState == nil || rareState?.refusedValues.isEmpty == true,
      !OverridableMethod.validateValue.isOverridden(by: type(of: self)),
      !shape.unretainedBinding._withUnsafeGuaranteedRef(\.mayHaveValidators)
    else { return false }
    return shape.unretainedRules._withUnsafeGuaranteedRef { rules in
      rules.fastChecks.withUnsafeBufferPointer { fastChecks in
        fastChecks.indices.allSatisfy { fastChecks[$0].finds(valid: self) }
      }
    }
  }

  /// Validates a property by the method of the class for it.
  final func validateByMethod(
    _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>,
    forKey key: String
  ) throws {
    guard shape.binding.mayHaveValidators else { return }
    try HandWrittenMembers.of(type(of: self)).validators[key]?(self, value)
  }
}
