import Foundation
import HTTPServer
import WebPages

/// A change of a list, in the terms of a delegate of a fetched results controller.
///
/// Indices of removed rows are those before all changes, of inserted ones those after them; so a client removes
/// from the end, then inserts from the beginning.
struct ListChange: Encodable, Equatable {
  /// A row that is inserted, or whose appearance has changed.
  struct Arrival: Encodable, Equatable {
    let at: Int
    let html: String
  }

  /// A row that moves.
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

/// A change of the parts around the rows only.
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
