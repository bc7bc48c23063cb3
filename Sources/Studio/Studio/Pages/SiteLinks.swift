import HTTPServer
import WebGuarding
import WebPages
import WebSites

/// The addresses of pages, which are created from routes only.
struct SiteLinks {
  let token: FormToken

  func path(_ route: StudioRoute, _ query: [(String, String)] = []) -> String {
    let fields = query.map { "\($0.0)=\(PercentEncoding.encode($0.1))" }
    let text = fields.isEmpty ? "" : "?" + fields.joined(separator: "&")
    return "/\(token.text)/\(route.path)\(text)"
  }

  func href(_ route: StudioRoute, _ query: [(String, String)] = []) -> HTMLAttribute {
    .plain("href", path(route, query))
  }

  func href(_ route: StoreRoute, _ query: [(String, String)] = []) -> HTMLAttribute {
    href(.store(route), query)
  }

  /// The address to which a form is submitted.
  func action(_ route: StudioRoute) -> HTMLAttribute { .plain("action", path(route)) }

  /// The source of a picture.
  func source(_ route: StoreRoute) -> HTMLAttribute { .plain("src", path(.store(route))) }

  /// A form for an address of the studio, with the token, and the page to return to.
  func form(
    _ route: StudioRoute,
    back: StudioRoute,
    _ hidden: [(String, String)] = [],
    @HTMLBuilder content: () -> HTML
  ) -> HTML {
    FormParts.form(action(route), token, [("back", back.path)] + hidden, content: content)
  }
}
