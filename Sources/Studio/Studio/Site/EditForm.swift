import HTTPServer
import ModelEditing

/// An edit submitted by a form.
///
/// Fields named `is.FIELD` contain the new value, `was.FIELD` the value when the page was rendered: only differences
/// are set, so that two pages of one entity do not undo each other's edits.
struct EditForm {
  private let fields: FormFields

  init(_ fields: FormFields) {
    self.fields = fields
  }

  func edit() throws(EditProblem) -> ElementEdit {
    guard let kind = fields["kind"].flatMap(ElementKind.init(rawValue:)) else {
      throw EditProblem("the form names no part")
    }
    let name = fields["name"] ?? ""
    let owner = fields["owner"] ?? ""
    var path = ElementPath(
      kind,
      names: (owner.isEmpty ? [] : [owner]) + (name.isEmpty ? [] : [name])
    )
    if kind == .constraint || kind == .compoundIndex {
      path = ElementPath(kind, names: [owner], members: words(fields["members"] ?? name))
    }
    switch fields["verb"] {
    case "add":
      let members = members(of: kind)
      if kind == .index, members.isEmpty {
        throw EditProblem("an index is over properties or an expression")
      }
      return .add(path, assignments + members, .automatic)
    case "set":
      return .set(path, assignments + changedMembers + (try elements()) + entry(of: kind))
    case "move": return .move(path, try placement)
    case "rename":
      return .rename(path, to: fields["new"] ?? "", keepsData: fields["keep-data"] != nil)
    case "remove": return .remove(path, withReferences: fields["with-references"] != nil)
    default: throw EditProblem("the form names no action")
    }
  }

  /// The assignments of the form, without unchanged fields.
  private var assignments: [Assignment] {
    fields.fields.compactMap { field in
      guard field.name.hasPrefix("was."), field.name != "was.members" else { return nil }
      let name = String(field.name.dropFirst("was.".count))
      // An unchecked checkbox is not submitted.
      let text = fields["is.\(name)"] ?? "no"
      guard text != field.value else { return nil }
      return Assignment(name, text.isEmpty ? nil : text)
    }
  }

  /// The members of an index or a configuration, if they have changed.
  private var changedMembers: [Assignment] {
    guard let was = fields["was.members"], let text = fields["is.members"], text != was else {
      return []
    }
    return words(text).map { Assignment(nil, $0) }
  }

  private var placement: Placement {
    get throws(EditProblem) {
      if let name = fields["before"] { return .before(name) }
      if let name = fields["after"] { return .after(name) }
      throw EditProblem("the form names no position")
    }
  }

  /// An entry that a form adds to a user info.
  private func entry(of kind: ElementKind) -> [Assignment] {
    guard kind == .info, let key = fields["key"], !key.isEmpty else { return [] }
    return [Assignment(key, fields["value"] ?? "")]
  }

  private func members(of kind: ElementKind) -> [Assignment] {
    guard kind == .index || kind == .configuration else { return [] }
    let members = words(fields["members"] ?? "").map { Assignment(nil, $0) }
    guard kind == .index, let expression = fields["expression"], !expression.isEmpty else {
      return members
    }
    return members + [Assignment("expression", expression)]
  }

  /// The elements of an index, each with its own inputs; those without a text are omitted.
  private func elements() throws(EditProblem) -> [Assignment] {
    guard let count = fields["elements"].flatMap({ Int($0) }) else { return [] }
    let all = (0..<min(max(count, 0), 1_000)).flatMap { element("element.\($0)") }
    guard !all.isEmpty else {
      throw EditProblem("an index has at least one element", hint: "remove the index instead")
    }
    return all
  }

  private func element(_ name: String) -> [Assignment] {
    let text = fields["\(name).text"] ?? ""
    guard !text.allSatisfy(\.isWhitespace) else { return [] }
    let isDescending = fields["\(name).order"] == "descending"
    let isTree = fields["\(name).index"] == "RTree"
    guard fields["\(name).kind"] == "expression" else {
      return [
        Assignment(nil, text + (isDescending ? ":descending" : "") + (isTree ? ":rtree" : ""))
      ]
    }
    var assignments = [Assignment("expression", text)]
    if let type = fields["\(name).type"], !type.isEmpty {
      assignments.append(Assignment("expression-type", type))
    }
    if isDescending { assignments.append(Assignment("expression-order", "descending")) }
    if isTree { assignments.append(Assignment("expression-index", "RTree")) }
    return assignments
  }

  private func words(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "," }.map(String.init)
  }
}
