import ManagedModel
import ModelDiagram
import ModelEditing
import WebPages

/// The diagram of the model, with an equivalent list for screen readers.
struct DiagramPage {
  private let context: PageContext

  init(_ context: PageContext) {
    self.context = context
  }

  var html: HTML {
    HTML([
      element("h1") { "Diagram" },
      element("div", .class("tools"), .id("diagram-tools"), .plain("hidden")) {
        element("label") {
          "Find "
          void("input", .id("find"), .plain("type", "search"), .plain("autocomplete", "off"))
        }
        element("button", .id("zoom-in"), .plain("type", "button")) { "Larger" }
        element("button", .id("zoom-out"), .plain("type", "button")) { "Smaller" }
      },
      moving,
      element(
        "div",
        .class("picture"),
        .id("picture"),
        .plain("tabindex", "0"),
        .plain("role", "group"),
        .plain("aria-label", "Diagram, scrollable")
      ) {
        HTML(svg: context.state.analysis.diagram)
      },
      element("nav", .plain("aria-label", "Entities")) {
        element("ul", .class("names"), .id("names")) {
          context.model.entities.map { entity in
            element("li") { element("a", context.href(.entity(entity.name))) { entity.name } }
          }
        }
      },
    ])
  }

  /// The form that moves a box, which the script fills in when a box is dragged.
  private var moving: HTML {
    guard !context.model.entities.isEmpty else { return .empty }
    return element("details", .id("moving")) {
      element("summary") { "Move a box" }
      element("p", .class("quiet")) {
        "Boxes can be dragged too. Positions are stored in the file as by Xcode; Xcode 14 and later remove them."
      }
      context.form(.move, back: .diagram) {
        element("label") {
          "Entity "
          element("select", .plain("name", "name")) {
            context.model.entities.map { entity in
              element("option", .plain("value", entity.name)) { entity.name }
            }
          }
        }
        distance("x", "To the right by")
        distance("y", "Down by")
        context.button("Move")
      }
    }
  }

  private func distance(_ name: String, _ title: String) -> HTML {
    element("label") {
      "\(title) "
      void(
        "input",
        .plain("name", name),
        .plain("type", "number"),
        .plain("value", "0")
      )
    }
  }
}
