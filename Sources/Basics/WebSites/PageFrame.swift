import WebPages

/// The frame of a page: its head, a skip link, and the landmarks for assistive technologies.
package struct PageFrame {
  package var title: String
  package var icon: HTMLAttribute
  package var style: HTMLAttribute
  package var script: HTMLAttribute

  /// The URL of the event stream that the page follows; nil if there is none.
  package var events: String?
  package var header: HTML

  /// The text in the footer.
  package var imprint: String

  /// More in the footer, such as the state of the event stream.
  package var status: HTML

  package init(
    title: String,
    icon: HTMLAttribute,
    style: HTMLAttribute,
    script: HTMLAttribute,
    events: String?,
    header: HTML,
    imprint: String,
    status: HTML
  ) {
    self.title = title
    self.icon = icon
    self.style = style
    self.script = script
    self.events = events
    self.header = header
    self.imprint = imprint
    self.status = status
  }

  /// The whole document around the content of a page.
  package func document(@HTMLBuilder content: () -> HTML) -> HTML {
    .document(
      element("html", .plain("lang", "en")) {
        HTML.head(title: title) {
          void("link", .plain("rel", "icon"), icon)
          void("link", .plain("rel", "stylesheet"), style)
          element("script", script, .plain("defer"))
        }
        element("body", events.map { .plain("data-events", $0) }) {
          element("a", .class("skip"), .href(encodedFragment: "content")) { "Skip to the content" }
          header
          element("main", .id("content"), .plain("tabindex", "-1")) { content() }
          element("footer") {
            element("p") { imprint }
            status
          }
        }
      }
    )
  }
}
