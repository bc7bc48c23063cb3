import ManagedModel

/// The settings for generated code in the user info of a model.
///
/// Each option has a key of our own and the keys that other generators use for it; the first one that is present
/// counts.
package enum UserInfoOption: Sendable, CaseIterable {
  /// The name in Swift.
  case swiftName
  /// A `RawRepresentable` type to wrap an attribute's value in.
  case rawType
  /// The type of `rawType` accepts every value, as option sets do.
  case nonOptionalInit
  /// An optional attribute with a `rawType` is not optional in Swift.
  case unwrapOptional
  /// A `Codable` type to store in a Binary attribute.
  case codableType
  /// The class of a Transformable.
  case transformableClass
  /// The attribute cannot be set.
  case readOnly
  /// No code is generated for the entity.
  case ignore
  /// The class of the entity gets primitive accessors.
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
  /// Keys of other generators that have no meaning here, and are not the user's own either.
  static let otherKeys = ["additionalHeaderFileName", "attributeTransformableProtocols"]
}

extension UserInfo {
  /// The text of a setting, or nil if none of its keys is present.
  package subscript(option: UserInfoOption) -> String? {
    option.keys.lazy.compactMap { self[$0] }.first
  }

  /// Whether an option without a value is set; `NO`, `false` and `0` unset it.
  package func has(_ option: UserInfoOption) -> Bool {
    guard let text = self[option] else { return false }
    return !["no", "false", "0"].contains(text.lowercased())
  }
}
