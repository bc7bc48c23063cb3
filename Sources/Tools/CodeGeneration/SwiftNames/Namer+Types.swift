import ManagedModel

extension Namer {
  /// Reports classes that shadow a type which generated code needs, and those that leave no way to qualify it.
  mutating func checkShadowing(
    _ names: Set<String>,
    in model: Model,
    classes: [SwiftIdentifier?]
  ) {
    let hidden = Set(names.compactMap { KnownTypes.modules[$0] })
    for (entity, name) in zip(model.entities, classes) {
      guard let name = name?.bare else { continue }
      if KnownTypes.modules[name] != nil {
        append(
          GenerationIssue(
            .shadowedType,
            "the class '\(name)' has the name of a type; generated code names that with its module",
            at: entity.source,
            attribute: "representedClassName"
          )
        )
      }
      if KnownTypes.moduleNames.contains(name), hidden.contains(name) {
        append(
          GenerationIssue(
            .shadowedModule,
            "the class '\(name)' hides the module of a type that another class hides",
            at: entity.source,
            attribute: "representedClassName",
            hint: "give one of the classes another name"
          )
        )
      }
    }
  }

  /// Types that some template sets declare beside a class, by the prefix and suffix added to its name.
  private static let derivedTypes = [
    ("_", ""), ("", "Attributes"), ("", "Relationships"), ("", "FetchedProperties"),
    ("", "UserInfo"), ("", "CoreDataClassSet"), ("", "CoreDataPropertiesSet"),
  ]

  /// Reports classes with the name of a type nested in every class, where they would be shadowed.
  mutating func checkNestedTypes(in model: Model, classes: [SwiftIdentifier?]) {
    for (entity, name) in zip(model.entities, classes) {
      guard let name = name?.bare, ManagedObjectMembers.nestedTypes.contains(name) else { continue }
      append(
        GenerationIssue(
          .accessorClash,
          "the class '\(name)' has the name of a type inside of every generated class; most generated code for it "
            + "is refused by the compiler",
          at: entity.source,
          attribute: "representedClassName",
          hint: "give the class another name"
        )
      )
    }
  }

  /// Reports superclasses in user info that are classes of entities, from which only another entity's can inherit.
  mutating func checkSuperclasses(_ names: Set<String>, in model: Model) {
    for entity in model.entities {
      guard let info = entity.userInfo, let superclass = info[.superclass],
        names.contains(superclass)
      else {
        continue
      }
      append(
        GenerationIssue(
          .badTypeText,
          "the superclass '\(superclass)' that '\(entity.name)' names is the class of an entity; "
            + "generated code ignores it",
          at: info.source,
          attribute: nil,
          hint: "make that entity its parent"
        )
      )
    }
  }

  /// Reports classes with the name of a type derived from another class.
  mutating func checkDerivedTypes(
    _ names: Set<String>,
    in model: Model,
    classes: [SwiftIdentifier?]
  ) {
    for (entity, name) in zip(model.entities, classes) {
      guard let name = name?.bare else { continue }
      for (prefix, suffix) in Self.derivedTypes
      where (prefix.isEmpty || prefix.utf8.first == name.utf8.first)
        && (suffix.isEmpty || suffix.utf8.last == name.utf8.last)
        && name.count > prefix.count + suffix.count && name.hasPrefix(prefix)
        && name.hasSuffix(suffix)
      {
        let other = String(name.dropFirst(prefix.count).dropLast(suffix.count))
        guard names.contains(other) else { continue }
        append(
          GenerationIssue(
            .accessorClash,
            "the class '\(name)' has the name of a type that goes with '\(other)' in some "
              + "template sets",
            at: entity.source,
            attribute: "representedClassName",
            hint: "give one of the classes another name"
          )
        )
      }
    }
  }

  /// Reports texts in the place of types that are not types.
  mutating func checkTypes(in model: Model) {
    for entity in model.entities.indices {
      let count = model.entities[entity].properties.count
      // Most properties need no check, and are not copied.
      for position in 0..<count where model.entities[entity].properties[position].mayNameTypes {
        guard case .attribute(let attribute) = model.entities[entity].properties[position] else {
          continue
        }
        checkTypes(of: attribute)
      }
    }
    for composite in model.composites {
      for attribute in composite.attributes { checkTypes(of: attribute) }
    }
  }

  private mutating func checkTypes(of attribute: Attribute) {
    if attribute.type == .transformable,
      let text = SwiftTyping.transformableText(of: attribute), SwiftTypeText(text) == nil
    {
      report(text, of: attribute, instead: "NSObject", at: attribute.source, "customClassName")
    }
    guard let info = attribute.userInfo else { return }
    checkUnwrapping(of: attribute, info)
    for option in [UserInfoOption.rawType, .codableType] {
      guard let text = info[option], SwiftTypeText(text) == nil else { continue }
      report(text, of: attribute, instead: "the stored type", at: info.source, nil)
    }
    if info[.rawType] != nil, !attribute.type.canBeRawValue {
      append(
        GenerationIssue(
          .badTypeText,
          "'\(attribute.name)' has a raw type, but is of the type \(attribute.type.contextName)",
          at: info.source,
          attribute: nil,
          hint: "a raw type must be Integer, Double, Float, Boolean or String"
        )
      )
    }
  }

  /// Reports attributes whose getter traps for a value that the type cannot represent, unless there is a default.
  private mutating func checkUnwrapping(of attribute: Attribute, _ info: UserInfo) {
    guard info.has(.unwrapOptional), !info.has(.nonOptionalInit) else { return }
    let isCodable = attribute.type == .binary && info[.codableType] != nil
    let isRaw = attribute.type.canBeRawValue && info[.rawType] != nil
    guard isCodable || (isRaw && attribute.defaultValue == nil) else { return }
    append(
      GenerationIssue(
        .uncheckedValue,
        "'\(attribute.name)' is declared nonoptional and has no default: reading a value that is "
          + "missing or does not fit stops the program",
        at: info.source,
        attribute: nil,
        hint: isCodable
          ? "remove 'unwrapOptional'"
          : "give the attribute a default that is a value of the type, or remove 'unwrapOptional'"
      )
    )
  }

  private mutating func report(
    _ text: String,
    of attribute: Attribute,
    instead type: String,
    at source: SourceOffset,
    _ name: String?
  ) {
    append(
      GenerationIssue(
        .badTypeText,
        "'\(text)' of '\(attribute.name)' is not a Swift type; generated code says \(type)",
        at: source,
        attribute: name
      )
    )
  }
}

extension Property {
  /// Whether it can have a text in the place of a type.
  fileprivate var mayNameTypes: Bool {
    guard case .attribute(let attribute) = self else { return false }
    return attribute.type == .transformable || attribute.userInfo != nil
  }
}
