import ManagedModel

/// The XML attributes of one kind of element, for code that reads and changes them by their names in the file.
///
/// It is a view of the table of fields, so what can be edited is what can be read and written.
package struct ElementFormat<Element: ModelElement>: Sendable {
  private let table: FieldTable<Element>

  /// An element without any XML attributes.
  private let blank: Element

  init(_ table: FieldTable<Element>, blank: Element) {
    self.table = table
    self.blank = blank
  }

  /// The names of the XML attributes in Xcode's order, without aliases.
  package var names: [String] { table.fields.lazy.filter { !$0.isAlias }.map(\.name) }

  /// Whether the kind of element has an XML attribute of that name.
  package func has(_ name: String) -> Bool { field(name) != nil }

  /// The text of an XML attribute, or nil if the file omits it.
  package func text(of name: String, in element: Element) -> String? {
    field(name)?.write(element)
  }

  /// Sets an XML attribute to a text, or removes it.
  ///
  /// - Throws: The reason why the text is not valid there.
  package func set(
    _ name: String,
    to text: String?,
    in element: inout Element
  ) throws(FieldRefusal) {
    guard let field = field(name) else {
      throw FieldRefusal(message: "there is no XML attribute '\(name)'", hint: nil)
    }
    guard let text else {
      if field.isRequired {
        throw FieldRefusal(message: "'\(name)' cannot be left out", hint: nil)
      }
      field.copy(blank, &element)
      return forgetAliases(in: &element)
    }
    var changed = element
    if case .refused(let problem) = field.read(text, &changed) {
      throw FieldRefusal(message: problem.message, hint: problem.hint)
    }
    element = changed
    forgetAliases(in: &element)
  }

  private func field(_ name: String) -> Field<Element>? {
    guard let position = table.position(of: name) else { return nil }
    let field = table.fields[position]
    return field.isAlias ? nil : field
  }

  /// Removes aliases, which would keep the value that was changed under the first name.
  private func forgetAliases(in element: inout Element) {
    guard !element.spelling.attributes.isEmpty else { return }
    let stale = element.spelling.attributes.filter { written in
      guard let position = table.position(of: written.name), table.fields[position].isAlias,
        let text = written.rawText
      else { return false }
      // It stays while its value is current.
      var trial = blank
      _ = table.fields[position].read(text, &trial)
      return table.fields.contains { field in
        field.write(trial) != field.write(blank) && field.write(trial) != field.write(element)
      }
    }
    guard !stale.isEmpty else { return }
    var spelling = element.spelling
    spelling.attributes.removeAll { stale.contains($0) || isPartner($0, of: stale) }
    element.spelling = spelling
  }

  /// Whether a written attribute records that the first name is absent because an alias is present.
  private func isPartner(_ written: WrittenAttribute, of stale: [WrittenAttribute]) -> Bool {
    written.rawText == nil && stale.contains { $0.rawText == written.canonical }
  }
}

/// The reason why a text is not valid for an XML attribute.
package struct FieldRefusal: Error, Sendable, Hashable {
  package let message: String
  package let hint: String?
}

extension ElementFormat<Model> {
  package static var model: Self {
    Self(Fields.model, blank: Model())
  }
}

extension ElementFormat<Entity> {
  package static var entity: Self {
    Self(Fields.entity, blank: Entity(name: "", isSyncable: false))
  }
}

extension ElementFormat<Attribute> {
  package static var attribute: Self {
    Self(Fields.attribute, blank: Attribute(name: ""))
  }
}

extension ElementFormat<Relationship> {
  package static var relationship: Self {
    Self(
      Fields.relationship,
      blank: {
        var relationship = Relationship(name: "", deleteRule: nil)
        relationship.maximumCount = nil
        return relationship
      }()
    )
  }
}

extension ElementFormat<FetchedProperty> {
  package static var fetchedProperty: Self {
    Self(
      Fields.fetchedProperty,
      blank: FetchedProperty(name: "")
    )
  }
}

extension ElementFormat<FetchRequestTemplate> {
  package static var fetchRequest: Self {
    Self(
      Fields.fetchRequest,
      blank: FetchRequestTemplate(name: "")
    )
  }
}

extension ElementFormat<FetchIndex> {
  package static var fetchIndex: Self {
    Self(Fields.fetchIndex, blank: FetchIndex(name: ""))
  }
}

extension ElementFormat<Configuration> {
  package static var configuration: Self {
    Self(Fields.configuration, blank: Configuration(name: ""))
  }
}

extension ElementFormat<Composite> {
  package static var composite: Self {
    Self(Fields.composite, blank: Composite(name: ""))
  }
}

extension ElementFormat<DiagramBox> {
  package static var diagramBox: Self {
    Self(Fields.diagramBox, blank: DiagramBox(name: ""))
  }
}
