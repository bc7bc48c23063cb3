import ManagedModel
import Texts

/// Writes a model as Xcode writes its `contents` file.
///
/// A model that was read is written as it was, in Xcode's layout: its elements keep their order and
/// their spellings (see ``Spelling``). A model made in code is written
/// in canonical form.
package struct ContentsWriter {
  private let model: Model

  package static func write(_ model: Model) -> [UInt8] {
    var writer = XMLWriter(indentation: 4, isStandalone: true)
    Self(model: model).write(to: &writer)
    if model.header.endsWithNewline { writer.lineBreak() }
    return writer.bytes
  }

  private func write(to writer: inout XMLWriter) {
    var children: [(ChildKind, ChildQueue.Write)] = []
    children += model.entities.map { entity in (.entity, { entity.write(to: &$0) }) }
    children += model.fetchRequests.map { request in (.fetchRequest, { request.write(to: &$0) }) }
    children += model.configurations.map { item in (.configuration, { item.write(to: &$0) }) }
    children += model.composites.map { composite in (.composite, { composite.write(to: &$0) }) }
    if let diagram = model.diagram { children.append((.elements, { diagram.write(to: &$0) })) }
    for node in model.header.prologue { node.write(to: &writer) }
    model.write("model", Fields.model, children, to: &writer)
    for node in model.header.epilogue { node.write(to: &writer) }
  }
}

extension ModelElement {
  /// Writes the element with its attributes, its children and unknown content.
  fileprivate func write(
    _ name: String,
    _ table: FieldTable<Self>,
    _ children: [(ChildKind, ChildQueue.Write)] = [],
    to writer: inout XMLWriter
  ) {
    let foreign = spelling.foreign.map { node in
      (ChildKind.foreign, { node.write(to: &$0) } as ChildQueue.Write)
    }
    var queue = ChildQueue(children + foreign)
    writer.element(
      name,
      ElementWriter(table).attributes(of: self),
      hasChildren: !queue.isEmpty
    ) { queue.write(to: &$0, in: spelling.childOrder) }
  }
}

extension Entity {
  fileprivate func write(to writer: inout XMLWriter) {
    var children: [(ChildKind, ChildQueue.Write)] = []
    children += properties.map { property in (property.childKind, { property.write(to: &$0) }) }
    children += fetchIndexes.map { index in (.fetchIndex, { index.write(to: &$0) }) }
    if let compoundIndexes {
      children.append((.compoundIndexes, { compoundIndexes.write(to: &$0) }))
    }
    if let uniquenessConstraints {
      children.append((.uniquenessConstraints, { uniquenessConstraints.write(to: &$0) }))
    }
    write("entity", Fields.entity, children + userInfo.asChild, to: &writer)
  }
}

extension Property {
  fileprivate var childKind: ChildKind {
    switch self {
    case .attribute: .attribute
    case .relationship: .relationship
    case .fetchedProperty: .fetchedProperty
    }
  }

  fileprivate func write(to writer: inout XMLWriter) {
    switch self {
    case .attribute(let attribute): attribute.write(to: &writer)
    case .relationship(let relationship):
      relationship.write(
        "relationship",
        Fields.relationship,
        relationship.userInfo.asChild,
        to: &writer
      )
    case .fetchedProperty(let property): property.write(to: &writer)
    }
  }
}

extension Attribute {
  fileprivate func write(to writer: inout XMLWriter) {
    write("attribute", Fields.attribute, userInfo.asChild, to: &writer)
  }
}

extension FetchedProperty {
  fileprivate func write(to writer: inout XMLWriter) {
    let request: [(ChildKind, ChildQueue.Write)] =
      fetchRequest.map { request in [(.fetchRequest, { request.write(to: &$0) })] } ?? []
    write("fetchedProperty", Fields.fetchedProperty, request + userInfo.asChild, to: &writer)
  }
}

extension FetchRequestTemplate {
  fileprivate func write(to writer: inout XMLWriter) {
    write("fetchRequest", Fields.fetchRequest, to: &writer)
  }
}

extension FetchIndex {
  fileprivate func write(to writer: inout XMLWriter) {
    let children = elements.map { element in
      (
        ChildKind.fetchIndexElement,
        { element.write("fetchIndexElement", Fields.fetchIndexElement, to: &$0) }
          as ChildQueue.Write
      )
    }
    write("fetchIndex", Fields.fetchIndex, children, to: &writer)
  }
}

extension [CompoundIndex] {
  fileprivate func write(to writer: inout XMLWriter) {
    writer.element("compoundIndexes", hasChildren: !isEmpty) { writer in
      for index in self {
        index.write(
          "compoundIndex",
          Fields.compoundIndex,
          index.members.asChildren(named: "index"),
          to: &writer
        )
      }
    }
  }
}

extension [UniquenessConstraint] {
  fileprivate func write(to writer: inout XMLWriter) {
    writer.element("uniquenessConstraints", hasChildren: !isEmpty) { writer in
      for constraint in self {
        constraint.write(
          "uniquenessConstraint",
          Fields.uniquenessConstraint,
          constraint.members.asChildren(named: "constraint"),
          to: &writer
        )
      }
    }
  }
}

extension Configuration {
  fileprivate func write(to writer: inout XMLWriter) {
    let children = members.map { member in
      (
        ChildKind.entity,
        { member.write("memberEntity", Fields.memberEntity, to: &$0) } as ChildQueue.Write
      )
    }
    write("configuration", Fields.configuration, children, to: &writer)
  }
}

extension Composite {
  fileprivate func write(to writer: inout XMLWriter) {
    let children = attributes.map { attribute in
      (ChildKind.attribute, { attribute.write(to: &$0) } as ChildQueue.Write)
    }
    write("composite", Fields.composite, children, to: &writer)
  }
}

extension [DiagramBox] {
  fileprivate func write(to writer: inout XMLWriter) {
    writer.element("elements", hasChildren: !isEmpty) { writer in
      for box in self { box.write("element", Fields.diagramBox, to: &writer) }
    }
  }
}

extension UserInfo? {
  fileprivate var asChild: [(ChildKind, ChildQueue.Write)] {
    guard let info = self else { return [] }
    let entries = info.entries.map { entry in
      (
        ChildKind.attribute,
        { entry.write("entry", Fields.userInfoEntry, to: &$0) } as ChildQueue.Write
      )
    }
    return [(.userInfo, { info.write("userInfo", Fields.userInfo, entries, to: &$0) })]
  }
}

extension [PropertyReference] {
  fileprivate func asChildren(named name: String) -> [(ChildKind, ChildQueue.Write)] {
    map { reference in
      (.attribute, { reference.write(name, Fields.propertyReference, to: &$0) })
    }
  }
}

extension ForeignNode {
  fileprivate func write(to writer: inout XMLWriter) {
    switch self {
    case .comment(let text): writer.comment(text)
    case .instruction(let text): writer.instruction(text)
    case .text(let text): writer.text(text)
    case .element(let name, let attributes, let children):
      writer.element(
        name,
        attributes.map { ($0.name, XMLText.escaped($0.value)) },
        hasChildren: !children.isEmpty
      ) { writer in
        for child in children { child.write(to: &writer) }
      }
    }
  }
}
