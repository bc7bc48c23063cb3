import CoreData
import Foundation
import Testing

@Suite("Files of external data beside SQLite stores") struct ExternalDataTests {
  private let folder: StoreFolder
  private let context: NSManagedObjectContext

  init() throws {
    folder = try StoreFolder()
    context = try folder.context(Self.makeModel())
  }

  private static func makeModel() -> NSManagedObjectModel {
    let bytes = NSAttributeDescription()
    bytes.name = "bytes"
    bytes.type = .binaryData
    bytes.isOptional = true
    bytes.allowsExternalBinaryDataStorage = true
    let name = NSAttributeDescription()
    name.name = "name"
    name.type = .string
    name.isOptional = true
    let entity = NSEntityDescription()
    entity.name = "Picture"
    entity.managedObjectClassName = "NSManagedObject"
    entity.properties = [bytes, name]
    entity.uniquenessConstraints = [["name"]]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    return model
  }

  private var files: [String] {
    let url = folder.url.appendingPathComponent(".store_SUPPORT/_EXTERNAL_DATA")
    return (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
  }

  private func picture(_ name: String, _ count: Int) -> NSManagedObject {
    let data = Data(repeating: 7, count: count)
    return Bookshop.make("Picture", ["bytes": data, "name": name], in: context)
  }

  @Test("Small data are in the row behind 01, large ones in a file that the row names behind 02")
  func forms() throws {
    _ = picture("small", 3)
    try context.save()
    #expect(files.isEmpty)
    _ = picture("large", 1_000_000)
    try context.save()
    let file = try #require(files.first)
    #expect(files.count == 1 && UUID(uuidString: file)?.uuidString == file)
    let small = try folder.query("SELECT hex(ZBYTES) FROM ZPICTURE WHERE ZNAME = 'small'")
    #expect(small == "01070707")
    let large = try folder.query("SELECT hex(ZBYTES) FROM ZPICTURE WHERE ZNAME = 'large'")
    #expect(large == "02" + file.utf8.map { String(format: "%02X", $0) }.joined() + "00")
  }

  @Test(
    "A store in a folder below /dev has files as well",
    .enabled(if: FileManager.default.isWritableFile(atPath: "/dev/shm"))
  )
  func sharedMemory() throws {
    _ = picture("large", 200_000)
    try context.save()
    let place = URL(fileURLWithPath: "/dev/shm/\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.copyItem(at: folder.url, to: place)
    defer { try? FileManager.default.removeItem(at: place) }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.makeModel())
    let url = place.appendingPathComponent("store.sqlite")
    let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
    let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    other.persistentStoreCoordinator = coordinator
    let data = try other.performAndWait {
      let pictures = try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Picture"))
      return pictures.map { $0.value(forKey: "bytes") as? Data }
    }
    #expect(data == [Data(repeating: 7, count: 200_000)])
    try coordinator.remove(store)
  }

  @Test("Files go when their data are replaced and when their objects are deleted")
  func lifetimes() throws {
    let first = picture("a", 200_000)
    _ = picture("b", 200_000)
    try context.save()
    #expect(files.count == 2)
    let before = Set(files)
    first.setValue(Data(repeating: 8, count: 300_000), forKey: "bytes")
    try context.save()
    #expect(files.count == 2 && Set(files) != before)
    first.setValue(Data([1]), forKey: "bytes")
    try context.save()
    #expect(files.count == 1)
    first.setValue("renamed", forKey: "name")
    try context.save()
    #expect(files.count == 1)
    let all = NSFetchRequest<any NSFetchRequestResult>(entityName: "Picture")
    try context.execute(NSBatchDeleteRequest(fetchRequest: all))
    #expect(files.isEmpty)
  }

  @Test("A folder with the name of a value's file stays, with its contents")
  func foldersStay() throws {
    let changed = picture("a", 200_000)
    let deleted = picture("b", 200_000)
    try context.save()
    let place = folder.url.appendingPathComponent(".store_SUPPORT/_EXTERNAL_DATA")
    let names = files
    for name in names {
      let file = place.appendingPathComponent(name)
      try FileManager.default.removeItem(at: file)
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
      try Data([1]).write(to: file.appendingPathComponent("letter"))
    }
    changed.setValue(Data([2]), forKey: "bytes")
    context.delete(deleted)
    try context.save()
    #expect(names.count == 2 && Set(files) == Set(names))
    for name in names {
      let letter = place.appendingPathComponent(name).appendingPathComponent("letter")
      #expect(FileManager.default.fileExists(atPath: letter.path))
    }
  }

  @Test("A save that fails leaves no file, and a deletion that fails takes none")
  func failures() throws {
    let first = picture("a", 200_000)
    try context.save()
    let before = files
    _ = picture("a", 200_000)
    #expect(throws: NSError.self) { try context.save() }
    #expect(files == before)
    context.delete(first)
    _ = picture("b", 10)
    _ = picture("b", 10)
    #expect(throws: NSError.self) { try context.save() }
    #expect(files == before)
  }
}
