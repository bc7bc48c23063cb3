import Diagnostics
import ManagedModel
import ModelFiles

/// Sets fields of one kind of part, by our names or by XML attributes of the format.
struct FieldSetter<Element: ModelElement>: Sendable {
  let kind: ElementKind
  let format: ElementFormat<Element>
  let plain: [String: FieldNames.Plain]

  func set(_ assignment: Assignment, in element: inout Element) throws(EditProblem) {
    guard let name = assignment.name else {
      throw EditProblem("\(kind.article) \(kind.title) has no members; write NAME=VALUE")
    }
    var fileName = name
    var text = assignment.text
    if let field = plain[name] {
      fileName = field.fileName
      if let given = text { text = try field.text(given) }
    } else if !format.has(name) {
      throw unknown(name)
    }
    guard fileName != "name" else {
      throw EditProblem("a name is changed by 'rename'")
    }
    do {
      try format.set(fileName, to: text, in: &element)
    } catch {
      throw EditProblem(error.message, hint: error.hint)
    }
  }

  private func unknown(_ name: String) -> EditProblem {
    let own = (plain.keys + (FieldNames.particular[kind] ?? [])).sorted()
    let all = own + format.names.filter { $0 != "name" }
    return EditProblem(
      "\(kind.article) \(kind.title) has no field '\(name)'",
      hint: Suggestion.didYouMean(name, among: all)
        ?? "its fields are \(own.joined(separator: ", ")), and the XML attributes of the format"
    )
  }
}

extension ElementKind {
  var article: String {
    switch self {
    case .entity, .attribute, .index: "an"
    default: "a"
    }
  }
}

extension FieldSetter<Attribute> {
  static var attribute: Self {
    Self(kind: .attribute, format: .attribute, plain: FieldNames.attribute)
  }
}

extension FieldSetter<Relationship> {
  static var relationship: Self {
    Self(
      kind: .relationship,
      format: .relationship,
      plain: FieldNames.relationship
    )
  }
}

extension FieldSetter<FetchedProperty> {
  static var fetchedProperty: Self {
    Self(
      kind: .fetchedProperty,
      format: .fetchedProperty,
      plain: FieldNames.fetchedProperty
    )
  }
}

extension FieldSetter<FetchRequestTemplate> {
  static var fetchRequest: Self {
    Self(
      kind: .fetchRequest,
      format: .fetchRequest,
      plain: FieldNames.fetchRequest
    )
  }
}

extension FieldSetter<Entity> {
  static var entity: Self {
    Self(kind: .entity, format: .entity, plain: FieldNames.entity)
  }
}

extension FieldSetter<FetchIndex> {
  static var index: Self {
    Self(kind: .index, format: .fetchIndex, plain: FieldNames.index)
  }
}

extension FieldSetter<Configuration> {
  static var configuration: Self {
    Self(
      kind: .configuration,
      format: .configuration,
      plain: FieldNames.configuration
    )
  }
}

extension FieldSetter<Model> {
  static var model: Self {
    Self(kind: .model, format: .model, plain: FieldNames.model)
  }
}

extension FieldSetter<DiagramBox> {
  static var diagramBox: Self {
    Self(
      kind: .diagramBox,
      format: .diagramBox,
      plain: FieldNames.diagramBox
    )
  }
}
