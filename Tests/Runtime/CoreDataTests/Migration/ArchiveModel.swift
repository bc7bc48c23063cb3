import CoreData
import Foundation
import ManagedModel
import ModelFiles

/// A model of books and their authors as its versions come one after the other.
enum ArchiveModel {
  /// The model as its file says it.
  static func text(_ version: Int) -> String {
    let entities =
      switch version {
      case 1: first
      case 2: second
      case 3: third
      case 4: other
      case 5: mandatory
      case 6: unique
      case 7: cover
      case 8: numbers
      default: narrow
      }
    return """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \
      userDefinedModelVersionIdentifier="\(version)">
      \(entities)
      </model>
      """
  }

  /// The model on its own, with no file where other versions are.
  static func model(_ version: Int) throws -> NSManagedObjectModel {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).xcdatamodel")
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(version, to: folder)
    guard let model = NSManagedObjectModel(contentsOf: folder) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return model
  }

  private static func write(_ version: Int, to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text(version).utf8).write(to: folder.appendingPathComponent("contents"))
  }

  /// A bundle with several versions, of which the last is the current one.
  static func bundle(_ versions: [Int], in folder: URL) throws -> URL {
    let bundle = folder.appendingPathComponent("Archive.xcdatamodeld")
    for version in versions {
      try write(version, to: bundle.appendingPathComponent("Archive \(version).xcdatamodel"))
    }
    let current = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>_XCCurrentVersionName</key>
      <string>Archive \(versions.last ?? 1).xcdatamodel</string></dict></plist>
      """
    try Data(current.utf8).write(to: bundle.appendingPathComponent(".xccurrentversion"))
    return bundle
  }

  private static let first = """
    <entity name="Author">
    <attribute name="name" attributeType="String"/>
    <attribute name="born" optional="YES" attributeType="Integer 16"/>
    <attribute name="obsolete" optional="YES" attributeType="String"/>
    <attribute name="portrait" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
    <relationship name="books" optional="YES" toMany="YES" deletionRule="Nullify" \
    destinationEntity="Book" inverseName="author" inverseEntity="Book"/>
    </entity>
    <entity name="Book">
    <attribute name="title" optional="YES" attributeType="String"/>
    <relationship name="author" optional="YES" maxCount="1" deletionRule="Nullify" \
    destinationEntity="Author" inverseName="books" inverseEntity="Author"/>
    </entity>
    <entity name="Leaflet" parentEntity="Book"><attribute name="pages" optional="YES" \
    attributeType="Integer 32"/></entity>
    """

  /// Names, an entity, a mandatory attribute with a default; one attribute is gone, and one value is kept in
  /// the database from now on.
  private static let second = """
    <entity name="Author">
    <attribute name="fullName" attributeType="String" elementID="name"/>
    <attribute name="born" attributeType="Integer 16" defaultValueString="1900"/>
    <attribute name="rating" attributeType="Double" defaultValueString="1.5"/>
    <attribute name="portrait" optional="YES" attributeType="Binary"/>
    <relationship name="books" optional="YES" toMany="YES" deletionRule="Nullify" \
    destinationEntity="Book" inverseName="author" inverseEntity="Book"/>
    </entity>
    <entity name="Archivist"><attribute name="name" optional="YES" attributeType="String"/></entity>
    <entity name="Book">
    <attribute name="title" optional="YES" attributeType="String"/>
    <relationship name="author" optional="YES" maxCount="1" deletionRule="Nullify" \
    destinationEntity="Author" inverseName="books" inverseEntity="Author"/>
    </entity>
    <entity name="Leaflet" parentEntity="Book"><attribute name="pages" optional="YES" \
    attributeType="Integer 32"/></entity>
    """

  /// A book has several authors, in their order; leaflets are gone.
  private static let third = """
    <entity name="Author">
    <attribute name="fullName" attributeType="String" elementID="name"/>
    <attribute name="born" attributeType="Integer 16" defaultValueString="1900"/>
    <attribute name="rating" attributeType="Double" defaultValueString="1.5"/>
    <relationship name="works" optional="YES" toMany="YES" deletionRule="Nullify" elementID="books" \
    destinationEntity="Book" inverseName="authors" inverseEntity="Book"/>
    </entity>
    <entity name="Book">
    <attribute name="title" optional="YES" attributeType="String"/>
    <relationship name="authors" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" \
    elementID="author" destinationEntity="Author" inverseName="works" inverseEntity="Author"/>
    </entity>
    """

  /// An attribute of another type.
  private static let other = first.replacingOccurrences(
    of: #"name="born" optional="YES" attributeType="Integer 16""#,
    with: #"name="born" optional="YES" attributeType="String""#
  )

  /// Attributes of other numeric types.
  private static let numbers = first.replacingOccurrences(
    of: #"name="born" optional="YES" attributeType="Integer 16""#,
    with: #"name="born" optional="YES" attributeType="Double""#
  ).replacingOccurrences(of: "Integer 32", with: "Float")

  /// An attribute of a type with fewer values.
  private static let narrow = first.replacingOccurrences(of: "Integer 32", with: "Integer 16")

  /// A mandatory attribute without a default.
  private static let mandatory = first.replacingOccurrences(
    of: #"<attribute name="title" optional="YES" attributeType="String"/>"#,
    with: #"<attribute name="title" attributeType="String"/>"#
  )

  /// Only one book of a title.
  private static let unique = first.replacingOccurrences(
    of: #"<entity name="Book">"#,
    with: """
      <entity name="Book"><uniquenessConstraints><uniquenessConstraint>
      <constraint value="title"/></uniquenessConstraint></uniquenessConstraints>
      """
  )

  /// The portrait may be in a file of its own again.
  private static let cover = second.replacingOccurrences(
    of: #"name="portrait" optional="YES" attributeType="Binary""#,
    with:
      #"name="portrait" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES""#
  )
}
