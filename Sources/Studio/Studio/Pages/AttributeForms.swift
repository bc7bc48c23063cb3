import ManagedModel
import ModelEditing
import WebPages

/// The attributes of an entity or a composite, with a form for each.
struct AttributeForms {
  let context: PageContext
  let owner: String
  let attributes: [Attribute]
  let route: StudioRoute

  private static let types = AttributeType.allCases.compactMap(\.fileName)

  var html: HTML {
    element("section", .plain("aria-labelledby", "attributes")) {
      element("h2", .id("attributes")) { "Attributes" }
      attributes.map(part)
      context.addition(of: .attribute, to: owner, back: route) {
        FieldInputs.name("name", "New attribute")
        FieldInputs.fresh("type", "of type", ["String"] + Self.types.filter { $0 != "String" })
      }
    }
  }

  private func part(_ attribute: Attribute) -> HTML {
    element("details", .id("attribute-\(attribute.name)")) {
      element("summary") {
        element("strong") { attribute.name }
        " \(attribute.type.fileName ?? "Undefined")\(attribute.isOptional ? ", optional" : "")"
        if let text = attribute.defaultValueText {
          ", default \(text.isEmpty ? "''" : text.shortened)"
        }
        if attribute.isDerived { ", derived" }
        if attribute.isTransient { ", transient" }
      }
      form(attribute)
      UserInfoForms(
        context: context,
        owner: owner,
        name: attribute.name,
        info: attribute.userInfo,
        route: route
      ).group
      PartTools(
        context: context,
        kind: .attribute,
        owner: owner,
        name: attribute.name,
        siblings: attributes.map(\.name),
        route: route
      )
      .html
    }
  }

  private func form(_ attribute: Attribute) -> HTML {
    context.form(
      .edit,
      back: route,
      [("verb", "set"), ("kind", "attribute"), ("owner", owner), ("name", attribute.name)]
    ) {
      FieldInputs.choice("type", "Type", Self.types, attribute.type.fileName ?? "Undefined")
      FieldInputs.flag("optional", "Optional", attribute.isOptional)
      FieldInputs.flag("transient", "Transient", attribute.isTransient)
      if attribute.usesScalarValueType != nil {
        FieldInputs.flag("scalar", "Scalar type", attribute.usesScalarValueType == true)
      }
      values(attribute)
      FieldInputs.text("derivation", "Derivation", attribute.derivationExpression)
      FieldInputs.text("renaming-id", "Renaming identifier", attribute.renamingIdentifier)
      FieldInputs.text("hash-modifier", "Hash modifier", attribute.versionHashModifier)
      FieldInputs.flag(
        "preserve",
        "Preserve after deletion",
        attribute.preservesValueInHistoryOnDeletion
      )
      FieldInputs.flag("cloud-encryption", "Encrypted in CloudKit", attribute.allowsCloudEncryption)
      context.button("Change \(attribute.name)")
    }
  }

  /// The fields that apply to some types.
  @HTMLBuilder private func values(_ attribute: Attribute) -> HTML {
    switch attribute.type {
    case .transformable:
      FieldInputs.text("transformer", "Transformer", attribute.valueTransformerName)
      FieldInputs.text("class", "Class", attribute.customClassName)
    case .composite: FieldInputs.text("composite", "Composite", attribute.compositeName)
    case .binary:
      FieldInputs.flag(
        "external",
        "Large values in files",
        attribute.allowsExternalBinaryDataStorage
      )
    case .date:
      FieldInputs.text("default", "Default", attribute.defaultDateTimeInterval.map(Self.text))
      FieldInputs.text("min", "Minimum", attribute.minimumDateTimeInterval.map(Self.text))
      FieldInputs.text("max", "Maximum", attribute.maximumDateTimeInterval.map(Self.text))
    case .undefined, .objectID, .uuid, .uri, .boolean:
      FieldInputs.text("default", "Default", attribute.defaultValueText)
    case .integer16, .integer32, .integer64, .decimal, .double, .float:
      FieldInputs.text("default", "Default", attribute.defaultValueText)
      FieldInputs.text("min", "Minimum", attribute.minimumText)
      FieldInputs.text("max", "Maximum", attribute.maximumText)
    case .string:
      FieldInputs.text("default", "Default", attribute.defaultValueText)
      FieldInputs.text("min", "Minimum length", attribute.minimumText)
      FieldInputs.text("max", "Maximum length", attribute.maximumText)
      FieldInputs.text("regex", "Regular expression", attribute.regularExpression)
    }
  }

  private static func text(_ seconds: Double) -> String {
    let text = String(seconds)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

/// The forms of every named part, to rename and to remove it.
struct PartTools {
  let context: PageContext
  let kind: ElementKind
  let owner: String
  let name: String

  /// The parts of the same kind beside this one, in order; it cannot be moved if there are none.
  var siblings: [String] = []
  let route: StudioRoute

  var html: HTML {
    let path = [("kind", kind.rawValue), ("owner", owner), ("name", name)]
    let keepsData = kind != .index && kind != .fetchedProperty
    return element("div", .class("tools")) {
      context.form(.edit, back: route, [("verb", "rename")] + path) {
        FieldInputs.name("new", "New name for \(name)", name)
        if keepsData {
          element("label", .class("flag")) {
            // Stores of other versions know the old name; without the identifier their values are lost.
            void(
              "input",
              .plain("type", "checkbox"),
              .plain("name", "keep-data"),
              context.bundle.versions.count > 1 ? .plain("checked") : nil
            )
            " keep the data of stores"
          }
        }
        context.button("Rename", "Rename \(name)")
      }
      context.form(.edit, back: route, [("verb", "remove")] + path) {
        element("label", .class("flag")) {
          void("input", .plain("type", "checkbox"), .plain("name", "with-references"))
          " with all references to it"
        }
        context.button("Remove", "Remove \(name)")
      }
      moves(path)
    }
  }

  /// The buttons that move the part among its siblings.
  private func moves(_ path: [(String, String)]) -> HTML {
    guard let place = siblings.firstIndex(of: name) else { return .empty }
    let move = [("verb", "move")] + path
    return HTML([
      place == 0
        ? .empty
        : context.form(.edit, back: route, move + [("before", siblings[place - 1])]) {
          context.button("Up", "Move \(name) up")
        },
      place == siblings.count - 1
        ? .empty
        : context.form(.edit, back: route, move + [("after", siblings[place + 1])]) {
          context.button("Down", "Move \(name) down")
        },
    ])
  }
}
