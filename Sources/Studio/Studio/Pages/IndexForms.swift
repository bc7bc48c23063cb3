import ManagedModel
import ModelEditing
import WebPages
import WebSites

/// The indexes of an entity, with a form for each.
struct IndexForms {
  let context: PageContext
  let entity: Entity
  let route: StudioRoute

  var html: HTML {
    element("section", .plain("aria-labelledby", "indexes")) {
      element("h2", .id("indexes")) { "Indexes" }
      entity.fetchIndexes.map(part)
      context.addition(of: .index, to: entity.name, back: route) {
        FieldInputs.name("name", "New index")
        FieldInputs.optional("members", "over the properties")
        FieldInputs.optional("expression", "or an expression, such as length:(name)")
      }
    }
  }

  private func part(_ index: FetchIndex) -> HTML {
    let members = index.elements.map(Self.text).joined(separator: ", ")
    let hasExpressions = index.elements.contains { $0.propertyName == nil }
    return element("details", .id("index-\(index.name)")) {
      element("summary") {
        element("strong") { index.name }
        " \(members)"
      }
      context.form(
        .edit,
        back: route,
        [("verb", "set"), ("kind", "index"), ("owner", entity.name), ("name", index.name)]
      ) {
        if !hasExpressions {
          FieldInputs.text("members", "Properties, such as name:descending", members)
        }
        FieldInputs.text("predicate", "Only objects with", index.partialPredicateText)
        context.button("Change \(index.name)")
      }
      elements(of: index)
      PartTools(
        context: context,
        kind: .index,
        owner: entity.name,
        name: index.name,
        siblings: entity.fetchIndexes.map(\.name),
        route: route
      ).html
    }
  }

  /// The form with a group of inputs for each element, and one for a new element.
  private func elements(of index: FetchIndex) -> HTML {
    context.form(
      .edit,
      back: route,
      [
        ("verb", "set"), ("kind", "index"), ("owner", entity.name), ("name", index.name),
        ("elements", "\(index.elements.count + 1)"),
      ]
    ) {
      index.elements.enumerated().map { position, element in
        inputs(position, "Element \(position + 1)", element)
      }
      inputs(index.elements.count, "New element", nil)
      context.button("Change the elements", "Change the elements of \(index.name)")
    }
  }

  private func inputs(_ position: Int, _ title: String, _ element: FetchIndexElement?) -> HTML {
    let name = "element.\(position)"
    return WebPages.element("fieldset", .class("field")) {
      WebPages.element("legend") { title }
      FieldInputs.plainChoice(
        "\(name).kind",
        "Over",
        ["property", "expression"],
        element == nil || element?.expressionText != nil ? "expression" : "property"
      )
      FieldInputs.optional(
        "\(name).text",
        "Name or expression",
        element?.propertyName ?? element?.expressionText ?? ""
      )
      FieldInputs.optional("\(name).type", "Type of the expression", element?.expressionType ?? "")
      FieldInputs.plainChoice(
        "\(name).order",
        "Order",
        ["ascending", "descending"],
        element?.isAscending == false ? "descending" : "ascending"
      )
      FieldInputs.plainChoice(
        "\(name).index",
        "Kind of index",
        ["Binary", "RTree"],
        element?.type == .rTree ? "RTree" : "Binary"
      )
    }
  }

  /// An element as edits write it.
  private static func text(_ element: FetchIndexElement) -> String {
    let name = element.propertyName ?? element.expressionText ?? ""
    return name + (element.isAscending ? "" : ":descending")
      + (element.type == .rTree ? ":rtree" : "")
  }
}
