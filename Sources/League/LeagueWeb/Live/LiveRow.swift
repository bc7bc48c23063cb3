import LeagueOperations
import WebPages

/// The line of a page for one object of a list.
struct LiveRow: Sendable, Hashable {
  /// The identifier of the object in the store.
  let id: String

  /// The displayed name.
  let name: String

  let html: HTML

  var fingerprint: Fingerprint { Fingerprint([id, html.text]) }
}

/// A list on a page, and the name of its feed.
struct LiveSection {
  /// The feed of its changes.
  let feed: FeedName
  let rows: [LiveRow]

  /// The fingerprint of this state of the list.
  ///
  /// The order follows from the contents of the rows, so it need not be included.
  static func state(of rows: [LiveRow]) -> String {
    Fingerprint(sumOf: rows.lazy.map(\.fingerprint)).description
  }

  /// The attributes of the element that contains the rows and nothing else.
  var attributes: (feed: HTMLAttribute, state: HTMLAttribute) {
    (.plain("data-feed", feed.rawValue), .plain("data-state", Self.state(of: rows)))
  }

  var html: HTML { HTML(rows.map(\.html)) }
}

/// The names of feeds.
enum FeedName: String, Sendable, CaseIterable, Encodable {
  case teams
  case players

  /// The single object of a page.
  case subject
}
