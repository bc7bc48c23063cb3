import Diagnostics
import ManagedModel

/// Reads the `contents` file of a model: bytes in, a ``Model`` and all problems out.
///
/// Reading continues after a problem in the model; only a file that is not XML, or not a model,
/// gives no value. The tables in `Fields+….swift` define the meaning of texts.
package struct ContentsReader {
  /// The result of reading a file.
  package struct Reading: Sendable {
    /// The model, or nil when the file is not a model.
    package var model: Model?

    /// The problems with the contents of the file.
    ///
    /// ``ModelValidator`` checks their meaning.
    package var problems: [ModelProblem]
  }

  package static func read(_ bytes: [UInt8]) -> Reading {
    let document: XMLDocument
    do {
      document = try XMLReader.read(bytes)
    } catch {
      return Reading(
        model: nil,
        problems: [
          ModelProblem(
            error.byte == nil ? .unreadableFile : .malformedXML,
            error.message,
            at: error.byte.map { SourceOffset($0) } ?? .none,
            hint: error.hint
          )
        ]
      )
    }
    var reader = Self(document: document, bytes: bytes)
    let model = reader.readRoot(endsWithNewline: bytes.last == UInt8(ascii: "\n"))
    return Reading(model: model, problems: reader.session.problems)
  }

  var session: ReadingSession
  let models: ElementReader<Model>
  let entities: ElementReader<Entity>
  let attributes: ElementReader<Attribute>
  let relationships: ElementReader<Relationship>
  let fetchedProperties: ElementReader<FetchedProperty>
  let fetchRequests: ElementReader<FetchRequestTemplate>
  let fetchIndexes: ElementReader<FetchIndex>
  let fetchIndexElements: ElementReader<FetchIndexElement>
  let references: ElementReader<PropertyReference>
  let userInfoEntries: ElementReader<UserInfoEntry>
  let userInfos: ElementReader<UserInfo>
  let compoundIndexes: ElementReader<CompoundIndex>
  let uniquenessConstraints: ElementReader<UniquenessConstraint>
  let configurations: ElementReader<Configuration>
  let memberEntities: ElementReader<PropertyReference>
  let composites: ElementReader<Composite>
  let diagramBoxes: ElementReader<DiagramBox>

  private init(document: XMLDocument, bytes: [UInt8]) {
    session = ReadingSession(document: document, bytes: bytes)
    models = ElementReader(Fields.model, for: document)
    entities = ElementReader(Fields.entity, for: document)
    attributes = ElementReader(Fields.attribute, for: document)
    relationships = ElementReader(Fields.relationship, for: document)
    fetchedProperties = ElementReader(Fields.fetchedProperty, for: document)
    fetchRequests = ElementReader(Fields.fetchRequest, for: document)
    fetchIndexes = ElementReader(Fields.fetchIndex, for: document)
    fetchIndexElements = ElementReader(Fields.fetchIndexElement, for: document)
    references = ElementReader(Fields.propertyReference, for: document)
    userInfoEntries = ElementReader(Fields.userInfoEntry, for: document)
    userInfos = ElementReader(Fields.userInfo, for: document)
    compoundIndexes = ElementReader(Fields.compoundIndex, for: document)
    uniquenessConstraints = ElementReader(Fields.uniquenessConstraint, for: document)
    configurations = ElementReader(Fields.configuration, for: document)
    memberEntities = ElementReader(Fields.memberEntity, for: document)
    composites = ElementReader(Fields.composite, for: document)
    diagramBoxes = ElementReader(Fields.diagramBox, for: document)
  }

  private mutating func readRoot(endsWithNewline: Bool) -> Model? {
    guard let root = session.document.root, session.document.name(of: root) == "model" else {
      reportWrongRoot()
      return nil
    }
    var model = Model()
    models.read(root, into: &model, session: &session)
    model.header.endsWithNewline = endsWithNewline
    model.entities.reserveCapacity(session.document.childCount(of: root))
    keepSurroundings(in: &model)
    model.spelling.childOrder = readChildren(of: root, into: &model) {
      reader,
      child,
      name,
      model in
      reader.readChild(child, named: name, into: &model)
    }
    checkDocumentType(model, root)
    return model
  }

  private func keepSurroundings(in model: inout Model) {
    var isAfterRoot = false
    for node in session.document.topLevel {
      if node.kind == .element {
        isAfterRoot = true
      } else if isAfterRoot {
        model.header.epilogue.append(session.foreignNode(node))
      } else {
        model.header.prologue.append(session.foreignNode(node))
      }
    }
  }

  private mutating func reportWrongRoot() {
    let name = session.document.root.map { session.document.name(of: $0) } ?? ""
    let isMapping = name == "database"
    session.report(
      ModelProblem(
        .wrongRoot,
        "the root element is <\(name)>, not <model>",
        at: SourceOffset(Int(session.document.root?.offset ?? 0)),
        hint: isMapping ? "this is a mapping model (.xcmappingmodel), not a data model" : nil
      )
    )
  }

  private mutating func checkDocumentType(_ model: Model, _ root: XMLNode) {
    let expected = [
      ("type", model.header.type, "com.apple.IDECoreDataModeler.DataModel"),
      ("documentVersion", model.header.documentVersion, "1.0"),
    ]
    for (attribute, found, usual) in expected {
      guard let found, found != usual else { continue }
      session.report(
        ModelProblem(
          .unknownDocumentType,
          "the \(attribute) of the document is '\(found)', not '\(usual)'",
          at: model.source,
          attribute: attribute
        )
      )
    }
  }

  private mutating func readChild(
    _ node: XMLNode,
    named name: String,
    into model: inout Model
  ) -> ChildKind {
    switch name {
    case "entity":
      model.entities.append(readEntity(node))
      return .entity
    case "fetchRequest":
      model.fetchRequests.append(readFetchRequest(node))
      return .fetchRequest
    case "configuration":
      model.configurations.append(readConfiguration(node))
      return .configuration
    case "composite":
      model.composites.append(readComposite(node))
      return .composite
    case "elements" where model.diagram == nil:
      model.diagram = readDiagram(node, into: &model)
      return .elements
    default:
      session.keepForeign(
        node,
        in: &model,
        rule: name == "elements" ? .duplicateElement : .unknownElement
      )
      return .foreign
    }
  }

  /// Passes every child to a function that returns its kind, and returns the order of the kinds
  /// if that must be kept.
  mutating func readChildren<Value: ModelElement>(
    of node: XMLNode,
    into value: inout Value,
    _ read: (inout Self, XMLNode, String, inout Value) -> ChildKind
  ) -> [ChildKind] {
    guard node.firstChild >= 0 else { return [] }
    var kinds: [ChildKind] = []
    for child in session.document.children(of: node) {
      if child.kind == .element {
        kinds.append(read(&self, child, session.document.name(of: child), &value))
      } else {
        session.keepForeign(child, in: &value)
        kinds.append(.foreign)
      }
    }
    return ChildKind.orderWorthKeeping(kinds)
  }

  /// Reads all children with one name; any other child is kept in the parent.
  mutating func readList<Value, Parent: ModelElement>(
    of node: XMLNode,
    named name: String,
    parent: inout Parent,
    _ read: (inout Self, XMLNode) -> Value
  ) -> [Value] {
    var list: [Value] = []
    for child in session.document.children(of: node) {
      if child.kind == .element, session.document.name(of: child) == name {
        list.append(read(&self, child))
      } else {
        session.keepForeign(child, in: &parent)
      }
    }
    return list
  }
}
