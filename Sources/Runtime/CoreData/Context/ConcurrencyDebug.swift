import Foundation

/// Whether contexts stop the program when they are used on a wrong queue.
///
/// As on Apple's platforms the argument `-com.apple.CoreData.ConcurrencyDebug 1` enables it; so does the environment
/// variable `COREDATA_CONCURRENCY_DEBUG=1`.
enum ConcurrencyDebug {
  static let isOn = DebugSwitch(
    argument: "-com.apple.CoreData.ConcurrencyDebug",
    variable: "COREDATA_CONCURRENCY_DEBUG"
  ).isOn

  /// Logs the mistake and stops the program.
  static func stop(_ context: NSManagedObjectContext) -> Never {
    let message =
      "the context \(context.name ?? "without a name") (\(context.queue.type)) or one of its "
      + "objects was used outside of its queue: use perform(_:) or performAndWait(_:)."
    // A release build drops the texts of preconditions.
    CoreDataLog.sendPlainly(
      .critical,
      .concurrency,
      message,
      ["context": .text(context.name ?? ""), "queue": .text("\(context.queue.type)")]
    )
    CoreDataLog.flush()
    // Only a mistake of the program leads here, and only if it has enabled this check.
    preconditionFailure("CoreData: \(message)")
  }
}
