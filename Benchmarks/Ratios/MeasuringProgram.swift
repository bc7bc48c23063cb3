import Foundation

/// The whole of a measuring program.
///
/// An error that is thrown at the top level of `main.swift` ends a program by a trap, with a backtrace.
package enum MeasuringProgram {
  /// Runs a program to its end: a thrown error becomes a message on standard error and the exit status 1.
  ///
  /// - Parameter body: The program; false means that a bound is missed, which gives the status 1 too.
  @MainActor
  package static func run(_ body: @MainActor () throws -> Bool) -> Never {
    do {
      exit(try body() ? 0 : 1)
    } catch {
      fail(error)
    }
  }

  /// Runs a program that waits for others.
  @MainActor
  package static func run(_ body: @MainActor () async throws -> Bool) async -> Never {
    do {
      exit(try await body() ? 0 : 1)
    } catch {
      fail(error)
    }
  }

  private static func fail(_ error: any Error) -> Never {
    let program = URL(filePath: CommandLine.arguments[0]).lastPathComponent
    fflush(nil)
    FileHandle.standardError.write(Data("\(program): \(error)\n".utf8))
    exit(1)
  }
}
