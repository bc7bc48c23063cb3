import HTTPServer
import Testing
import WebGuarding
import WebPages
import WebSites

struct SiteTests {
  @Test("A frame has the landmarks of a page, and its events")
  func frame() {
    let frame = PageFrame(
      title: "A < B",
      icon: .plain("href", "/i"),
      style: .plain("href", "/s"),
      script: .plain("src", "/j"),
      events: "/e?a=1&b",
      header: element("header") { "Head" },
      imprint: "Foot",
      status: .empty
    )
    let text = frame.document { element("h1") { "Body" } }.text
    #expect(text.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\"><head>"))
    for part in [
      "<title>A &lt; B</title>", "<body data-events=\"/e?a=1&amp;b\">",
      "<a class=\"skip\" href=\"#content\">", "<header>Head</header>",
      "<main id=\"content\" tabindex=\"-1\"><h1>Body</h1></main>", "<footer><p>Foot</p></footer>",
    ] { #expect(text.contains(part), "\(part)") }
  }

  @Test("A form carries the token, and an input refers to its problem")
  func form() {
    let token = FormToken()
    let problem = InputProblem(id: "p", "no <number>")
    let text = FormParts.form(.plain("action", "/x"), token, [("a", "\"1\"")]) {
      void("input", problem.invalid, problem.description(besides: ["hint"]))
      problem.html
      FormParts.button("Go", "Go on", isDisabled: true)
    }.text
    #expect(
      text == "<form method=\"post\" action=\"/x\">"
        + "<input type=\"hidden\" name=\"token\" value=\"\(token.text)\">"
        + "<input type=\"hidden\" name=\"a\" value=\"&quot;1&quot;\">"
        + "<input aria-invalid=\"true\" aria-describedby=\"hint p\">"
        + "<p class=\"problem\" id=\"p\">no &lt;number&gt;</p>"
        + "<button aria-label=\"Go on\" disabled>Go</button></form>"
    )
    let none = InputProblem(id: "p", nil)
    #expect(void("input", none.invalid, none.description()).text == "<input>")
    #expect(none.html == .empty)
  }

  @Test("A file is sent once, as long as it stays the same")
  func file() throws {
    let file = SiteFile(Array("body {}".utf8), type: "text/css")
    let target = try #require(RequestTarget("/style.css"))
    let first = file.response(to: HTTPRequest(method: .get, target: target))
    #expect(first.status == .ok)
    let tag = try #require(first.headers["ETag"])
    for known in [tag, "W/\(tag)", "\"x\", \(tag)"] {
      let request = HTTPRequest(method: .get, target: target, headers: ["If-None-Match": known])
      #expect(file.response(to: request).status == .notModified, "\(known)")
    }
    let other = HTTPRequest(method: .get, target: target, headers: ["If-None-Match": "\"x\""])
    #expect(file.response(to: other).status == .ok)
  }

  @Test("Events go to all pages that are open, and to no others")
  func streams() {
    let streams = PageStreams()
    let (first, second) = (EventStream(), EventStream())
    streams.add(first)
    streams.add(second)
    streams.send(ServerSentEvent("changed", data: ""))
    streams.remove(first)
    #expect(!streams.isEmpty)
    second.close()
    streams.send(ServerSentEvent("changed", data: ""))
    #expect(streams.isEmpty)
  }
}
