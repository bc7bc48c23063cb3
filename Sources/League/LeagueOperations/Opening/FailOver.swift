import CoreData
import Foundation

/// The time to wait for a server that another one is taking the place of.
enum FailOver {
  /// The longest time that is waited for a server.
  private static let timeout = Duration.seconds(30)

  /// Does work, and does all of it again for as long as no server can be reached.
  ///
  /// Work that has changed something is repeated only if the store says that nothing was written.
  ///
  /// - Parameter work: The work, which begins anew each time.
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

  /// Whether the same may succeed later.
  private static func isPassing(_ error: any Error) -> Bool {
    let info = (error as NSError).userInfo
    return (info[OpenCoreDataTransientErrorKey] as? NSNumber)?.boolValue == true
  }
}
