import ManagedModel

/// The Swift types of everything in a model.
package final class SwiftTyping: Sendable {
  private let naming: SwiftNaming
  private let resolved: ResolvedModel

  /// The types that must be qualified by their modules, in qualified form.
  let qualified: [String: String]

  /// The types that must be qualified in expressions.
  private let qualifiedInExpressions: [String: String]

  package init(_ resolved: ResolvedModel, naming: SwiftNaming) {
    self.resolved = resolved
    self.naming = naming
    qualified = Self.qualified(naming.classNames)
    // Qualifying by a shadowed module would not help.
    qualifiedInExpressions = Self.qualified(naming.typesNamedByProperties).filter { name, _ in
      KnownTypes.modules[name].map { !naming.classNames.contains($0) } ?? false
    }
  }

  private static func qualified(_ names: Set<String>) -> [String: String] {
    Dictionary(
      names.compactMap { name in KnownTypes.modules[name].map { (name, "\($0).\(name)") } },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// A type that generated code refers to, qualified if a class of the model has the same name.
  package func known(_ name: String) -> String {
    qualified.isEmpty ? name : qualified[name] ?? name
  }

  /// The same for expressions, where a property shadows a type of the same name.
  package func inExpressions(_ name: String) -> String {
    qualifiedInExpressions.isEmpty
      ? known(name) : qualifiedInExpressions[name] ?? known(name)
  }

  /// The class of an entity's objects.
  package func className(of entity: Int) -> String {
    naming.className(of: entity)?.text ?? known("NSManagedObject")
  }

  /// The class of the objects that a relationship or a fetch request leads to.
  package func className(ofEntityNamed name: String?) -> String {
    name.flatMap { resolved.index(ofEntity: $0) }.map(className(of:)) ?? known("NSManagedObject")
  }
}

// MARK: Attributes

extension SwiftTyping {
  package func type(of attribute: Attribute) -> AttributeSwiftType {
    let storage = storageType(of: attribute)
    let wrapping = wrapper(of: attribute)
    let isUnwrapped = wrapping != nil && attribute.userInfo?.has(.unwrapOptional) == true
    let isOptional =
      attribute.isOptional || !hasFallback(attribute, wrapping?.kind, storage: storage)
    return AttributeSwiftType(
      value: wrapping?.type ?? storage,
      storage: storage,
      isOptional: isOptional && !isUnwrapped,
      wrapper: wrapping?.kind,
      isScalar: attribute.type.isSwiftScalar
    )
  }

  /// Whether there is a substitute for a missing value or one that the wrapper rejects.
  private func hasFallback(
    _ attribute: Attribute,
    _ wrapper: AttributeSwiftType.Wrapper?,
    storage: String
  ) -> Bool {
    switch wrapper {
    case .codable: return false
    case .rawRepresentable: return defaultExpression(of: attribute) != nil
    case .optionSet: return true
    case nil: break
    }
    switch attribute.type {
    case .undefined, .objectID: return false
    case .transformable: return zero(ofType: storage) != nil
    default: return true
    }
  }

  private func wrapper(
    of attribute: Attribute
  ) -> (type: String, kind: AttributeSwiftType.Wrapper)? {
    guard let info = attribute.userInfo else { return nil }
    if attribute.type.canBeRawValue, let text = info[.rawType], let type = SwiftTypeText(text) {
      return (type.unwrapped, info.has(.nonOptionalInit) ? .optionSet : .rawRepresentable)
    }
    if attribute.type == .binary, let text = info[.codableType], let type = SwiftTypeText(text) {
      return (type.unwrapped, .codable)
    }
    return nil
  }

  func storageType(of attribute: Attribute) -> String {
    switch attribute.type {
    case .transformable: transformableType(of: attribute)?.unwrapped ?? known("NSObject")
    case .composite:
      attribute.compositeName.flatMap(naming.compositeName)?.text
        ?? "[\(known("String")): Any]"
    default: known(attribute.type.swiftName)
    }
  }

  /// The class that the model states for a Transformable, in its field or in user info.
  private func transformableType(of attribute: Attribute) -> SwiftTypeText? {
    Self.transformableText(of: attribute).flatMap(SwiftTypeText.init)
  }

  static func transformableText(of attribute: Attribute) -> String? {
    customClass(of: attribute) ?? attribute.userInfo?[.transformableClass]
  }

  /// The text of the field; a leading dot means the current module, as in the class of an entity.
  private static func customClass(of attribute: Attribute) -> String? {
    guard let text = attribute.customClassName, !text.isEmpty else { return nil }
    return text.count > 1 && text.hasPrefix(".") ? String(text.dropFirst()) : text
  }

  /// The type in Xcode's output, which depends on the type and `usesScalarValueType`, never on optionality.
  package func xcodeType(of attribute: Attribute) -> String {
    let isScalar = attribute.usesScalarValueType ?? false
    switch attribute.type {
    case .transformable:
      guard let text = Self.customClass(of: attribute), let type = SwiftTypeText(text) else {
        return known("NSObject") + "?"
      }
      return type.verbatim + "?"
    case .composite: return "[\(known("String")): Any]?"
    case .date: return isScalar ? known("TimeInterval") : known("Date") + "?"
    case let type where type.isSwiftScalar:
      return isScalar ? known(type.swiftName) : known("NSNumber") + "?"
    case let type: return known(type.swiftName) + "?"
    }
  }

  /// `typeName` of SwiftGen's context.
  package func swiftGenType(of attribute: Attribute) -> String {
    switch attribute.type {
    case .transformable:
      guard let name = attribute.customClassName, !name.isEmpty else { return "AnyObject" }
      return name
    case .undefined: return "AnyObject"
    case .composite: return "[String: Any]"
    case let type where type.isSwiftScalar:
      return attribute.usesScalarValueType ?? false ? type.swiftName : "NSNumber"
    case let type: return type.swiftName
    }
  }
}

extension AttributeType {
  /// The Swift type of the values, without `?`; for a Transformable or composite, the base type.
  var swiftName: String {
    switch self {
    case .integer16: "Int16"
    case .integer32: "Int32"
    case .integer64: "Int64"
    case .double: "Double"
    case .float: "Float"
    case .boolean: "Bool"
    case .decimal: "NSDecimalNumber"
    case .string: "String"
    case .date: "Date"
    case .binary: "Data"
    case .uuid: "UUID"
    case .uri: "URL"
    case .objectID: "NSManagedObjectID"
    case .undefined, .transformable: "NSObject"
    case .composite: "Dictionary"
    }
  }

  /// Whether values are numbers or Booleans of Swift.
  var isSwiftScalar: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .double, .float, .boolean: true
    default: false
    }
  }

  /// Whether values can be wrapped in a type with raw values.
  var canBeRawValue: Bool {
    isSwiftScalar || self == .string
  }
}

