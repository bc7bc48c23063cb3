import ObjectRows

/// The fast check of one property before its rules are evaluated.
///
/// Nearly all objects that are saved are valid, which is quick to check: no overridable method is called, and nothing
/// is boxed. Only properties that fail the fast check are validated thoroughly.
struct FastCheck {
  private enum Kind {
    /// A mandatory attribute.
    case mandatory
    /// A to-one relationship.
    case toOne
    /// A to-many relationship for which only the added objects are checked.
    case toMany
    /// An attribute with a least or a greatest value, or both.
    case bounded
    /// A property with further rules.
    case ruled
  }

  private let kind: Kind
  private let isOptional: Bool

  /// The index of the property; for a ruled one its position among the validated properties.
  private let index: Int
  private let relatedSlot: Int

  private let first: ValueBound?
  private let second: ValueBound?

  /// Creates the fast check of a property; nil if any value is valid.
  init?(_ rules: PropertyRules, at position: Int, relatedSlot: Int?) {
    if rules.takesAnything { return nil }
    let isSimple = rules.conditions.isEmpty && (rules.kind == .toOne || !rules.wantsCount)
    let bounds = rules.conditions.compactMap(\.bound)
    let isBounded = bounds.count == rules.conditions.count && bounds.count <= 2
    kind =
      switch (rules.kind, relatedSlot) {
      case (.attribute, _) where rules.composite != nil: .ruled
      case (.attribute, _) where isSimple: .mandatory
      case (.attribute, _) where isBounded: .bounded
      case (.toOne, .some) where isSimple: .toOne
      case (.toMany, .some) where isSimple: .toMany
      default: .ruled
      }
    isOptional = rules.isOptional
    index = kind == .ruled ? position : rules.index
    self.relatedSlot = relatedSlot ?? 0
    first = bounds.first
    second = bounds.count == 2 ? bounds.last : nil
  }

  /// Whether the property of an object with a row is valid.
  func finds(valid object: NSManagedObject) -> Bool {
    // Custom rules of a program are the last case, and may do anything to the row.
    guard let row = object.unretainedRow else { return false }
    switch kind {
    case .mandatory: return row._withUnsafeGuaranteedRef { $0.hasValue(at: index) }
    case .toOne:
      if let isSound = object.related?.hasSoundEnd(at: relatedSlot, isOptional: isOptional) {
        return isSound
      }
      return isOptional || row._withUnsafeGuaranteedRef { !$0.reference(at: index).isNone }
    case .toMany:
      let destination = object.shape.slots[index].destination
      return object.related?.hasSoundAdditions(at: relatedSlot, to: destination) ?? true
    case .bounded:
      let value = row._withUnsafeGuaranteedRef { $0.value(at: index) }
      if value.isNone { return isOptional }
      return first?.admits(value) == true && (second.map { $0.admits(value) == true } ?? true)
    case .ruled: return (try? object.check(object.shape.rules.validated[index])) != nil
    }
  }
}

extension RelatedObjects {
  /// Whether the destination of a to-one relationship can be saved, or is nil and optional; nil if it was not read.
  fileprivate func hasSoundEnd(at place: Int, isOptional: Bool) -> Bool? {
    withSlot(place) { slot in
      guard case .toOne(let end) = slot else { return nil }
      return end.map { !$0.isGone } ?? isOptional
    }
  }

  /// Whether the objects that were added to a to-many relationship can be saved.
  fileprivate func hasSoundAdditions(at place: Int, to destination: EntityShape?) -> Bool {
    withSlot(place) { slot in
      guard case .toMany(let objects) = slot else { return true }
      return objects.added.objects.allSatisfy { object in
        !object.isGone && destination.map(object.shape.isKind) ?? true
      }
    }
  }
}
