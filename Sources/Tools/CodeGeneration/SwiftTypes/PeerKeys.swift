import ManagedModel

/// The settings for generated code in the user info of a model.
///
/// Each wish has a key of our own and the keys by which other generators know it; the first that is there
/// counts.
package enum UserInfoOption: Sendable, CaseIterable {
  /// The name in Swift.
  case swiftName
  /// A `RawRepresentable` type to wrap an attribute's value in.
  case rawType
  /// That the type of `rawType` takes every value, as option sets do.
  case nonOptionalInit
  /// That an optional attribute with a `rawType` is not optional in Swift.
  case unwrapOptional
  /// A `Codable` type to keep in a Binary attribute.
  case codableType
  /// The class of a Transformable.
  case transformableClass
  /// That an attribute cannot be set.
  case readOnly
  /// That no code is wanted for an entity.
  case ignore
  /// That the class of an entity gets primitive accessors.
  case primitives
  /// Modules to import.
  case imports
  /// The superclass of an entity without a parent.
  case superclass
  /// The documentation of the declaration.
  case documentation

  /// The keys, our own first.
  package var keys: [String] {
    switch self {
    case .swiftName: ["momgen.swiftName", "swiftName"]
    case .rawType:
      ["momgen.rawType", "RawType", "attributeValueScalarType", "attributeRawValueEnumType"]
    case .nonOptionalInit: ["momgen.nonOptionalInit", "nonOptionalInit"]
    case .unwrapOptional: ["momgen.unwrapOptional", "unwrapOptional"]
    case .codableType: ["momgen.codableType", "attributeCodableTypeName"]
    case .transformableClass: ["momgen.className", "attributeValueClassName"]
    case .readOnly: ["momgen.readonly", "mogenerator.readonly"]
    case .ignore: ["momgen.ignore", "mogenerator.ignore"]
    case .primitives: ["momgen.primitives"]
    case .imports: ["momgen.imports", "additionalImports"]
    case .superclass: ["momgen.superclass", "mogenerator.customBaseClass"]
    case .documentation: ["momgen.documentation", "documentation", "discussion"]
    }
  }
}

extension UserInfoOption {
  /// Keys of other generators that mean nothing here, and are no user's own either.
  static let otherKeys = ["additionalHeaderFileName", "attributeTransformableProtocols"]
}

extension UserInfo {
  /// The problem with a setting, or nil.
  package subscript(wish: UserInfoOption) -> String? {
    wish.keys.lazy.compactMap { self[$0] }.first
  }

  /// Whether a wish is there that needs no value; `NO`, `false` and `0` take it back.
  package func has(_ wish: UserInfoOption) -> Bool {
    guard let text = self[wish] else { return false }
    return !["no", "false", "0"].contains(text.lowercased())
  }
}
