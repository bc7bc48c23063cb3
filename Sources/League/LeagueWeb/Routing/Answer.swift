import HTTPServer
import WebGuarding
import WebPages

/// The way in which the site answers: with a page, or by leading to one.
enum Answer {
  case page(Page, HTTPStatus = .ok)

  /// After something was done; to load the page there again does not do it again.
  case seeOther(Route, Note? = nil)

  func response(token: FormToken) -> HTTPResponse {
    switch self {
    case .page(let page, let status):
      HTTPResponse(
        status,
        headers: [
          "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-cache, private",
        ],
        body: Array(page.document(token: token).text.utf8)
      )
    case .seeOther(let route, let note):
      HTTPResponse(.seeOther, headers: ["Location": Link(route, note?.fields ?? []).text])
    }
  }
}
