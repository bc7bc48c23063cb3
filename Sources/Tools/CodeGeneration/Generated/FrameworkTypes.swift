import ManagedModel

extension ContextModel {
  /// Whether the declarations that are generated for a class refer to types of Core Data or Foundation, so
  /// that the import of these must be as visible as the declarations are.
  func namesFrameworkTypes(_ entity: Int, _ shape: GeneratedShape) -> Bool {
    guard shape.generatedSuperclass != nil else { return true }
    let entities = [entity] + (naming.sharersOfClasses[entity] ?? [])
    let hasRequest = entities.contains { index in
      let name = resolved.entities[index].name
      return resolved.index(ofEntity: name) == index && !requests(ofEntity: name).isEmpty
    }
    return hasRequest
      || shape.accessors.contains { location in
        switch resolved.property(at: location) {
        case .attribute(let attribute): namesFrameworkTypes(attribute)
        case .relationship(let relationship):
          relationship.isToMany || isFramework(typing.valueType(of: relationship))
        case .fetchedProperty(let property): isFramework(typing.type(of: property))
        }
      }
  }

  func namesFrameworkTypes(_ attribute: Attribute) -> Bool {
    let type = typing.type(of: attribute)
    return isFramework(type.storage) || isFramework(type.value)
  }

  /// Whether the text of a type contains a name from Core Data or Foundation.
  func isFramework(_ type: String) -> Bool {
    type.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains { word in
      let name = String(word)
      let module = naming.classNames.contains(name) ? nil : KnownTypes.modules[name]
      return module.map { $0 != "Swift" } ?? (name == "Foundation" || name.hasPrefix("NS"))
    }
  }
}
