import CoreData
import os

// Logs, and the ways out that messages propose where no edit can help.

extension Logger {
  static let docks = Logger(subsystem: "harbor", category: "docks")
}

/// An optional requirement with a result, as a mandatory one that an extension implements.
protocol DockListening: AnyObject {
  func dockTitle() -> String
}

extension DockListening {
  func dockTitle() -> String { "a dock" }
}

/// Observes the name of a harbor, where an app for Apple's platforms observed a key path as text.
final class Dock: NSObject {
  weak var listener: DockListening?
  private(set) var names: [String?] = []
  private var observation: NSKeyValueObservation?
  private let logger = Logger(subsystem: "harbor", category: "dock")

  init(_ harbor: Harbor) {
    super.init()
    observation = harbor.observe(\.name, options: [.new]) { [weak self] harbor, _ in
      self?.note(harbor.name)
    }
  }

  private func note(_ name: String?) {
    logger.info("\(name ?? "none", privacy: .public)")
    self.logger.debug("noted")
    names.append(name)
  }

  deinit {
    Logger.docks.notice("a dock is gone")
    os_log("gone")
  }

  var title: String { listener?.dockTitle() ?? "nobody listens" }
}

final class QuietDockListener: DockListening {}

final class NamedDockListener: DockListening {
  func dockTitle() -> String { "the dock of Kiel" }
}
