import Foundation

/// What an entity's objects are made of in this program: their class, and the class of their rows.
final class EntityBinding: @unchecked Sendable {
  /// The class of the objects.
  let objectClass: NSManagedObject.Type

  /// Whether rows have the fields of generated code.
  let hasTypedRow: Bool

  /// Whether the objects of all subentities have classes that inherit from this entity's.
  let isUniform: Bool

  /// How many slots there are beside a row, for relationships and fetched properties.
  let relatedCount: Int

  /// What makes faults.
  let faultMaker: FaultMaker

  private let propertyCount: Int

  /// What a new object has: the defaults.
  private let defaults: Row

  /// The defaults of transient attributes, which stores keep nothing of.
  private let transientDefaults: [(index: Int, value: Value)]

  init(_ shape: EntityShape) {
    let objectClass = Self.objectClass(of: shape.entity)
    let rowClass = Self.rowClass(nestedIn: objectClass)
    let typed = rowClass.flatMap { $0.layout.fits(shape) ? $0 : nil }
    self.objectClass = objectClass
    HiddenProperties(of: objectClass, shape).report()
    if let rowClass { KeyPathNames.shared.add(rowClass.layout.names) }
    isUniform = shape.subshapes.allSatisfy { subshape in
      subshape.binding.isUniform && Self.inherits(subshape.binding.objectClass, from: objectClass)
    }
    hasTypedRow = typed != nil
    faultMaker = FaultMaker(shape, objectClass, hasTypedRow: typed != nil)
    defaults = typed.map { $0.init() } ?? DynamicRow(count: shape.slots.count)
    propertyCount = shape.slots.count
    relatedCount = shape.relatedSlots.lazy.filter { $0 != nil }.count
    var transients: [(index: Int, value: Value)] = []
    for (index, property) in shape.properties.enumerated() {
      guard let attribute = property as? NSAttributeDescription,
        let object = attribute.defaultValue
      else { continue }
      let value = Value(object, for: attribute.type) ?? .none
      defaults.setValue(value, at: index)
      if attribute.isTransient { transients.append((index, value)) }
    }
    transientDefaults = transients
  }

  /// Gives the transient attributes of a row what an object has that comes from a store: their defaults.
  func resetTransients(of row: Row) {
    for (index, value) in transientDefaults { row.setValue(value, at: index) }
  }

  /// A row without values but for those of transient attributes.
  func makeRow() -> Row {
    let row =
      defaults is DynamicRow ? DynamicRow(count: propertyCount) : type(of: defaults).init()
    resetTransients(of: row)
    return row
  }

  /// A row as a new object has it.
  func makeDefaultRow() -> Row {
    defaults.copy()
  }

  private static func objectClass(of entity: NSEntityDescription) -> NSManagedObject.Type {
    let name = entity.managedObjectClassName ?? ""
    if name.isEmpty || name == "NSManagedObject" { return NSManagedObject.self }
    let relatives = entity.model?.storedEntities ?? entity.lineage.last?.subtree ?? []
    return ProgramClasses.managedObjectClass(
      named: name,
      among: relatives.compactMap(\.className)
    ) ?? NSManagedObject.self
  }

  private static func inherits(_ subclass: AnyClass, from objectClass: AnyClass) -> Bool {
    var next: AnyClass? = subclass
    while let current = next {
      if current == objectClass { return true }
      next = _getSuperclass(current)
    }
    return false
  }

  /// The row that generated code nests in a class.
  static func rowClass(nestedIn objectClass: NSManagedObject.Type) -> Row.Type? {
    guard let name = _mangledTypeName(objectClass) else { return nil }
    return _typeByName(name + "12GeneratedRowC") as? Row.Type
  }
}

extension GeneratedCode1.Layout {
  /// Whether a row of this layout has exactly the properties of an entity.
  func fits(_ shape: EntityShape) -> Bool {
    entity == shape.name && properties.count == shape.slots.count
      && zip(properties, shape.slots).allSatisfy { $0.name == $1.name && $0.kind == $1.kind.layout }
  }
}

extension PropertyShape.Kind {
  /// Whether what a property leads to is kept beside the row.
  var isRelated: Bool {
    switch self {
    case .toOne, .toMany, .fetched: true
    case .attribute, .other: false
    }
  }

  /// The kind of field that generated code has for a property.
  var layout: GeneratedCode1.Layout.Kind? {
    switch self {
    case .toOne: .toOne
    case .toMany(let ordered): ordered ? .orderedToMany : .toMany
    case .fetched: .fetched
    case .other: nil
    case .attribute(let type): type.layout
    }
  }
}

extension NSAttributeDescription.AttributeType {
  fileprivate var layout: GeneratedCode1.Layout.Kind? {
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
    case .binaryData: .binary
    case .uuid: .uuid
    case .uri: .uri
    case .objectID: .objectID
    case .transformable: .transformable
    case .composite: .composite
    default: .undefined
    }
  }
}
