import CoreData
import Foundation
import Testing

/// A requirement of stores, with its check.
public struct ConformanceCheck: Sendable {
  /// The requirement, in a sentence.
  public let name: String

  /// The capabilities of a store that the check needs.
  public let needs: StoreUnderTest.Capabilities

  let model: @Sendable () -> NSManagedObjectModel
  let body: @Sendable (ConformanceSession) throws -> Void

  init(
    _ name: String,
    needs: StoreUnderTest.Capabilities = [],
    model: @escaping @Sendable () -> NSManagedObjectModel = ConformanceModel.make,
    _ body: @escaping @Sendable (ConformanceSession) throws -> Void
  ) {
    self.name = name
    self.needs = needs
    self.model = model
    self.body = body
  }
}

/// One check of one kind of store.
public struct ConformanceCase: Sendable, CustomTestStringConvertible {
  /// The kind of store.
  public let store: StoreUnderTest

  /// The check.
  public let check: ConformanceCheck

  /// The store and the check, for test results.
  public var testDescription: String { "\(store.name): \(check.name)" }

  /// Creates a store and checks it; problems are recorded as issues of the current test, or thrown.
  public func run() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("StoreConformance-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try check.body(try ConformanceSession(store, folder: folder, model: check.model()))
  }
}
