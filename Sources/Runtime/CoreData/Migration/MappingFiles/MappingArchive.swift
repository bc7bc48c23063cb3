import Foundation
import ModelFiles
import PredicateFormat
import PropertyLists

/// An archive that is the file of a mapping model, or a part of it.
struct MappingArchive {
  private let archive: KeyedArchive
  private var expressions: ArchivedExpressions

  /// The greatest depth of a user info that is read.
  private static let greatestDepth = 32

  /// The remaining number of values of user infos to read: objects of an archive can be shared repeatedly.
  private var remainingValues: Int

  init(_ bytes: [UInt8]) throws(MappingFileError) {
    do {
      archive = try KeyedArchive(try PropertyList(binary: bytes))
    } catch {
      throw MappingFileError("it contains an archive that cannot be read: \(error)")
    }
    expressions = ArchivedExpressions(in: archive)
    remainingValues = 1_000 + 8 * archive.objects.count
  }

  func root() throws(MappingFileError) -> ArchivedObject {
    try Self.reading { () throws(KeyedArchiveError) in try archive.root() }
  }

  // MARK: Expressions

  /// Returns the expression in the archive.
  func rootExpression() throws(MappingFileError) -> ExpressionNode {
    var reader = self
    return try reader.expression(try root())
  }

  mutating func expression(
    _ object: ArchivedObject
  ) throws(MappingFileError) -> ExpressionNode {
    let meant = try Self.reading { () throws(KeyedArchiveError) in try Self.request(in: object) }
    do {
      return try expressions.expression(meant ?? object)
    } catch {
      throw MappingFileError("it contains an expression that cannot be read: \(error.message)")
    }
  }

  /// The call that creates the request of a fetch expression.
  ///
  /// A request is executed wherever objects are expected, so the call has the same meaning.
  private static func request(
    in object: ArchivedObject
  ) throws(KeyedArchiveError) -> ArchivedObject? {
    guard object.isKind(of: "NSFetchRequestExpression") else { return nil }
    for field in object.fields.entries where !field.key.hasPrefix("$") {
      guard let part = try object.value(field.key)?.object, part.isKind(of: "NSExpression"),
        let selector = try part.value("NSSelectorName")?.string,
        selector.hasPrefix("fetchRequestForSourceEntityNamed:")
      else { continue }
      return part
    }
    return nil
  }

  // MARK: User infos

  /// Returns the dictionary in the archive.
  func rootUserInfo() throws(MappingFileError) -> [AnyHashable: Any] {
    var reader = self
    return try reader.userInfo(.object(try root()))
  }

  /// Returns a dictionary of property list values; others are left out.
  mutating func userInfo(_ value: ArchivedValue) throws(MappingFileError) -> [AnyHashable: Any] {
    var list: PropertyList?
    do {
      list = try plainValue(value, depth: 0)
    } catch {
      throw MappingFileError("it contains a user info that cannot be read: \(error.message)")
    }
    guard let entries = list?.dictionary else { return [:] }
    return MetadataList.metadata(entries)
  }

  private mutating func plainValue(
    _ value: ArchivedValue,
    depth: Int
  ) throws(KeyedArchiveError) -> PropertyList? {
    remainingValues -= 1
    guard depth < Self.greatestDepth, remainingValues > 0 else {
      throw KeyedArchiveError("it is nested too deeply, or contains itself")
    }
    if let text = try value.string { return .string(text) }
    if let bytes = try value.data { return .data(bytes) }
    guard let object = value.object else {
      if case .plain(let plain) = value { return plain }
      return nil
    }
    if object.isKind(of: "NSDate") { return try object.real("NS.time").map(PropertyList.date) }
    if object.isKind(of: "NSDictionary") {
      var entries: [PropertyListDictionary.Entry] = []
      for entry in try object.entries() {
        guard let key = try entry.key.string else { continue }
        guard let found = try plainValue(entry.value, depth: depth + 1) else { continue }
        entries.append(.init(key, found))
      }
      return .dictionary(PropertyListDictionary(entries))
    }
    guard object.isKind(of: "NSArray") else { return nil }
    var elements: [PropertyList] = []
    for element in try object.elements() {
      if let found = try plainValue(element, depth: depth + 1) { elements.append(found) }
    }
    return .array(elements)
  }

  static func reading<Value>(
    _ read: () throws(KeyedArchiveError) -> Value
  ) throws(MappingFileError) -> Value {
    do {
      return try read()
    } catch {
      throw MappingFileError("it contains an archive that is damaged: \(error.message)")
    }
  }
}
