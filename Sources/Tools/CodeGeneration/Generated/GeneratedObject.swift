import ManagedModel
import TemplateEngine

/// The parts of the class that is generated for an entity, as templates see them.
///
/// It contains properties that the context has elsewhere too; therefore dumps omit it.
final class GeneratedObject: KeyedObject {
  private let context: ContextModel
  private let index: Int
  private let shape: GeneratedShape

  // Templates iterate over these repeatedly; a property is the same object in all of them.
  private let accessors: Lazy<[TemplateValue]>
  private let keys: Lazy<TemplateValue>
  private let attributes: Lazy<TemplateValue>
  private let relationships: Lazy<TemplateValue>
  private let keyPathRoot: Lazy<String?>

  init(_ context: ContextModel, _ index: Int) {
    self.context = context
    self.index = index
    let shape = context.shape(of: index)
    self.shape = shape
    let accessors = Lazy { shape.accessors.map(context.object(at:)) }
    self.accessors = accessors
    keys = Lazy { context.keys(of: shape, accessors.value) }
    attributes = Lazy {
      context.accessors(of: shape, accessors.value) { $0.isAttribute }
    }
    relationships = Lazy {
      context.accessors(of: shape, accessors.value) { $0.isRelationship }
    }
    keyPathRoot = Lazy { context.keyPathRoot(of: index) }
  }

  enum Key: String, CaseIterable {
    case superclass, hasSuperclass, hasGeneratedSuperclass
    case keys, keyNames, superkeys, keyPathRoot
    case attributes, relationships, fetchedProperties
    case names, supernames, subclasses, isSubclassed, requestEntities, isIdentifiable, objcName
    case classNamesFrameworkTypes, propertiesNameFrameworkTypes
  }

  static let table = TemplateKeys<Key>()

  func part(_ key: Key) -> TemplateValue? {
    switch key {
    case .superclass: .string(superclass)
    case .hasSuperclass: .bool(shape.superclass != nil)
    case .hasGeneratedSuperclass: .bool(shape.generatedSuperclass != nil)
    case .keys: keys.value
    case .keyNames: .string(context.namesLiteral(shape.keys.map(\.location)))
    case .superkeys: .array(superkeys)
    case .keyPathRoot: .optional(keyPathRoot.value)
    case .attributes: attributes.value
    case .relationships: relationships.value
    case .fetchedProperties:
      context.accessors(of: shape, accessors.value) { $0.fetchedProperty != nil }
    case .names: names
    case .supernames: .optional(shape.supernames.map { context.typing.className(of: $0) })
    case .subclasses: .array(subclasses)
    case .isSubclassed: .bool(context.isSubclassed(index))
    case .requestEntities: .strings(requestEntities)
    case .isIdentifiable: .bool(isIdentifiable)
    case .objcName: .optional(objcName)
    case .classNamesFrameworkTypes: .bool(context.isFramework(superclass))
    case .propertiesNameFrameworkTypes: .bool(context.namesFrameworkTypes(index, shape))
    }
  }

  // MARK: Classes

  private var superclass: String {
    if let entity = shape.superclass { return context.typing.className(of: entity) }
    return customSuperclass ?? context.typing.known("NSManagedObject")
  }

  /// The superclass in user info, which applies to roots only.
  private var customSuperclass: String? {
    context.resolved.entities[index].parent == nil ? context.customSuperclass(of: index) : nil
  }

  /// The generated superclasses that have keys, in the order of their numbers.
  private var superkeys: [TemplateValue] {
    shape.superkeys.enumerated().map { number, owner in
      let needsAlias = context.hidesClass(of: owner, insideOf: index)
      return .dictionary([
        "swiftClassName": .string(context.typing.className(of: owner)),
        "alias": needsAlias ? .string("\(ContextModel.rootAlias)\(number + 1)") : .null,
      ])
    }
  }

  /// The Objective-C name in the model, or Swift's own if the model names a module.
  private var objcName: String? {
    let entity = context.resolved.entities[index].entity
    guard EntityClass(of: entity)?.module == .unspecified,
      let name = context.naming.className(of: index)
    else { return nil }
    return name.bare
  }

  /// The descendants, each with its class, every one before its ancestors; only for a class that
  /// has no generated superclass.
  private var subclasses: [TemplateValue] {
    guard shape.generatedSuperclass == nil else { return [] }
    let own = context.naming.className(of: index)
    var result: [TemplateValue] = []
    var pending = context.resolved.entities[index].children
    while let next = pending.popLast() {
      let entity = context.resolved.entities[next]
      pending += entity.children
      guard context.ownsClass(next), context.naming.className(of: next) != own else { continue }
      result.append(
        .dictionary([
          "swiftClassName": .string(context.typing.className(of: next)),
          "nameLiteral": .string(SwiftLiteral.string(entity.name)),
        ])
      )
    }
    return result.reversed()
  }

