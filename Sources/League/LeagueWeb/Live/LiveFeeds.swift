import CoreData
import Foundation
import HTTPServer
import LeagueOperations
import Synchronization
import WebSites

/// The open pages by the lists that they show, and the events sent to them.
///
/// There is one list for each subject, however many windows show it. All of them are in one
/// context, which merges saves of others; all methods run on the context's queue.
final class LiveFeeds: @unchecked Sendable {
  private let context: NSManagedObjectContext
  private let foreignChanges: ForeignChanges
  private var feeds: [LiveSubject: Feed] = [:]

  /// A list and its listeners.
  private struct Feed {
    let list: LiveList
    let streams = PageStreams()
  }

  private let saves = Mutex<Observer?>(nil)

  // A token is only passed back to the notification center, which accepts it on any thread.
  private struct Observer: @unchecked Sendable {
    let token: any NSObjectProtocol
  }

  init(_ store: LeagueStore) {
    context = store.container.newBackgroundContext()
    context.automaticallyMergesChangesFromParent = true
    foreignChanges = ForeignChanges(store)
    foreignChanges.observe { [weak self] in self?.catchUp() }
    observeSaves(of: store)
  }

  deinit {
    if let observer = saves.withLock({ $0 }) {
      NotificationCenter.default.removeObserver(observer.token)
    }
  }

  /// Updates all lists after each save.
  ///
  /// A controller is notified only of objects in its context. Changes on other pages of a list move rows into
  /// the page and out of it, and are found only by fetching.
  private func observeSaves(of store: LeagueStore) {
    let coordinator = store.container.persistentStoreCoordinator
    let token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave,
      object: nil,
      queue: nil
    ) { [weak self, weak coordinator] notification in
      let saved = notification.object as? NSManagedObjectContext
      guard let coordinator, saved?.persistentStoreCoordinator === coordinator else { return }
      self?.catchUp()
    }
    saves.withLock { $0 = Observer(token: token) }
  }

  /// The event stream of the lists that a page shows.
  ///
  /// - Parameters:
  ///   - page: The route of the page.
  ///   - query: The query of the page, with the states of its lists; those in other states are
  ///     sent whole.
  /// - Returns: A response that lasts as long as the client listens, or one that reports that nothing can be followed.
  func response(for page: Route, query: FormFields) async -> HTTPResponse {
    let stream = EventStream()
    let isFound = await context.perform { [self] in
      do {
        for subject in LiveSubject.shown(on: page, query) {
          try add(stream, to: subject, state: query[subject.feed.rawValue])
        }
        stream.send(ServerSentEvent("ready", data: ""))
        return true
      } catch {
        return false
      }
    }
    guard isFound else {
      // A page that is still open gets this response; there is nothing to wait for.
      stream.send(ServerSentEvent("gone", data: ""))
      stream.close()
      remove(stream)
      return HTTPResponse(events: stream)
    }
    stream.whenEnded { [weak self, weak stream] in
      if let stream { self?.remove(stream) }
    }
    return HTTPResponse(events: stream)
  }

  private func add(_ stream: EventStream, to subject: LiveSubject, state: String?) throws {
    if feeds[subject] == nil {
      let list = try LiveList(subject, in: League(context)) { [weak self] change in
        self?.tell(change, of: subject)
      }
      feeds[subject] = Feed(list: list)
    }
    guard let list = feeds[subject]?.list else { return }
    let rows = list.rows
    // The deletion may be about to be reported.
    if subject.feed == .subject, rows.isEmpty { throw LeagueError.gone(.team) }
    feeds[subject]?.streams.add(stream)
    if LiveSection.state(of: rows) != state {
      stream.send(WholeList(subject.feed, rows, list.summary).event)
    } else if let summary = list.summary {
      // Other pages may differ although the rows are the same.
      stream.send(ChangedSummary(feed: subject.feed, summary: summary).event)
    }
  }

  private func remove(_ stream: EventStream) {
    context.perform { [self] in
      for subject in Array(feeds.keys) {
        feeds[subject]?.streams.remove(stream)
        // A list without listeners is not followed.
        if feeds[subject]?.streams.isEmpty == true { feeds[subject] = nil }
      }
    }
  }

  private func tell(_ change: ListChange, of subject: LiveSubject) {
    feeds[subject]?.streams.send(change.event)
  }

  private func catchUp() {
    context.perform { [self] in
      for feed in Array(feeds.values) {
        foreignChanges.merge(into: feed.list, context)
        guard feed.list.updateSummary(), let summary = feed.list.summary else { continue }
        feed.streams.send(ChangedSummary(feed: feed.list.subject.feed, summary: summary).event)
      }
    }
  }
}
