import LeagueOperations

extension Page {
  /// There is nothing at an address.
  static var notFound: Page {
    message(
      "Page not found",
      "There is nothing at this address. Perhaps it was mistyped."
    )
  }

  /// There is no such team or player any more.
  static func gone(_ noun: LeagueError.Noun) -> Page {
    message(
      "This \(noun.rawValue) is gone",
      "Somebody has deleted the \(noun.rawValue) in the meantime, or it never was there. "
        + "Nothing was changed."
    )
  }

  /// The store does not work.
  static func failure(_ error: LeagueError) -> Page {
    message(
      "This did not work",
      FormField.sentence([error.description]) + ". Nothing was changed."
    )
  }

  private static func message(_ title: String, _ text: String) -> Page {
    Page(title: title, trail: [("Teams", .teams)]) { _ in
      element("h1") { title }
      element("p") { text }
      element("p") { element("a", .class("button primary"), .href(.teams)) { "Show all teams" } }
    }
  }
}
