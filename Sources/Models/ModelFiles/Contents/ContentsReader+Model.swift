import ManagedModel

/// Reading of fetch requests, configurations, composites, the diagram, and user info.
extension ContentsReader {
  mutating func readFetchRequest(_ node: XMLNode) -> FetchRequestTemplate {
    var request = FetchRequestTemplate(name: "")
    fetchRequests.read(node, into: &request, session: &session)
    request.spelling.childOrder = readForeignChildren(of: node, into: &request)
    return request
  }

  mutating func readConfiguration(_ node: XMLNode) -> Configuration {
    var configuration = Configuration(name: "")
    configurations.read(node, into: &configuration, session: &session)
    configuration.members = readList(of: node, named: "memberEntity", parent: &configuration) {
      reader,
      child in
      var member = PropertyReference("")
      reader.memberEntities.read(child, into: &member, session: &reader.session)
      return member
    }
    return configuration
  }

  mutating func readComposite(_ node: XMLNode) -> Composite {
    var composite = Composite(name: "")
    composites.read(node, into: &composite, session: &session)
    composite.attributes = readList(of: node, named: "attribute", parent: &composite) {
      reader,
      child in reader.readAttribute(child)
    }
    return composite
  }

  mutating func readDiagram(_ node: XMLNode, into model: inout Model) -> [DiagramBox] {
    readList(of: node, named: "element", parent: &model) { reader, child in
      var box = DiagramBox(name: "")
      reader.diagramBoxes.read(child, into: &box, session: &reader.session)
      return box
    }
  }

  mutating func readUserInfo(_ node: XMLNode) -> UserInfo {
    var info = UserInfo(source: SourceOffset(Int(node.offset)))
    userInfos.read(node, into: &info, session: &session)
    info.entries = readList(of: node, named: "entry", parent: &info) { reader, child in
      var entry = UserInfoEntry(key: "", value: "")
      reader.userInfoEntries.read(child, into: &entry, session: &reader.session)
      return entry
    }
    return info
  }

  /// Reads the children of an element that has none in the format.
  mutating func readForeignChildren<Value: ModelElement>(
    of node: XMLNode,
    into value: inout Value
  ) -> [ChildKind] {
    readChildren(of: node, into: &value) { reader, child, _, value in
      reader.session.keepForeign(child, in: &value)
      return .foreign
    }
  }

  /// Reads the children of an element whose only one in the format is a user info.
  mutating func readUserInfoChild<Value: ModelElement>(
    of node: XMLNode,
    into value: inout Value,
    _ part: WritableKeyPath<Value, UserInfo?>
  ) -> [ChildKind] {
    readChildren(of: node, into: &value) { reader, child, name, value in
      guard name == "userInfo" else {
        reader.session.keepForeign(child, in: &value)
        return .foreign
      }
      guard value[keyPath: part] == nil else {
        reader.session.keepForeign(child, in: &value, rule: .duplicateElement)
        return .foreign
      }
      value[keyPath: part] = reader.readUserInfo(child)
      return .userInfo
    }
  }
}
