import Files

/// Runs the body again if its transaction failed only because of other transactions.
///
/// The body must be the whole transaction, which a failure rolls back. Pauses between the attempts grow, and are of
/// random length, so that the conflicting transactions do not collide again.
///
/// - Parameters:
///   - attempts: The greatest number of attempts.
///   - body: The transaction.
/// - Returns: The result of the attempt that succeeded.
/// - Throws: The error of the last attempt.
package func retryingTransaction<Result>(
  attempts: Int = 10,
  _ body: () throws -> Result
) throws -> Result {
  var milliseconds: UInt32 = 1
  var left = attempts
  while true {
    left -= 1
    do { return try body() } catch {
      guard left > 0, (error as? SQLError)?.kind == .serialization else { throw error }
      usleep(UInt32.random(in: 0...milliseconds * 1_000))
      milliseconds = min(milliseconds * 2, 200)
    }
  }
}
