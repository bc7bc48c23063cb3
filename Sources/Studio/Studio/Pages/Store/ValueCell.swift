import Diagnostics
import StoreBrowsing
import WebPages

/// A value in a table.
struct ValueCell {
  let links: SiteLinks

  func html(_ value: ShownValue) -> HTML {
    switch value {
    case .none: element("span", .class("quiet")) { "–" }
    case .text(let text, let count):
      count > text.count ? HTML("\(text)… (\(count) characters)") : HTML(text)
    case .beginning(let text, let bytes): HTML("\(text)… (\(ByteCount(bytes).text))")
    case .word(let word): HTML(word)
    case .bytes(let data):
      HTML("\(data.picture == nil ? "" : "picture, ")\(ByteCount(data.count).text)")
    case .composite(let elements):
      element("ul", .class("parts")) {
        elements.map { part in
          element("li") {
            "\(part.name): "
            html(part.value)
          }
        }
      }
    case .object(let object): link(object)
    }
  }

  /// A link to an object.
  func link(_ object: ObjectName) -> HTML {
    HTML([
      element("a", links.href(.object(object))) { object.text },
      object.title.map { HTML(" \($0)") } ?? .empty,
    ])
  }
}