  /// The entity and those that share its class.
  private var requestEntities: [String] {
    let others = context.naming.sharersOfClasses[index] ?? []
    return ([index] + others).map { context.resolved.entities[$0].name }
  }

  // MARK: Properties

  /// The properties whose names the class declares.
  private var names: TemplateValue {
    if context.resolved.standsAlone(index) { return .array(accessors.value) }
    return .array(shape.names.map(context.object(at:)))
  }

  /// Whether the class inherits directly from `NSManagedObject` and its `id`, if it has one, is of a `Hashable` type.
  private var isIdentifiable: Bool {
    guard shape.superclass == nil, customSuperclass == nil else { return false }
    let id = shape.accessors.first { context.naming.property(at: $0).bare == "id" }
    guard let id, let attribute = context.resolved.property(at: id).attribute else { return true }
    switch attribute.type {
    case .transformable, .composite, .undefined: return false
    default: return context.typing.type(of: attribute).wrapper == nil
    }
  }
}

extension ContextModel {
  /// An alias for a class whose own name cannot begin a key path: the name is in
  /// backticks, a property has the same name, or a member of every object may have it.
  fileprivate func keyPathRoot(of index: Int) -> String? {
    hidesClass(of: index, insideOf: index) ? Self.rootAlias : nil
  }

  /// Whether the name of a class does not refer to the class inside that of an entity, which may have a property of
  /// the name.
  fileprivate func hidesClass(of owner: Int, insideOf entity: Int) -> Bool {
    guard let name = naming.className(of: owner) else { return false }
    let isLikeMember = name.bare.first.map { !$0.isUppercase } ?? false
    return name.text != name.bare || isLikeMember
      || resolved.allProperties(of: resolved.entities[entity])
        .contains { naming.property(at: $0).bare == name.bare }
  }

  /// The prefix of aliases for classes, which no key has.
  static let rootAlias = "GeneratedObject"

  /// The given properties for which a class declares accessors.
  fileprivate func accessors(
    of shape: GeneratedShape,
    _ objects: [TemplateValue],
    where condition: (Property) -> Bool
  ) -> TemplateValue {
    .array(
      zip(shape.accessors, objects)
        .filter { condition(resolved.property(at: $0.0)) }
        .map(\.1)
    )
  }

  /// The names of properties as one space-separated literal, or as a list of literals if a name contains spaces.
  fileprivate func namesLiteral(_ properties: [PropertyLocation]) -> String {
    let names = properties.map { resolved.property(at: $0).name }
    if !names.contains(where: { $0.utf8.contains(UInt8(ascii: " ")) || $0.isEmpty }) {
      return SwiftLiteral.string(names.joined(separator: " "))
    }
    return "[" + names.map(SwiftLiteral.string).joined(separator: ", ") + "]"
  }

  /// The properties that the class numbers; `hasKeyPath` if a key path can refer to the accessor.
  fileprivate func keys(of shape: GeneratedShape, _ accessors: [TemplateValue]) -> TemplateValue {
    .array(
      shape.keys.map { key in
        let name = naming.property(at: key.location).bare
        return .object(
          KeyObject(
            property: key.accessor.map { accessors[$0] } ?? object(at: key.location),
            hasKeyPath: key.hasAccessor && !Self.namesWithoutKeyPath.contains(name)
          )
        )
      }
    )
  }

  /// Names that the compiler parses as a type after a class's name, so that no key path leads to a property of
  /// that name; the last one is a member of every `Identifiable` class.
  private static let namesWithoutKeyPath: Set<String> = ["Type", "Protocol", "ID"]
}

/// A numbered property as templates see it.
private final class KeyObject: KeyedObject {
  private let property: TemplateValue
  private let hasKeyPath: Bool

  init(property: TemplateValue, hasKeyPath: Bool) {
    self.property = property
    self.hasKeyPath = hasKeyPath
  }

  enum Key: String, CaseIterable {
    case property, hasKeyPath
  }

  static let table = TemplateKeys<Key>()

  func part(_ key: Key) -> TemplateValue? {
    switch key {
    case .property: property
    case .hasKeyPath: .bool(hasKeyPath)
    }
  }
}
