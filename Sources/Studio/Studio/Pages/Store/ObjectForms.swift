import HTTPServer
import StoreBrowsing
import WebPages
import WebSites

/// The forms of an object: its attributes, its relationships, and its deletion.
struct ObjectForms {
  let links: SiteLinks
  let object: ObjectName

  /// The first objects of the destinations, by entity.
  let choices: [String: [ObjectName]]

  /// The reason why an edit failed, in total and by field, and the typed values.
  var message: String?
  var problems: [String: String] = [:]
  var typed: FormFields?

  private var route: StudioRoute { .store(.object(object)) }

  private func form(
    _ verb: String,
    _ fields: [(String, String)] = [],
    @HTMLBuilder content: () -> HTML
  ) -> HTML {
    let about = [("verb", verb), ("entity", object.entity), ("key", object.key)]
    return links.form(.store(.edit), back: route, about + fields, content: content)
  }

  // MARK: The object

  var alert: HTML {
    guard let message else { return .empty }
    return element("div", .class("problem"), .plain("role", "alert")) {
      element("p") { message }
    }
  }

  var deletion: HTML {
    form("delete") { FormParts.button("Delete", "Delete \(object.text)") }
  }

  // MARK: Attributes

  func attributes(_ attributes: [ObjectDetails.Attribute]) -> HTML {
    let inputs = ValueInputs(typed: isTyped("set") ? typed : nil, problems: problems)
    return element("section", .plain("aria-labelledby", "edit")) {
      element("h2", .id("edit")) { "Edit" }
      form("set") {
        attributes.map { attribute in
          inputs.html(attribute.name, attribute.type, attribute.isOptional, attribute.field)
        }
        FormParts.button("Change", "Change \(object.text)")
      }
      deletion
    }
  }

  private func isTyped(_ verb: String) -> Bool { typed?["verb"] == verb }

  // MARK: Relationships

  func relationship(_ relationship: ObjectDetails.Relationship) -> HTML {
    let name = relationship.name
    let isTyped = isTyped("link") && typed?["relationship"] == name
    let current = relationship.isToMany ? "" : relationship.objects.first?.reference ?? ""
    let problem = InputProblem(id: "problem-\(name)", problems[name]?.capitalizedSentence)
    return HTML([
      form("link", [("relationship", name)]) {
        element("label") {
          relationship.isToMany ? "Add to \(name)" : "New \(name)"
          void(
            "input",
            .plain("name", "other"),
            .plain("value", isTyped ? typed?["other"] ?? "" : current),
            .plain("list", "choices-\(name)"),
            .plain("autocomplete", "off"),
            .plain("spellcheck", "false"),
            relationship.isToMany ? .plain("required") : nil,
            problem.invalid,
            problem.description()
          )
        }
        FormParts.suggestions(
          "choices-\(name)",
          (choices[relationship.destination] ?? []).map { ($0.reference, $0.title ?? $0.text) }
        )
        FormParts.button(
          relationship.isToMany ? "Add" : "Set",
          relationship.isToMany ? "Add to \(name)" : "Set \(name)"
        )
        problem.html
      },
      relationship.isToMany ? removal(name) : .empty,
    ])
  }

  /// The form that removes an object that is not listed.
  private func removal(_ name: String) -> HTML {
    form("unlink", [("relationship", name)]) {
      element("label") {
        "Remove from \(name)"
        void("input", .plain("name", "other"), .plain("autocomplete", "off"), .plain("required"))
      }
      FormParts.button("Remove", "Remove from \(name)")
    }
  }

  /// The buttons beside a related object.
  func member(_ member: ObjectName, of relationship: ObjectDetails.Relationship) -> HTML {
    let about = [("relationship", relationship.name), ("other", member.reference)]
    let label = "\(member.text)\(member.title.map { " \($0)" } ?? "")"
    return HTML([
      form("unlink", about) { FormParts.button("Remove", "Remove \(label)") },
      relationship.isOrdered && relationship.isToMany
        ? HTML([
          form("move", about + [("by", "-1")]) { FormParts.button("Up", "Move \(label) up") },
          form("move", about + [("by", "1")]) { FormParts.button("Down", "Move \(label) down") },
        ])
        : .empty,
    ])
  }
}
