import Foundation
import LeagueOperations

extension LeagueError {
  /// A file that the program was to read or write, and what is wrong with it.
  static func file(_ path: String, _ error: any Error) -> Self {
    let error = error as NSError
    let cause = (error.userInfo[NSUnderlyingErrorKey] as? NSError) ?? error
    return .store("'\(path)': \(cause.localizedDescription)")
  }
}
