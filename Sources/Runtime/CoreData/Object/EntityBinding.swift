import Foundation
import ObjectRows
import Synchronization

/// The class of an entity's objects in this program, and their initial rows.
final class EntityBinding: @unchecked Sendable {
  // The rest is immutable after initialization; the default row is only copied.
  private let strangers = Mutex<[ObjectIdentifier: ObjectState]>([:])
  private let hasStrangersFlag = Atomic<Bool>(false)

  /// The class of the objects.
  let objectClass: NSManagedObject.Type

  /// Whether the classes of all subentities inherit from this entity's.
  let isUniform: Bool

  /// Whether the program has created objects of the entity or its subentities with another class than the model
  /// names.
  var hasStrangers: Bool { hasStrangersFlag.load(ordering: .relaxed) }

  /// Whether objects may have methods that validate single properties.
  var mayHaveValidators: Bool { hasValidators || hasStrangers }
  private let hasValidators: Bool

  /// The number of slots for relationships and fetched properties of an object.
  let relatedCount: Int

  /// The factory of the entity's faults.
  let faultMaker: FaultMaker

  /// The state of a new object.
  let initialState: ObjectState

  private let layout: RowLayout

  // The shape retains this object, and is immortal.
  private unowned(unsafe) let shape: EntityShape

  /// The row of a new object: the defaults.
  private let defaults: Row

  /// The defaults of transient attributes, which are not stored.
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

  /// Sets the transient attributes of a row to their defaults, as in an object that is fetched.
  func resetTransients(of row: Row) {
    for (index, value) in transientDefaults { row.setValue(value, at: index) }
  }

  /// Creates a row whose only values are those of transient attributes.
  func makeRow() -> Row {
    let row = Row.make(layout)
    if !transientDefaults.isEmpty { resetTransients(of: row) }
    return row
  }

  /// Creates the row of a new object.
  func makeDefaultRow() -> Row {
    defaults.copy()
  }

  /// The initial state of an object of another class than the model names.
  ///
  /// The generated code of that class may belong to another entity: its numbers are used only if they match this one.
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
  /// own, so that relationships to the ancestor can contain the objects.
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
  /// The defaults of transient attributes, which objects of a store initially have.
  var transientDefaults: [(index: Int, value: Value)] {
    properties.enumerated().compactMap { index, property in
      guard property.isTransient, let value = (property as? NSAttributeDescription)?.defaultRowValue
      else { return nil }
      return (index, value)
    }
  }
}

extension NSAttributeDescription {
  /// The default value in the form of rows; nil if there is none.
  fileprivate var defaultRowValue: Value? {
    defaultValue.map { Value($0, for: type) ?? .none }
  }
}

extension PropertyShape.Kind {
  /// Whether the property has a slot for objects.
  var isRelated: Bool {
    switch self {
    case .toOne, .toMany, .fetched: true
    case .attribute, .other: false
    }
  }

  /// The kind of the property's field in rows.
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
