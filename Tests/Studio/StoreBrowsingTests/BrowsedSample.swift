import CoreData
import Foundation
import StoreBrowsing
import Testing

/// A store with two teams and some players, which no program has open.
final class BrowsedSample {
  let folder: URL
  let url: URL

  static let modelText = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" minimumToolsVersion="Automatic" \
    sourceLanguage="Swift" userDefinedModelVersionIdentifier="">
        <entity name="Person" representedClassName="Missing.Person" isAbstract="YES" syncable="YES">
            <attribute name="name" optional="YES" attributeType="String"/>
        </entity>
        <entity name="Player" representedClassName="Missing.Player" parentEntity="Person" syncable="YES">
            <attribute name="born" optional="YES" attributeType="Date" usesScalarValueType="NO"/>
            <attribute name="home" optional="YES" attributeType="Composite" composite="Place"/>
            <attribute name="number" optional="YES" attributeType="Integer 16" usesScalarValueType="YES"/>
            <attribute name="photo" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
            <attribute name="tags" optional="YES" attributeType="Transformable" \
    valueTransformerName="MissingTransformer" customClassName="MissingClass"/>
            <relationship name="friends" optional="YES" toMany="YES" deletionRule="Nullify" \
    destinationEntity="Player" inverseName="friends" inverseEntity="Player"/>
            <relationship name="team" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Team" \
    inverseName="players" inverseEntity="Team"/>
        </entity>
        <entity name="Team" representedClassName="Missing.Team" syncable="YES">
            <attribute name="city" optional="YES" attributeType="String"/>
            <attribute name="isOpen" optional="YES" attributeType="Boolean" usesScalarValueType="YES"/>
            <relationship name="players" optional="YES" toMany="YES" deletionRule="Nullify" \
    destinationEntity="Player" inverseName="team" inverseEntity="Player"/>
        </entity>
        <composite name="Place">
            <attribute name="street" optional="YES" attributeType="String"/>
        </composite>
    </model>
    """

  /// The smallest possible picture.
  static let picture = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
  )

  init(
    players: Int = 3,
    at url: URL? = nil,
    type: NSPersistentStore.StoreType = .sqlite,
    keepsHistory: Bool = true
  ) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "browsed-\(UUID().uuidString)")
    let version = folder.appending(path: "Club.xcdatamodeld/Club.xcdatamodel")
    try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
    try Data(Self.modelText.utf8).write(to: version.appending(path: "contents"))
    self.url = url ?? folder.appending(path: "Club.sqlite")
    try fill(players, type, keepsHistory)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var model: URL { folder.appending(path: "Club.xcdatamodeld") }

  /// A store in a file that need not exist.
  static let storeInFile = BrowsedStore("Club.sqlite")

  var store: BrowsedStore { BrowsedStore(url.isFileURL ? url.path : url.absoluteString) }

  /// The names of the files beside the model, except external data files.
  var files: [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).filter { $0.hasPrefix("Club.sqlite") }.sorted()
  }

  private func fill(
    _ players: Int,
    _ type: NSPersistentStore.StoreType,
    _ keepsHistory: Bool
  ) throws {
    try withContext(type, keepsHistory: keepsHistory) { context in
      func insert(_ entity: String) -> NSManagedObject {
        NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
      }
      let teams = ["Rome", "Oslo"].map { city in
        let team = insert("Team")
        team.setValue(city, forKey: "city")
        return team
      }
      teams[0].setValue(true, forKey: "isOpen")
      for number in 0..<players {
        let player = insert("Player")
        player.setValue("Player \(number)", forKey: "name")
        player.setValue(number % 1_000, forKey: "number")
        player.setValue(teams[number % 2], forKey: "team")
        if number == 0 {
          player.setValue(["tall", "quick"] as NSArray, forKey: "tags")
          player.setValue(Self.picture, forKey: "photo")
          player.setValue(["street": "Main Street"], forKey: "home")
          player.setValue(Date(timeIntervalSinceReferenceDate: 0.5), forKey: "born")
        }
      }
      context.transactionAuthor = "sample"
      try context.save()
    }
  }

  /// Opens the store like a writing program, and closes it.
  func withContext(
    _ type: NSPersistentStore.StoreType = .sqlite,
    keepsHistory: Bool = true,
    _ body: (NSManagedObjectContext) throws -> Void
  ) throws {
    ArrayArchive.register()
    guard let model = NSManagedObjectModel(contentsOf: model) else {
      throw CocoaError(.fileReadUnknown)
    }
    for entity in model.entities { entity.managedObjectClassName = "NSManagedObject" }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    var options: [String: Any] = [OpenCoreDataPostgreSQLCreatesSchemaOption: true]
    if keepsHistory { options[NSPersistentHistoryTrackingKey] = true }
    let store = try coordinator.addPersistentStore(type: type, at: url, options: options)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait { try body(context) }
    try coordinator.remove(store)
  }
}

/// The transformer of the program that created the store, which the browser does not need.
private final class ArrayArchive: ValueTransformer, @unchecked Sendable {
  static func register() {
    setValueTransformer(ArrayArchive(), forName: NSValueTransformerName("MissingTransformer"))
  }

  override func transformedValue(_ value: Any?) -> Any? {
    value.flatMap {
      try? NSKeyedArchiver.archivedData(withRootObject: $0, requiringSecureCoding: false)
    }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    Issue.record("the transformer of the program is asked")
    return nil
  }
}
