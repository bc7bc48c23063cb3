import LeagueOperations
import WebPages

/// The reason why a form that was sent comes back with everything in it, to be sent again.
enum FormNotice: Hashable, Sendable {
  /// The server does not know the page that the form is from.
  case restarted

  /// The store could not do it.
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
    case .restarted: "Please send this once more"
    case .failed: "This did not work"
    }
  }

  private var text: String {
    switch self {
    case .restarted:
      "The server was started anew since you opened this page. Nothing was changed yet, and "
        + "nothing that you have entered is lost."
    case .failed(let error):
      FormField.sentence([error.description])
        + ". Nothing was changed, and nothing that you have entered is lost."
    }
  }
}
