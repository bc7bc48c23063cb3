import Diagnostics
import ManagedModel

/// Reads the `contents` file of a model: bytes in, a ``Model`` and all problems out.
///
/// Reading continues after a problem in the model; only a file that is not XML, or not a model,
/// gives no value. The tables in `Fields+….swift` define the meaning of texts.
package struct ContentsReader: Sendable {
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
    var readers: [Self]
    do {
      readers = try Self.readers(of: bytes)
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
    return reading(from: &readers, endsWithNewline: bytes.last == UInt8(ascii: "\n"))
  }

  /// The readers of the parts of a file.
  private static func readers(of bytes: [UInt8]) throws(XMLProblem) -> [Self] {
    if let readers = concurrentReaders(of: bytes) { return readers }
    return [Self(document: try XMLReader.read(bytes), bytes: bytes)]
  }

  private static func reading(from readers: inout [Self], endsWithNewline: Bool) -> Reading {
    guard readers[0].hasModel else {
      readers[0].reportWrongRoot()
      return Reading(model: nil, problems: readers[0].session.findings.problems)
    }
    var model = Model()
    readers[0].readRoot(into: &model)
    model.header.endsWithNewline = endsWithNewline
    model.entities.reserveCapacity(readers.reduce(0) { $0 + $1.childCount })
    var kinds: [ChildKind] = []
    var findings = ReadingSession.Findings()
    swap(&readers[0].session.findings, &findings)
    for index in readers.indices {
      swap(&readers[index].session.findings, &findings)
      kinds += readers[index].readRootChildren(into: &model)
      swap(&readers[index].session.findings, &findings)
    }
    model.spelling.childOrder = ChildKind.orderWorthKeeping(kinds)
    for problem in problemsWithDocumentType(of: model) { findings.report(problem) }
    return Reading(model: model, problems: findings.problems)
  }

  var session: ReadingSession

  /// The entities that have been read already, last one first.
  var earlyEntities: [EarlyEntity] = []

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

  init(document: XMLDocument, bytes: [UInt8]) {
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

  private var hasModel: Bool {
    session.document.root.map { session.document.name(of: $0) } == "model"
  }

  /// The number of children of the root in this part of the file.
  private var childCount: Int {
    session.document.root.map { session.document.childCount(of: $0) } ?? earlyEntities.count
  }

  private mutating func readRoot(into model: inout Model) {
    guard let root = session.document.root else { return }
    models.read(root, into: &model, session: &session)
  }

  /// Reads the children of the root in this part of the file, and what surrounds the root; returns the kinds of the
  /// children.
  private mutating func readRootChildren(into model: inout Model) -> [ChildKind] {
    keepSurroundings(in: &model)
    guard let root = session.document.root else {
      let kinds = [ChildKind](repeating: .entity, count: earlyEntities.count)
      while let entity = nextEarlyEntity() { model.entities.append(entity) }
      return kinds
    }
    return readKinds(ofChildrenOf: root, into: &model) { reader, child, name, model in
      reader.readChild(child, named: name, into: &model)
    }
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

  private static func problemsWithDocumentType(of model: Model) -> [ModelProblem] {
    let expected = [
      ("type", model.header.type, "com.apple.IDECoreDataModeler.DataModel"),
      ("documentVersion", model.header.documentVersion, "1.0"),
    ]
    return expected.compactMap { attribute, found, usual in
      guard let found, found != usual else { return nil }
      return ModelProblem(
        .unknownDocumentType,
        "the \(attribute) of the document is '\(found)', not '\(usual)'",
        at: model.source,
        attribute: attribute
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
      model.entities.append(nextEarlyEntity() ?? readEntity(node))
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
    return ChildKind.orderWorthKeeping(readKinds(ofChildrenOf: node, into: &value, read))
  }

  private mutating func readKinds<Value: ModelElement>(
    ofChildrenOf node: XMLNode,
    into value: inout Value,
    _ read: (inout Self, XMLNode, String, inout Value) -> ChildKind
  ) -> [ChildKind] {
    var kinds: [ChildKind] = []
    for child in session.document.children(of: node) {
      if child.kind == .element {
        kinds.append(read(&self, child, session.document.name(of: child), &value))
      } else {
        session.keepForeign(child, in: &value)
        kinds.append(.foreign)
      }
    }
    return kinds
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
