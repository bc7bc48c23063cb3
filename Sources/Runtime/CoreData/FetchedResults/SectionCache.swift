import Digests
import Foundation
import ManagedModel
import ObjectRows

/// The cache on disk of the sections of one fetch.
///
/// It is valid for the same request with the same result: the same rows, in the same versions and the same order,
/// from the same stores. A file for something else, or a damaged one, is ignored.
struct SectionCache {
  private let file: URL
  private let key: String
  private let count: Int

  /// The contents of a file.
  private struct Contents: Codable {
    var format: Int
    var key: String
    var sections: [SectionedResults.Run]
    var checksum: String
  }

  private static let format = 1

  /// Creates a cache; nil if the sections do not depend only on the fetched rows: there are unsaved changes, or the
  /// names of sections are those of other objects or of values that are not stored.
  init?(
    _ name: String,
    _ request: NSFetchRequest<any NSFetchRequestResult>,
    _ sectionKeyPath: String,
    _ objects: [AnyObject],
    in context: NSManagedObjectContext
  ) {
    guard let coordinator = context.coordinator, !context.hasChanges,
      let shape = coordinator.shapes.first(where: { $0.name == request.entityName }),
      let section = shape.indexByName[sectionKeyPath],
      shape.persistentAttributes.contains(section),
      let rows = Self.digest(of: objects, in: context)
    else { return nil }
    file = SectionCacheFolder.file(name)
    count = objects.count
    let parts: [String] =
      [
        shape.name, shape.entity.versionHash.base64EncodedString(), sectionKeyPath,
        (try? request.predicate?.tree.format) ?? "", "\(request.includesSubentities)",
        "\(request.fetchOffset) \(request.fetchLimit)", rows,
      ] + (request.sortDescriptors ?? []).map { "\($0) \($0.selector?.description ?? "")" }
      + coordinator.persistentStores.map { $0.identifier ?? "" }
    key = Self.hash(parts)
  }

  /// The fingerprint of the rows of objects; nil if one of them has no row in the stores.
  private static func digest(
    of objects: [AnyObject],
    in context: NSManagedObjectContext
  ) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(objects.count * 20)
    func append(_ number: some FixedWidthInteger) {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    for object in objects {
      guard let object = object as? NSManagedObject, !object.reference.isTemporary,
        let row = object.row ?? storedRow(of: object, in: context)
      else { return nil }
      append(object.reference.number)
      append(UInt32(truncatingIfNeeded: object.reference.entity))
      append(row.version)
    }
    return SHA256.hash(bytes).hexadecimal
  }

  private static func storedRow(
    of object: NSManagedObject,
    in context: NSManagedObjectContext
  ) -> Row? {
    (try? context.source?.row(for: object.reference, of: object.shape)) ?? nil
  }

  private static func hash(_ parts: [String]) -> String {
    var bytes: [UInt8] = []
    for part in parts {
      // The length separates the parts.
      bytes += "\(part.utf8.count) ".utf8
      bytes += part.utf8
    }
    return SHA256.hash(bytes).hexadecimal
  }

  private func checksum(_ sections: [SectionedResults.Run]) -> String {
    Self.hash([key] + sections.flatMap { [$0.name, "\($0.count)"] })
  }

  /// Reads the cached sections, if they are those of this fetch.
  func read() -> [SectionedResults.Run]? {
    guard let data = try? Data(contentsOf: file),
      let contents = try? JSONDecoder().decode(Contents.self, from: data),
      contents.format == Self.format, contents.key == key,
      contents.checksum == checksum(contents.sections)
    else { return nil }
    let sections = contents.sections
    guard sections.allSatisfy({ $0.count > 0 && $0.count <= count }),
      sections.reduce(0, { $0 + $1.count }) == count,
      Set(sections.map(\.name)).count == sections.count
    else { return nil }
    return sections
  }

  /// Caches sections; a failure to write is ignored.
  func write(_ sections: [SectionedResults.Run]) {
    let contents = Contents(
      format: Self.format,
      key: key,
      sections: sections,
      checksum: checksum(sections)
    )
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(contents) else { return }
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try? data.write(to: file, options: .atomic)
  }
}
