import CoreData
import Foundation
import ManagedModel
import ModelFiles

/// A model of books and their authors in successive versions.
enum ArchiveModel {
  /// The text of a version's model file.
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

  /// A version's model on its own, with no file of other versions.
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

  /// A model bundle with several versions, the last of which is the current one.
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

  /// Renames properties and an entity, adds a mandatory attribute with a default, removes an attribute, and moves a
  /// value from a file into the database.
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

  /// A book has several ordered authors; leaflets are removed.
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

  /// An attribute with another type.
  private static let other = first.replacingOccurrences(
    of: #"name="born" optional="YES" attributeType="Integer 16""#,
    with: #"name="born" optional="YES" attributeType="String""#
  )

  /// Attributes with other numeric types.
  private static let numbers = first.replacingOccurrences(
    of: #"name="born" optional="YES" attributeType="Integer 16""#,
    with: #"name="born" optional="YES" attributeType="Double""#
  ).replacingOccurrences(of: "Integer 32", with: "Float")

  /// An attribute with a narrower type.
  private static let narrow = first.replacingOccurrences(of: "Integer 32", with: "Integer 16")

  /// A mandatory attribute without a default.
  private static let mandatory = first.replacingOccurrences(
    of: #"<attribute name="title" optional="YES" attributeType="String"/>"#,
    with: #"<attribute name="title" attributeType="String"/>"#
  )

  /// A uniqueness constraint on the titles of books.
  private static let unique = first.replacingOccurrences(
    of: #"<entity name="Book">"#,
    with: """
      <entity name="Book"><uniquenessConstraints><uniquenessConstraint>
      <constraint value="title"/></uniquenessConstraint></uniquenessConstraints>
      """
  )

  /// The portrait may be stored externally again.
  private static let cover = second.replacingOccurrences(
    of: #"name="portrait" optional="YES" attributeType="Binary""#,
    with:
      #"name="portrait" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES""#
  )
}
