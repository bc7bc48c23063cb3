import ManagedModel
import ModelEditing
import WebPages
import WebSites

/// The composites and configurations of a model and its own fields, with their forms.
struct ModelForms {
  let context: PageContext

  // MARK: Composites

  var composites: HTML {
    element("section", .plain("aria-labelledby", "composites")) {
      element("h2", .id("composites")) { "Composites" }
      if context.model.composites.isEmpty {
        element("p", .class("quiet")) { "None." }
      } else {
        element("ul") {
          context.model.composites.map { composite in
            element("li") {
              element("a", context.href(.composite(composite.name))) { composite.name }
            }
          }
        }
      }
      context.addition(of: .composite, back: .overview) {
        FieldInputs.name("name", "New composite")
      }
    }
  }

  // MARK: Configurations

  var configurations: HTML {
    element("section", .plain("aria-labelledby", "configurations")) {
      element("h2", .id("configurations")) { "Configurations" }
      context.model.configurations.map(configuration)
      context.addition(of: .configuration, back: .overview) {
        FieldInputs.name("name", "New configuration")
        FieldInputs.name("members", "of the entities")
      }
    }
  }

  private func configuration(_ configuration: Configuration) -> HTML {
    let members = configuration.members.map(\.name).joined(separator: ", ")
    return element("details", .id("configuration-\(configuration.name)")) {
      element("summary") {
        element("strong") { configuration.name }
        " \(members)"
      }
      context.form(
        .edit,
        back: .overview,
        [("verb", "set"), ("kind", "configuration"), ("name", configuration.name)]
      ) {
        FieldInputs.text("members", "Entities", members)
        FieldInputs.flag("cloudkit", "Used with CloudKit", configuration.usedWithCloudKit == true)
        context.button("Change \(configuration.name)")
      }
      PartTools(
        context: context,
        kind: .configuration,
        owner: "",
        name: configuration.name,
        siblings: context.model.configurations.map(\.name),
        route: .overview
      ).html
    }
  }

  // MARK: The model itself

  var fields: HTML {
    let header = context.model.header
    return element("section", .plain("aria-labelledby", "model")) {
      element("h2", .id("model")) { "Model" }
      context.form(.edit, back: .overview, [("verb", "set"), ("kind", "model")]) {
        FieldInputs.text(
          "version-identifier",
          "Version identifier",
          header.userDefinedModelVersionIdentifier
        )
        FieldInputs.text("language", "Source language", header.sourceLanguage)
        FieldInputs.text("minimum-tools", "Minimum tools", header.minimumToolsVersion)
        FieldInputs.flag("cloudkit", "Used with CloudKit", header.usedWithCloudKit == true)
        FieldInputs.flag("swiftdata", "Used with SwiftData", header.usedWithSwiftData == true)
        context.button("Change the model")
      }
    }
  }
}
