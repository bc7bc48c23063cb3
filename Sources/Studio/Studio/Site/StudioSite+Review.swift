import HTTPServer
import ModelEditing
import WebGuarding
import WebPages

extension StudioSite {
  /// The review of two saved versions, of the saved model against a revision, of two revisions, of
  /// another model against this one, or of the unsaved edits.
  func review(_ query: FormFields, of session: StudioSession) -> HTTPResponse {
    guard let generator else {
      return problem("The program momgen, which writes reviews, was not found.", session)
    }
    let page = ReviewPage(generator: generator)
    let outcome: ReviewPage.Outcome
    if query["unsaved"] != nil {
      let bundle = session.current.bundle
      outcome = page.read(
        from: bundle.history.saved,
        to: bundle.history.model,
        name: bundle.editedName
      )
    } else {
      var words = ["from", "to", "base", "head"].compactMap { name -> String? in
        guard let text = query[name], !text.isEmpty else { return nil }
        return "--\(name)=\(text)"
      }
      if query["merge-base"] != nil { words.append("--merge-base") }
      let other = query["with"].map { $0.isEmpty ? [] : [$0] } ?? []
      outcome = page.read(words + ["--"] + other + [session.path])
    }
    switch outcome {
    case .page(let bytes): return review(bytes)
    case .problem(let text): return problem(text, session)
    }
  }

  private func review(_ bytes: [UInt8]) -> HTTPResponse {
    var response = HTTPResponse(
      .ok,
      headers: ["Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store"],
      body: bytes
    ).guarded
    response.headers["Content-Security-Policy"] =
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
    return response
  }

  private func problem(_ text: String, _ session: StudioSession) -> HTTPResponse {
    let content = HTML([
      element("h1") { "No review" },
      element("p") { "'momgen diff' says why:" },
      element("pre", .class("problem"), .plain("role", "alert")) { text },
    ])
    let context = PageContext(session.current, token: token)
    return page(
      .unprocessableContent,
      document(context, title: "No review", route: .review, content)
    )
  }
}
