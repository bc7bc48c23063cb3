import Foundation
import ObjectRows
import Synchronization

/// The class of an entity's objects in this program, and the rows that they begin with.
final class EntityBinding: @unchecked Sendable {
  // Nothing else changes once it is made; the default row is only copied.
  private let strangers = Mutex<[ObjectIdentifier: ObjectState]>([:])
  private let hasStrangersFlag = Atomic<Bool>(false)

  /// The class of the objects.
  let objectClass: NSManagedObject.Type

  /// Whether the classes of all subentities inherit from this entity's.
  let isUniform: Bool

  /// Whether a program has made objects of the entity or its subentities of another class than the model names.
  var hasStrangers: Bool { hasStrangersFlag.load(ordering: .relaxed) }

  /// Whether objects may have methods that check single properties.
  var mayHaveValidators: Bool { hasValidators || hasStrangers }
  private let hasValidators: Bool

  /// The number of slots beside a row, for relationships and fetched properties.
  let relatedCount: Int

  /// Makes the faults of the entity.
  let faultMaker: FaultMaker

  /// The state of a new object.
  let initialState: ObjectState

  private let layout: RowLayout

  // The shape keeps this, and is immortal.
  private unowned(unsafe) let shape: EntityShape

  /// The row of a new object: the defaults.
  private let defaults: Row

  /// The defaults of transient attributes, which stores do not keep.
  private let transientDefaults: [(index: Int, value: Value)]

  init(_ shape: EntityShape) {
    let objectClass = Self.objectClass(of: shape.entity)
    let hasFastAccessors = GeneratedCodeV2.KeyTable.fits(objectClass, shape)
    self.objectClass = objectClass
    hasValidators = !HandWrittenMembers.of(objectClass).validators.isEmpty
    initialState = hasFastAccessors ? .hasFastAccessors : []
    HiddenProperties(of: objectClass, shape).report()
    self.shape = shape
    isUniform = shape.subshapes.allSatisfy { subshape in
      subshape.binding.isUniform && subshape.binding.objectClass.isKind(ofClass: objectClass)
    }
    faultMaker = FaultMaker(shape, objectClass, initialState)
    layout = shape.rowLayout
    defaults = Row.make(layout)
    relatedCount = shape.relatedSlots.lazy.filter { $0 != nil }.count
    for (index, property) in shape.properties.enumerated() {
      guard let value = (property as? NSAttributeDescription)?.defaultRowValue else { continue }
      defaults.setValue(value, at: index)
    }
    transientDefaults = shape.transientDefaults
  }

  /// Sets the transient attributes of a row to what an object has that comes from a store: their defaults.
  func resetTransients(of row: Row) {
    for (index, value) in transientDefaults { row.setValue(value, at: index) }
  }

  /// A row without values but for those of transient attributes.
  func makeRow() -> Row {
    let row = Row.make(layout)
    if !transientDefaults.isEmpty { resetTransients(of: row) }
    return row
  }

  /// The row of a new object.
  func makeDefaultRow() -> Row {
    defaults.copy()
  }

  /// The initial state of an object of another class than the model names.
  ///
  /// The generated code of that class may be for another entity: its numbers count only if they fit this one.
  func initialState(ofStranger strangerClass: NSManagedObject.Type) -> ObjectState {
    guard strangerClass != objectClass else { return initialState }
    return strangers.withLock { strangers in
      if let known = strangers[ObjectIdentifier(strangerClass)] { return known }
      let fits = GeneratedCodeV2.KeyTable.fits(strangerClass, shape)
      let state: ObjectState = fits ? .hasFastAccessors : []
      strangers[ObjectIdentifier(strangerClass)] = state
      if !strangerClass.isKind(ofClass: objectClass) { noteStranger() }
      return state
    }
  }

  private func noteStranger() {
    hasStrangersFlag.store(true, ordering: .relaxed)
    var ancestor = shape.parent
    while let current = ancestor {
      current.binding.hasStrangersFlag.store(true, ordering: .relaxed)
      ancestor = current.parent
    }
  }

  /// The class of an entity's objects; that of the nearest ancestor with a class if the program lacks the entity's
  /// own, so that relationships to the ancestor can have the objects.
  private static func objectClass(of entity: NSEntityDescription) -> NSManagedObject.Type {
    let relatives = entity.model?.storedEntities ?? entity.lineage.last?.subtree ?? []
    for ancestor in entity.lineage {
      let name = ancestor.managedObjectClassName ?? ""
      if name.isEmpty || name == "NSManagedObject" {
        if ancestor === entity { return NSManagedObject.self }
        continue
      }
      let found = ManagedClasses.objectClass(
        named: name,
        among: relatives.compactMap(\.className)
      )
      guard let found else { continue }
      if ancestor !== entity { MissingClasses.report(entity, using: found) }
      return found
    }
    MissingClasses.report(entity, using: NSManagedObject.self)
    return NSManagedObject.self
  }
}

extension EntityShape {
  /// The defaults of transient attributes, which the objects of a store begin with.
  var transientDefaults: [(index: Int, value: Value)] {
    properties.enumerated().compactMap { index, property in
      guard property.isTransient, let value = (property as? NSAttributeDescription)?.defaultRowValue
      else { return nil }
      return (index, value)
    }
  }
}

extension NSAttributeDescription {
  /// The default value as rows keep it; nil without one.
  fileprivate var defaultRowValue: Value? {
    defaultValue.map { Value($0, for: type) ?? .none }
  }
}

extension PropertyShape.Kind {
  /// Whether the objects that a property leads to are kept beside the row.
  var isRelated: Bool {
    switch self {
    case .toOne, .toMany, .fetched: true
    case .attribute, .other: false
    }
  }

  /// The form in which rows keep a property.
  var fieldKind: FieldKind {
    switch self {
    case .toOne: .reference
    case .toMany, .fetched: .none
    case .other: .object
    case .attribute(let type): type.fieldKind
    }
  }
}

extension NSAttributeDescription.AttributeType {
  fileprivate var fieldKind: FieldKind {
    switch self {
    case .boolean: .boolean
    case .integer16: .integer16
    case .integer32: .integer32
    case .integer64: .integer64
    case .double: .double
    case .float: .float
    case .decimal: .decimal
    case .string: .string
    case .date: .date
    case .binaryData: .data
    case .uuid: .uuid
    case .uri: .url
    default: .object
    }
  }
}
