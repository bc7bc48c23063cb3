import Diagnostics
import StoreBrowsing
import WebPages

/// An object with its attributes and related objects.
struct ObjectPage {
  let links: SiteLinks
  let details: ObjectDetails

  /// The forms of an object that can be edited.
  var forms: ObjectForms?

  var html: HTML {
    HTML([
      element("h1") {
        details.name.title.map { "\(details.name.text): \($0)" } ?? details.name.text
      },
      element("p") {
        element("a", links.href(.table(entity: details.name.entity))) {
          "All of \(details.name.entity)"
        }
      },
      forms?.alert ?? .empty,
      attributes, relationships,
      forms?.attributes(details.attributes) ?? .empty,
    ])
  }

  private var attributes: HTML {
    table("Attributes", details.attributes) { attribute in
      (attribute.name, attribute.type, value(attribute))
    }
  }

  /// A table with a line for each property: its name and type, and its value.
  private func table<Item>(
    _ title: String,
    _ items: [Item],
    _ parts: (Item) -> (name: String, type: String, value: HTML)
  ) -> HTML {
    let id = title.lowercased()
    return element("section", .plain("aria-labelledby", id)) {
      element("h2", .id(id)) { title }
      element("table", .class("values")) {
        element("tbody") {
          items.map(parts).map { part in
            element("tr") {
              element("th", .plain("scope", "row")) {
                part.name
                element("span", .class("type")) { part.type }
              }
              element("td") { part.value }
            }
          }
        }
      }
    }
  }

  private func value(_ attribute: ObjectDetails.Attribute) -> HTML {
    guard case .bytes(let data) = attribute.value else {
      return element("div", .class("text")) { ValueCell(links: links).html(attribute.value) }
    }
    let route = StoreRoute.value(details.name, attribute: attribute.name)
    return HTML([
      data.picture == nil
        ? .empty
        : void(
          "img",
          links.source(route),
          .plain("alt", "\(attribute.name) of \(details.name.text)"),
          .class("photo")
        ),
      data.lines.isEmpty
        ? .empty
        : element(
          "pre",
          .plain("tabindex", "0"),
          .plain("role", "group"),
          .plain("aria-label", "Content of \(attribute.name)")
        ) { data.lines.joined(separator: "\n") },
      element("p") {
        "\(ByteCount(data.count).text) "
        element("a", links.href(route), .plain("download", attribute.name)) { "Download" }
      },
    ])
  }

  private var relationships: HTML {
    guard !details.relationships.isEmpty else { return .empty }
    return table("Relationships", details.relationships) { relationship in
      let kind = relationship.isToMany ? "to many" : "to one"
      return (relationship.name, "\(kind) \(relationship.destination)", objects(relationship))
    }
  }

  private func objects(_ relationship: ObjectDetails.Relationship) -> HTML {
    let cell = ValueCell(links: links)
    let form = forms?.relationship(relationship) ?? .empty
    guard relationship.isToMany else {
      return HTML([relationship.objects.first.map(cell.link) ?? cell.html(.none), form])
    }
    let route = StoreRoute.members(details.name, relationship: relationship.name)
    return HTML([
      element("p") {
        if relationship.count == 0 {
          "None"
        } else {
          element("a", links.href(route)) { "All \(relationship.count) as a table" }
        }
      },
      element("ul", .class("parts")) {
        relationship.objects.map { object in
          element("li") {
            cell.link(object)
            forms.map { $0.member(object, of: relationship) } ?? .empty
          }
        }
      },
      relationship.count > relationship.objects.count
        ? element("p", .class("quiet")) {
          "and \(relationship.count - relationship.objects.count) more"
        }
        : .empty,
      form,
    ])
  }
}
