import Foundation

/// Whether contexts stop the program when they are used where they must not be.
///
/// As on Apple's platforms the argument `-com.apple.CoreData.ConcurrencyDebug 1` switches it on; so does
/// the environment variable `COREDATA_CONCURRENCY_DEBUG=1`.
enum ConcurrencyDebug {
  static let isOn = isOn(arguments: CommandLine.arguments) || isOnInEnvironment

  private static func isOn(arguments: [String]) -> Bool {
    guard let place = arguments.firstIndex(of: "-com.apple.CoreData.ConcurrencyDebug"),
      arguments.indices.contains(place + 1)
    else { return false }
    return isYes(arguments[place + 1])
  }

  private static var isOnInEnvironment: Bool {
    getenv("COREDATA_CONCURRENCY_DEBUG").map { isYes(String(cString: $0)) } ?? false
  }

  /// What counts as switched on: a number other than 0, and YES.
  private static func isYes(_ text: String) -> Bool {
    if let number = Int(text) { return number != 0 }
    return ["yes", "true", "y", "t"].contains(text.lowercased())
  }

  /// Says what is wrong and stops.
  static func stop(_ context: NSManagedObjectContext) -> Never {
    let message =
      "CoreData: the context \(context.name ?? "without a name") (\(context.queue.type)) or one of its "
      + "objects was used where its work is not done: use perform(_:) or performAndWait(_:).\n"
    // A release build drops the texts of preconditions.
    FileHandle.standardError.write(Data(message.utf8))
    preconditionFailure(message)
  }
}

extension NSManagedObjectContext {
  /// Stops the program if debugging is on and this is not where the context's work is done.
  @inline(__always) final func confirmQueue() {
    if checksQueue { confirmQueueSlowly() }
  }

  @inline(never) private func confirmQueueSlowly() {
    if !queue.isCurrent { ConcurrencyDebug.stop(self) }
  }
}
