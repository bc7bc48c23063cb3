import Foundation
import HTTPServer
import WebPages

/// A change of a list, in the terms of a delegate of a fetched results controller.
///
/// Indices of what goes are those before all changes, of what comes those after them; so a client that applies it takes
/// away from the end, then puts in from the beginning.
struct ListChange: Encodable, Equatable {
  /// A row that comes, or that looks different now.
  struct Arrival: Encodable, Equatable {
    let at: Int
    let html: String
  }

  /// A row that goes to another place.
  struct Move: Encodable, Equatable {
    let from: Int
    let to: Int
    let html: String
  }

  /// The list that changed.
  let feed: FeedName

  /// The fingerprints of the list before and after.
  let before: String
  var state = ""
  var deleted: [Int] = []
  var inserted: [Arrival] = []
  var moved: [Move] = []
  var updated: [Arrival] = []

  /// The announcement for screen readers.
  var words = ""

  /// The parts around the rows; nil if there are none.
  var summary: ListSummary?

  var isEmpty: Bool {
    deleted.isEmpty && inserted.isEmpty && moved.isEmpty && updated.isEmpty
  }

  var event: ServerSentEvent { ServerSentEvent("change", data: JSONText(self).text) }
}

/// All rows of a list, for a client that may have missed changes.
struct WholeList: Encodable {
  let feed: FeedName
  let state: String
  let rows: [String]
  let summary: ListSummary?

  init(_ feed: FeedName, _ rows: [LiveRow], _ summary: ListSummary?) {
    self.feed = feed
    self.summary = summary
    state = LiveSection.state(of: rows)
    self.rows = rows.map(\.html.text)
  }

  var event: ServerSentEvent { ServerSentEvent("whole", data: JSONText(self).text) }
}

/// Only what is around the rows of a list is different now.
struct ChangedSummary: Encodable {
  let feed: FeedName
  let summary: ListSummary

  var event: ServerSentEvent { ServerSentEvent("summary", data: JSONText(self).text) }
}

/// A value as JSON on one line.
private struct JSONText {
  let text: String

  init(_ value: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts, numbers and arrays of them can always be encoded.
    text = (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
