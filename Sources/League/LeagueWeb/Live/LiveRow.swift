import LeagueOperations
import WebPages

/// The line of a page for one object of a list.
struct LiveRow: Sendable, Hashable {
  /// The identifier of the object in the store.
  let id: String

  /// The name for people.
  let name: String

  let html: HTML

  var fingerprint: Fingerprint { Fingerprint([id, html.text]) }
}

/// A list as a page shows it, and where its changes are sent.
struct LiveSection {
  /// The name under which the page hears of changes.
  let feed: FeedName
  let rows: [LiveRow]

  /// The fingerprint of this state of the list.
  ///
  /// The order follows from what the rows say, so it need not count.
  static func state(of rows: [LiveRow]) -> String {
    Fingerprint(sumOf: rows.lazy.map(\.fingerprint)).description
  }

  /// The attributes of the element that has the rows, and nothing else, in it.
  var attributes: (feed: HTMLAttribute, state: HTMLAttribute) {
    (.plain("data-feed", feed.rawValue), .plain("data-state", Self.state(of: rows)))
  }

  var html: HTML { HTML(rows.map(\.html)) }
}

/// The names under which pages hear of changes.
enum FeedName: String, Sendable, CaseIterable, Encodable {
  case teams
  case players

  /// The one object that a page is about.
  case subject
}
