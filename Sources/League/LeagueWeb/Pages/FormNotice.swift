import LeagueOperations
import WebPages

/// The reason why a submitted form is shown again with its input.
enum FormNotice: Hashable, Sendable {
  /// The form is from before a restart of the server.
  case restarted

  /// The store has failed.
  case failed(LeagueError)

  var html: HTML {
    element(
      "div",
      .class("banner wrong"),
      .id("notice"),
      .plain("role", "alert"),
      .plain("tabindex", "-1"),
      .plain("autofocus")
    ) {
      element("h2") { title }
      element("p") { text }
    }
  }

  private var title: String {
    switch self {
    case .restarted: "Please send this again"
    case .failed: "This did not work"
    }
  }

  private var text: String {
    switch self {
    case .restarted:
      "The server was restarted after you opened this page. Nothing was changed yet, and "
        + "nothing that you have entered is lost."
    case .failed(let error):
      FormField.sentence([error.description])
        + ". Nothing was changed, and nothing that you have entered is lost."
    }
  }
}
