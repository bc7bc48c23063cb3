import HTTPServer
import WebGuarding
import WebPages

/// The response of the site: a page or a redirect.
enum Answer {
  case page(Page, HTTPStatus = .ok)

  /// A redirect after an action, so that reloading the page does not repeat it.
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
