import ManagedModel

/// Reading of entities, their properties, indexes and constraints.
extension ContentsReader {
  mutating func readEntity(_ node: XMLNode) -> Entity {
    var entity = Entity(name: "", isSyncable: false)
    entities.read(node, into: &entity, session: &session)
    // Properties are large values: growing an array of them costs more than counting them.
    entity.properties.reserveCapacity(session.document.childCount(of: node))
    entity.spelling.childOrder = readChildren(of: node, into: &entity) {
      reader,
      child,
      name,
      entity in
      reader.readChild(child, named: name, into: &entity)
    }
    return entity
  }

  private mutating func readChild(
    _ node: XMLNode,
    named name: String,
    into entity: inout Entity
  ) -> ChildKind {
    switch name {
    case "attribute":
      entity.properties.append(.attribute(readAttribute(node)))
      return .attribute
    case "relationship":
      entity.properties.append(.relationship(readRelationship(node)))
      return .relationship
    case "fetchedProperty":
      entity.properties.append(.fetchedProperty(readFetchedProperty(node)))
      return .fetchedProperty
    case "fetchIndex":
      entity.fetchIndexes.append(readFetchIndex(node))
      return .fetchIndex
    case "compoundIndexes" where entity.compoundIndexes == nil:
      entity.compoundIndexes = readList(of: node, named: "compoundIndex", parent: &entity) {
        reader,
        child in reader.readCompoundIndex(child)
      }
      return .compoundIndexes
    case "uniquenessConstraints" where entity.uniquenessConstraints == nil:
      entity.uniquenessConstraints = readList(
        of: node,
        named: "uniquenessConstraint",
        parent: &entity
      ) { reader, child in reader.readUniquenessConstraint(child) }
      return .uniquenessConstraints
    case "userInfo" where entity.userInfo == nil:
      entity.userInfo = readUserInfo(node)
      return .userInfo
    case "compoundIndexes", "uniquenessConstraints", "userInfo":
      session.keepForeign(node, in: &entity, rule: .duplicateElement)
      return .foreign
    default:
      session.keepForeign(node, in: &entity)
      return .foreign
    }
  }

  mutating func readAttribute(_ node: XMLNode) -> Attribute {
    var attribute = Attribute(name: "")
    attributes.read(node, into: &attribute, session: &session)
    if node.firstChild >= 0 {
      attribute.spelling.childOrder = readUserInfoChild(of: node, into: &attribute, \.userInfo)
    }
    return attribute
  }

  private mutating func readRelationship(_ node: XMLNode) -> Relationship {
    var relationship = Relationship(name: "", deleteRule: nil)
    relationship.maximumCount = nil
    relationships.read(node, into: &relationship, session: &session)
    if node.firstChild >= 0 {
      relationship.spelling.childOrder = readUserInfoChild(
        of: node,
        into: &relationship,
        \.userInfo
      )
    }
    return relationship
  }

  private mutating func readFetchedProperty(_ node: XMLNode) -> FetchedProperty {
    var property = FetchedProperty(name: "")
    fetchedProperties.read(node, into: &property, session: &session)
    property.spelling.childOrder = readChildren(of: node, into: &property) {
      reader,
      child,
      name,
      property in
      switch name {
      case "fetchRequest" where property.fetchRequest == nil:
        property.fetchRequest = reader.readFetchRequest(child)
        return .fetchRequest
      case "userInfo" where property.userInfo == nil:
        property.userInfo = reader.readUserInfo(child)
        return .userInfo
      default:
        let isSecond = name == "fetchRequest" || name == "userInfo"
        reader.session.keepForeign(
          child,
          in: &property,
          rule: isSecond ? .duplicateElement : .unknownElement
        )
        return .foreign
      }
    }
    return property
  }

  private mutating func readFetchIndex(_ node: XMLNode) -> FetchIndex {
    var index = FetchIndex(name: "")
    fetchIndexes.read(node, into: &index, session: &session)
    index.elements = readList(of: node, named: "fetchIndexElement", parent: &index) {
      reader,
      child in
      var element = FetchIndexElement()
      reader.fetchIndexElements.read(child, into: &element, session: &reader.session)
      return element
    }
    return index
  }

  private mutating func readCompoundIndex(_ node: XMLNode) -> CompoundIndex {
    var index = CompoundIndex()
    compoundIndexes.read(node, into: &index, session: &session)
    index.members = readReferences(in: node, named: "index", parent: &index)
    return index
  }

  private mutating func readUniquenessConstraint(_ node: XMLNode) -> UniquenessConstraint {
    var constraint = UniquenessConstraint()
    uniquenessConstraints.read(node, into: &constraint, session: &session)
    constraint.members = readReferences(in: node, named: "constraint", parent: &constraint)
    return constraint
  }

  private mutating func readReferences(
    in node: XMLNode,
    named name: String,
    parent: inout some ModelElement
  ) -> [PropertyReference] {
    readList(of: node, named: name, parent: &parent) { reader, child in
      var reference = PropertyReference("")
      reader.references.read(child, into: &reference, session: &reader.session)
      return reference
    }
  }
}
