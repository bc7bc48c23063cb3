import ManagedModel
import ModelDiagram
import ModelEditing
import WebPages

/// The diagram of the model, with a list of the same for those who do not see it.
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
      element(
        "div",
        .class("picture"),
        .id("picture"),
        .plain("tabindex", "0"),
        .plain("role", "group"),
        .plain("aria-label", "Diagram, scrollable")
      ) {
        HTML(
          svg: DiagramWriter(format: .svg).text(
            of: context.resolved,
            title: context.bundle.editedName
          )
        )
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
}
