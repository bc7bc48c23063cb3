import CoreData
import Foundation
import Studio

/// A studio over the model of a sample and a store of it.
final class StudioStore {
  let sample: StudioSample
  let studio: Studio

  static let model = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" minimumToolsVersion="Automatic" \
    sourceLanguage="Swift" userDefinedModelVersionIdentifier="">
        <entity name="Player" representedClassName="Player" syncable="YES">
            <attribute name="name" optional="YES" attributeType="String"/>
            <attribute name="number" optional="YES" attributeType="Integer 16" usesScalarValueType="YES"/>
            <attribute name="photo" optional="YES" attributeType="Binary"/>
            <relationship name="team" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Team" \
    inverseName="players" inverseEntity="Team"/>
        </entity>
        <entity name="Team" representedClassName="Team" syncable="YES">
            <attribute name="city" optional="YES" attributeType="String"/>
            <relationship name="players" optional="YES" toMany="YES" deletionRule="Nullify" \
    destinationEntity="Player" inverseName="team" inverseEntity="Player"/>
        </entity>
    </model>
    """

  /// The smallest possible picture.
  static let picture = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
  )

  /// A studio over a store with a team and its players, the first of whom has a name of its own; with the model, or
  /// with the store alone.
  init(players: Int = 60, name: String = "Ann", hasModel: Bool = true) throws {
    sample = try StudioSample(Self.model)
    let url = sample.folder.appending(path: "Club.sqlite")
    try Self.withContext(of: sample, at: url) { context in
      let team = NSEntityDescription.insertNewObject(forEntityName: "Team", into: context)
      team.setValue("Rome", forKey: "city")
      for number in 0..<players {
        let player = NSEntityDescription.insertNewObject(forEntityName: "Player", into: context)
        player.setValue(number == 0 ? name : "Player \(number)", forKey: "name")
        player.setValue(number, forKey: "number")
        player.setValue(team, forKey: "team")
        if number == 0 { player.setValue(Self.picture, forKey: "photo") }
        if number == 1 { player.setValue(Data("<script>".utf8), forKey: "photo") }
      }
      context.transactionAuthor = "sample"
      try context.save()
    }
    studio = try Studio(model: hasModel ? sample.model.path : nil, store: url.path)
  }

  var url: URL { sample.folder.appending(path: "Club.sqlite") }

  /// Opens the store like a writing program, and closes it.
  static func withContext(
    of sample: StudioSample,
    at url: URL,
    _ body: (NSManagedObjectContext) throws -> Void
  ) throws {
    guard let model = NSManagedObjectModel(contentsOf: sample.model) else {
      throw CocoaError(.fileReadUnknown)
    }
    for entity in model.entities { entity.managedObjectClassName = "NSManagedObject" }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
      type: .sqlite,
      at: url,
      options: [NSPersistentHistoryTrackingKey: true]
    )
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait { try body(context) }
    try coordinator.remove(store)
  }

  func get(_ path: String) async throws -> String {
    try await sample.get(path, of: studio)
  }

  func stop() async {
    await studio.stop()
    await sample.studio.stop()
  }
}
