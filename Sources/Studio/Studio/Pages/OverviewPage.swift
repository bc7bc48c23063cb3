import Diagnostics
import ManagedModel
import ModelEditing
import ModelFiles
import WebGuarding
import WebPages

/// The model as a whole: its versions, entities, composites, requests and configurations.
struct OverviewPage {
  private let context: PageContext

  init(_ context: PageContext) {
    self.context = context
  }

  var html: HTML {
    HTML([
      element("h1") { context.bundle.editedName },
      versions, entities, forms.composites, FetchRequestForms(context: context).html,
      forms.configurations, forms.fields, findings, command,
    ])
  }

  private var forms: ModelForms { ModelForms(context: context) }

  private var versions: HTML {
    element("section", .plain("aria-labelledby", "versions")) {
      element("h2", .id("versions")) { "Versions" }
      element("ul", .class("plain")) {
        context.bundle.versions.map(version)
      }
      if case .versioned = context.bundle.form {
        context.form(.version, back: .overview, [("verb", "add")]) {
          FieldInputs.name("name", "New version from this one", nextName)
          context.button("Add version")
        }
      }
      reviews
    }
  }

  private func version(_ version: EditedVersion) -> HTML {
    let isCurrent = version.name == context.bundle.currentName
    let isEdited = version.name == context.bundle.editedName
    return element("li") {
      element(isEdited ? "strong" : "span") { version.name }
      if isCurrent { " (current)" }
      if !isEdited {
        context.form(.version, back: .overview, [("verb", "edit"), ("name", version.name)]) {
          context.button("Open", "Open \(version.name)")
        }
      }
      if !isCurrent, context.bundle.versions.count > 1 {
        context.form(.version, back: .overview, [("verb", "current"), ("name", version.name)]) {
          context.button("Make current", "Make \(version.name) current")
        }
      }
      if !isCurrent, !isEdited {
        context.form(.version, back: .overview, [("verb", "remove"), ("name", version.name)]) {
          context.button("Remove", "Remove \(version.name)")
        }
      }
    }
  }

  /// The name of the next version: `League 3` after `League 2`.
  private var nextName: String {
    let base = context.bundle.versions.first?.name ?? context.bundle.editedName
    var number = context.bundle.versions.count + 1
    while context.bundle.versions.contains(where: { $0.name == "\(base) \(number)" }) {
      number += 1
    }
    return "\(base) \(number)"
  }

  private var reviews: HTML { HTML([reviewOfVersions, reviewOfRevision, reviewOfModel]) }

  /// The reviews of saved versions.
  private var reviewOfVersions: HTML {
    guard context.bundle.versions.count > 1 else { return .empty }
    return element("form", .plain("method", "get"), context.links.action(.review)) {
      let names = context.bundle.versions.map(\.name)
      element("label") {
        "Review from "
        element("select", .plain("name", "from")) {
          names.map { name in element("option") { name } }
        }
      }
      element("label") {
        "to "
        element("select", .plain("name", "to")) {
          names.enumerated().map { index, name in
            element("option", index == names.count - 1 ? .plain("selected") : nil) { name }
          }
        }
      }
      context.button("Show review")
    }
  }

  /// The review of the saved model, or of a branch, against a revision in git.
  private var reviewOfRevision: HTML {
    element("form", .plain("method", "get"), context.links.action(.review)) {
      FieldInputs.name("base", "Review against a git revision", "HEAD")
      element("label") {
        "of the branch "
        void(
          "input",
          .plain("name", "head"),
          .plain("placeholder", "the saved files"),
          .plain("autocomplete", "off"),
          .plain("spellcheck", "false")
        )
      }
      element("label", .class("flag")) {
        void("input", .plain("type", "checkbox"), .plain("name", "merge-base"))
        " since the merge base"
      }
      context.button("Show review", "Show review against the revision")
    }
  }

  /// The review of another model, such as a copy, against this one.
  private var reviewOfModel: HTML {
    element("form", .plain("method", "get"), context.links.action(.review)) {
      FieldInputs.name("with", "Review from another model, by its path")
      context.button("Show review", "Show review from the other model")
    }
  }

  private var entities: HTML {
    element("section", .plain("aria-labelledby", "entities")) {
      element("h2", .id("entities")) { "Entities" }
      element("div", .class("scroll")) {
        element("table") {
          element("thead") {
            element("tr") {
              ["Entity", "Parent", "Class", "Attributes", "Relationships"].map { title in
                element("th", .plain("scope", "col")) { title }
              }
            }
          }
          element("tbody") {
            context.model.entities.map { entity in
              element("tr") {
                element("th", .plain("scope", "row")) {
                  element("a", context.href(.entity(entity.name))) { entity.name }
                }
                element("td") { entity.parentName ?? "" }
                element("td") { entity.representedClassName ?? "" }
                element("td") { "\(entity.attributes.count)" }
                element("td") { "\(entity.relationships.count)" }
              }
            }
          }
        }
      }
      context.addition(of: .entity, back: .overview) {
        FieldInputs.name("name", "New entity")
      }
    }
  }

  private var findings: HTML {
    let problems = context.problems.map { (severity: $0.severity, text: $0.message) }
    let findings = problems + context.findings(of: nil)
    return context.section(of: findings)
  }

  /// An input for any edit of the format on one line.
  private var command: HTML {
    element("section", .plain("aria-labelledby", "command")) {
      element("h2", .id("command")) { "Any edit" }
      element("p", .class("quiet")) {
        "As after 'momgen edit MODEL', such as: add index Player.byName name"
      }
      context.form(.command, back: .overview) {
        FieldInputs.name("line", "Edit")
        context.button("Apply")
      }
    }
  }
}
