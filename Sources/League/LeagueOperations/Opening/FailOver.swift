import CoreData
import Foundation

/// Retries during the failover of a database server.
enum FailOver {
  /// The timeout of retries.
  private static let timeout = Duration.seconds(30)

  /// Runs work, and retries all of it while no server can be reached.
  ///
  /// Work that has changed something is retried only if the store confirms that nothing was written.
  ///
  /// - Parameter work: The work, which starts from scratch each time.
  /// - Returns: The result of the work.
  /// - Throws: The error of the work.
  static func waiting<Result>(_ work: () throws -> Result) throws -> Result {
    let deadline = ContinuousClock.now + timeout
    while true {
      do {
        return try work()
      } catch {
        guard isPassing(error), ContinuousClock.now < deadline else { throw error }
        usleep(200_000)
      }
    }
  }

  /// Whether a retry may succeed.
  private static func isPassing(_ error: any Error) -> Bool {
    let info = (error as NSError).userInfo
    return (info[OpenCoreDataTransientErrorKey] as? NSNumber)?.boolValue == true
  }
}
