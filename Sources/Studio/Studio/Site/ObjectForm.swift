import HTTPServer
import StoreBrowsing

/// An edit of objects submitted by a form.
///
/// As in ``EditForm``, only differences from the rendered page are set.
struct ObjectForm {
  private let fields: FormFields

  init(_ fields: FormFields) {
    self.fields = fields
  }

  /// The object of the form.
  var object: ObjectName? {
    guard let entity = fields["entity"], let key = fields["key"], !key.isEmpty else { return nil }
    return ObjectName(entity: entity, key: key)
  }

  func edit() throws(EditingProblem) -> ObjectEdit {
    if fields["verb"] == "add" { return .add(entity: fields["entity"] ?? "") }
    guard let object else { throw EditingProblem("the form does not name an object") }
    let relationship = fields["relationship"] ?? ""
    let other = fields["other"] ?? ""
    switch fields["verb"] {
    case "delete": return .delete(object)
    case "set": return .set(object, values)
    case "link": return .link(object, relationship: relationship, to: other)
    case "unlink": return .unlink(object, relationship: relationship, from: other)
    case "move":
      let distance = fields["by"].flatMap { Int($0) } ?? 0
      return .move(object, relationship: relationship, other, by: distance)
    default: throw EditingProblem("the form names no action")
    }
  }

  /// The attributes whose text or absence has changed.
  private var values: [FieldText] {
    fields.fields.compactMap { field in
      guard field.name.hasPrefix("was.") else { return nil }
      let name = String(field.name.dropFirst("was.".count))
      let path = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      let text = fields["is.\(name)"] ?? ""
      let isNone = fields["none.\(name)"] != nil
      if text != field.value {
        // A typed text takes precedence over a checkbox for no value.
        return FieldText(path, text.isEmpty && isNone ? nil : Self.lines(text))
      }
      guard let was = fields["wasnone.\(name)"], isNone != (was == "yes") else { return nil }
      return FieldText(path, isNone ? nil : Self.lines(text))
    }
  }

  /// A text with line feeds only: browsers submit a carriage return before each line feed.
  private static func lines(_ text: String) -> String {
    text.replacing("\r\n", with: "\n")
  }
}
