/// The version hash of one property, with the doubts about it.
///
/// Transient and fetched properties have none: they are not stored.
package struct PropertyHash {
  package let bytes: [UInt8]
  package let doubts: [HashDoubt]

  /// The hash of a property of a model.
  package init?(_ property: Property, in model: ResolvedModel) {
    self.init(property, CompositeHashes(model))
  }

  init?(_ property: Property, _ composites: CompositeHashes) {
    guard !property.isTransient else { return nil }
    switch property {
    case .attribute(let attribute): self.init(attribute, composites)
    case .relationship(let relationship): self.init(relationship)
    case .fetchedProperty: return nil
    }
  }

  private init(bytes: [UInt8], doubts: [HashDoubt]) {
    self.bytes = bytes
    self.doubts = doubts
  }

  private init(_ attribute: Attribute, _ composites: CompositeHashes) {
    if attribute.isDerived {
      self.init(derived: attribute)
      return
    }
    var input = HashInput()
    input.append(
      Self.base(attribute.name, attribute.isOptional, attribute.versionHashModifier)
    )
    input.append(attribute.type.code)
    if attribute.allowsExternalBinaryDataStorage { input.append([1]) }
    if attribute.preservesValueInHistoryOnDeletion { input.append([1]) }
    if let members = composites[attribute] { input.append(members) }
    self.init(bytes: input.hash, doubts: Self.doubts(about: attribute))
  }

  /// Hashes the expression only; the name, the type and everything else of the attribute play no part.
  private init(derived attribute: Attribute) {
    let derivation = DerivationText(attribute.derivationExpression ?? "")
    var input = HashInput()
    input.append(derivation.archived)
    var found: [HashDoubt] = []
    if !derivation.isEstablished {
      found.append(
        .derivation(
          property: attribute.name,
          expression: attribute.derivationExpression ?? ""
        )
      )
    }
    if attribute.versionHashModifier?.isEmpty == false {
      found.append(.derivedWithModifier(property: attribute.name))
    }
    self.init(bytes: input.hash, doubts: found)
  }

  private init(_ relationship: Relationship) {
    var input = HashInput()
    input.append(
      Self.base(
        relationship.name,
        relationship.isOptional,
        relationship.versionHashModifier
      )
    )
    input.append(relationship.destinationName ?? "")
    input.append(relationship.inverseName ?? "")
    input.append(relationship.effectiveMaximumCount)
    input.append(relationship.effectiveMinimumCount)
    if relationship.isOrdered { input.append([1, 0]) }
    self.init(bytes: input.hash, doubts: Self.doubts(about: relationship))
  }

  private static func base(_ name: String, _ isOptional: Bool, _ modifier: String?) -> [UInt8] {
    var input = HashInput()
    input.append(name)
    input.append(isOptional)
    input.append([0])
    input.append(modifier ?? "")
    return input.hash
  }

  private static func doubts(about attribute: Attribute) -> [HashDoubt] {
    var found: [HashDoubt] = []
    if attribute.allowsExternalBinaryDataStorage && attribute.preservesValueInHistoryOnDeletion {
      found.append(.externalStorageAndPreservation(property: attribute.name))
    }
    if attribute.type == .composite { found.append(.composite(property: attribute.name)) }
    if attribute.type == .undefined { found.append(.undefinedType(property: attribute.name)) }
    if attribute.allowsCloudEncryption {
      found.append(.cloudEncryption(property: attribute.name))
    }
    if !attribute.name.isASCII { found.append(.nonASCIIName(attribute.name)) }
    return found
  }

  private static func doubts(about relationship: Relationship) -> [HashDoubt] {
    var found: [HashDoubt] = []
    if relationship.versionHashModifier?.isEmpty == false {
      found.append(.relationshipModifier(property: relationship.name))
    }
    if relationship.deleteRule == .deny || relationship.deleteRule == .noAction {
      found.append(.deleteRule(property: relationship.name))
    }
    if !relationship.name.isASCII { found.append(.nonASCIIName(relationship.name)) }
    return found
  }
}

extension String {
  /// Whether all characters are in ASCII.
  var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