// MARK: Relationships, fetched properties, requests

extension SwiftTyping {
  /// The portable type of a relationship, without `?`: an object, a set, or for an ordered one an array.
  package func valueType(of relationship: Relationship) -> String {
    let destination = className(ofEntityNamed: relationship.destinationName)
    guard relationship.isToMany else { return destination }
    return relationship.isOrdered ? "[\(destination)]" : "\(known("Set"))<\(destination)>"
  }

  /// The portable declaration: a to-many is never nil.
  ///
  /// A to-one may be nil whatever the model says: before it is set, and after the other object's deletion.
  package func declaredType(of relationship: Relationship) -> String {
    valueType(of: relationship) + (relationship.isToMany ? "" : "?")
  }

  /// The collection class of Xcode's output, or nil for a to-one.
  package func xcodeCollection(of relationship: Relationship) -> String? {
    guard relationship.isToMany else { return nil }
    return known(relationship.isOrdered ? "NSOrderedSet" : "NSSet")
  }

  package func xcodeType(of relationship: Relationship) -> String {
    (xcodeCollection(of: relationship) ?? className(ofEntityNamed: relationship.destinationName))
      + "?"
  }

  package func type(of property: FetchedProperty) -> String {
    "[\(className(ofEntityNamed: property.fetchRequest?.entityName))]"
  }

  /// The type of one result of a request.
  package func resultType(of request: FetchRequestTemplate) -> String {
    switch request.resultType ?? .managedObject {
    case .managedObject: className(ofEntityNamed: request.entityName)
    case .managedObjectID: known("NSManagedObjectID")
    case .dictionary: "[\(known("String")): Any]"
    case .count: known("Int")
    }
  }
}
