import CoreData
import Foundation
import StoreMigration
import Testing
import TextFileStore

/// Tests that devices and folders are never replaced or removed, and that symbolic links are followed.
@Suite("Places that are no plain files") struct StorePlaceTests {
  let scratch: StoreScratch

  init() throws { scratch = try StoreScratch() }

  static let types: [NSPersistentStore.StoreType] = [.sqlite, .xml, .binary]
  static let fileTypes: [NSPersistentStore.StoreType] = [.xml, .binary, .textFile]

  enum Kind: CaseIterable {
    case pipe, folder, device, socket
  }

  private func make(_ kind: Kind, _ name: String = "place") throws -> URL {
    let url = scratch.url(name)
    switch kind {
    case .pipe: #expect(mkfifo(url.path, 0o600) == 0)
    case .folder:
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      try Data([1]).write(to: url.appendingPathComponent("file"))
    case .device: return URL(fileURLWithPath: "/dev/zero")
    case .socket: #expect(mknod(url.path, S_IFSOCK | 0o600, 0) == 0)
    }
    return url
  }

  private func mode(_ url: URL) -> mode_t {
    var status = stat()
    return lstat(url.path, &status) == 0 ? status.st_mode : 0
  }

  @Test(
    "A path that is not a file is neither destroyed nor replaced",
    arguments: types,
    Kind.allCases
  )
  func noFile(type: NSPersistentStore.StoreType, kind: Kind) throws {
    let place = try make(kind)
    let source = scratch.url("source")
    try scratch.makeStore(type, at: source)
    let before = mode(place)
    let coordinator = scratch.coordinator()
    #expect(throws: NSError.self) { try coordinator.destroyPersistentStore(at: place, type: type) }
    #expect(throws: NSError.self) {
      try coordinator.replacePersistentStore(
        at: place,
        withPersistentStoreFrom: source,
        type: type
      )
    }
    #expect(mode(place) == before)
    if kind == .folder {
      #expect(FileManager.default.fileExists(atPath: place.appendingPathComponent("file").path))
    }
  }

  @Test("A pipe is not opened as a store, and is not waited for", arguments: fileTypes)
  func pipe(type: NSPersistentStore.StoreType) throws {
    guard type != .textFile else { return try savingToPipe() }
    let place = try make(.pipe)
    #expect(throws: NSError.self) {
      try scratch.coordinator().addPersistentStore(type: type, at: place)
    }
    #expect(mode(place) & S_IFMT == S_IFIFO)
  }

  /// An atomic store reads the metadata first, and a pipe has none.
  private func savingToPipe() throws {
    let place = scratch.url("place")
    let coordinator = scratch.coordinator()
    try coordinator.addPersistentStore(type: .textFile, at: place)
    let context = scratch.context(coordinator)
    try? FileManager.default.removeItem(at: place)
    #expect(mkfifo(place.path, 0o600) == 0)
    _ = Team(context: context)
    #expect(throws: (any Error).self) { try context.save() }
    #expect(mode(place) & S_IFMT == S_IFIFO)
  }

  @Test("F280 Nothing is destroyed at the null device, by whatever path", arguments: types)
  func nowhere(type: NSPersistentStore.StoreType) throws {
    let link = scratch.url("null")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "/dev/null")
    let coordinator = scratch.coordinator()
    for path in ["/dev/null", "/dev/../dev/null", link.path] {
      let place = URL(fileURLWithPath: path)
      try coordinator.destroyPersistentStore(at: place, type: type)
      let store = try coordinator.addPersistentStore(type: type, at: place)
      let context = scratch.context(coordinator)
      _ = Team(context: context)
      try context.save()
      try coordinator.remove(store)
      try coordinator.destroyPersistentStore(at: place, type: type)
    }
    #expect(mode(URL(fileURLWithPath: "/dev/null")) & S_IFMT == S_IFCHR)
    #expect(mode(link) & S_IFMT == S_IFLNK)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["null"])
  }

  @Test("A link to a store is followed, and stays", arguments: types)
  func link(type: NSPersistentStore.StoreType) throws {
    let (url, link, source) = (scratch.url("real"), scratch.url("link"), scratch.url("source"))
    try scratch.makeStore(type, at: url)
    try scratch.makeStore(type, at: source)
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "real")
    #expect(chmod(url.path, 0o600) == 0)
    let coordinator = scratch.coordinator()
    try coordinator.replacePersistentStore(
      at: link,
      withPersistentStoreFrom: source,
      type: type
    )
    #expect(mode(link) & S_IFMT == S_IFLNK && mode(url) == S_IFREG | 0o600)
    let store = try coordinator.addPersistentStore(type: type, at: link)
    let context = scratch.context(coordinator)
    #expect(try scratch.players(context).count == 1)
    _ = Team(context: context)
    try context.save()
    try coordinator.remove(store)
    #expect(mode(link) & S_IFMT == S_IFLNK && mode(url) == S_IFREG | 0o600)
    try coordinator.destroyPersistentStore(at: link, type: type)
    #expect(mode(link) & S_IFMT == S_IFLNK)
    let bytes = try? Data(contentsOf: url)
    #expect(bytes?.isEmpty != false)
  }

  @Test("A store stays if its replacement is not a store", arguments: types)
  func sources(type: NSPersistentStore.StoreType) throws {
    let url = scratch.url("store")
    try scratch.makeStore(type, at: url)
    let before = try Data(contentsOf: url)
    try Data("no store".utf8).write(to: scratch.url("text"))
    try Data().write(to: scratch.url("empty"))
    for name in ["text", "empty", "missing"] {
      #expect(throws: NSError.self, "\(name)") {
        try scratch.coordinator().replacePersistentStore(
          at: url,
          withPersistentStoreFrom: scratch.url(name),
          type: type
        )
      }
      #expect(try Data(contentsOf: url) == before, "\(name)")
    }
    try scratch.coordinator().replacePersistentStore(
      at: url,
      withPersistentStoreFrom: url,
      type: type
    )
    #expect(try Data(contentsOf: url) == before)
  }

  @Test("A store in a file keeps its permissions when it is saved", arguments: fileTypes)
  func permissions(type: NSPersistentStore.StoreType) throws {
    let url = scratch.url("store")
    try scratch.makeStore(type, at: url)
    #expect(chmod(url.path, 0o600) == 0)
    let coordinator = scratch.coordinator()
    try coordinator.addPersistentStore(type: type, at: url)
    let context = scratch.context(coordinator)
    _ = Team(context: context)
    try context.save()
    #expect(mode(url) == S_IFREG | 0o600)
  }

  @Test("Large values of a store that differs in its extension only stay") func sharedFolder()
    throws
  {
    try scratch.makeStore(.sqlite, at: scratch.url("store.sqlite"))
    try scratch.makeStore(.sqlite, at: scratch.url("store.old"))
    let values = scratch.url(".store_SUPPORT/_EXTERNAL_DATA")
    try FileManager.default.createDirectory(at: values, withIntermediateDirectories: true)
    let file = values.appendingPathComponent(UUID().uuidString)
    try Data([1]).write(to: file)
    try scratch.coordinator().destroyPersistentStore(at: scratch.url("store.old"), type: .sqlite)
    #expect(FileManager.default.fileExists(atPath: file.path))
    try scratch.coordinator().destroyPersistentStore(at: scratch.url("store.sqlite"), type: .sqlite)
    try FileManager.default.removeItem(at: scratch.url("store.old"))
  }

  @Test("Other files beside large values stay") func largeValues() throws {
    let url = scratch.url("store.sqlite")
    try scratch.makeStore(.sqlite, at: url)
    let folder = scratch.url(".store_SUPPORT")
    let values = folder.appendingPathComponent("_EXTERNAL_DATA")
    try FileManager.default.createDirectory(at: values, withIntermediateDirectories: true)
    let file = values.appendingPathComponent(UUID().uuidString)
    try Data([1]).write(to: file)
    let other = folder.appendingPathComponent("notes")
    try Data([1]).write(to: other)
    try scratch.coordinator().destroyPersistentStore(at: url, type: .sqlite)
    #expect(!FileManager.default.fileExists(atPath: file.path))
    #expect(FileManager.default.fileExists(atPath: other.path))
  }

  private func imageModel() -> NSManagedObjectModel {
    let image = PlainModel.entity("Image", ["data": .binaryData])
    image.attributesByName["data"]?.allowsExternalBinaryDataStorage = true
    let model = NSManagedObjectModel()
    model.entities = [image]
    return model
  }

  @Test("A store is the same by all names of its file, large values included", arguments: types)
  func names(_ type: NSPersistentStore.StoreType) throws {
    let url = scratch.url("real/store")
    let names = ["link", "other", "real/store"].map(scratch.url)
    let files = FileManager.default
    try files.createDirectory(at: scratch.url("real"), withIntermediateDirectories: false)
    try files.createSymbolicLink(atPath: names[0].path, withDestinationPath: "real/store")
    try files.createSymbolicLink(at: names[1], withDestinationURL: names[0])
    let data = Data(repeating: 7, count: 300_000)
    for (number, name) in names.enumerated() {
      let coordinator = scratch.coordinator(imageModel())
      let store = try coordinator.addPersistentStore(type: type, at: name)
      let context = scratch.context(coordinator)
      let found = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Image"))
      #expect(
        found.map { $0.value(forKey: "data") as? Data } == Array(repeating: data, count: number)
      )
      NSEntityDescription.insertNewObject(forEntityName: "Image", into: context)
        .setValue(data, forKey: "data")
      try context.save()
      try coordinator.remove(store)
    }
    try files.linkItem(at: url, to: scratch.url("real/hard"))
    let coordinator = scratch.coordinator(imageModel())
    let store = try coordinator.addPersistentStore(type: type, at: url)
    for name in names + [scratch.url("real/hard")] {
      #expect(throws: NSError.self) { try coordinator.addPersistentStore(type: type, at: name) }
      #expect(throws: NSError.self) {
        try coordinator.migratePersistentStore(store, to: name, type: type)
      }
    }
    #expect(coordinator.persistentStores == [store])
    try coordinator.remove(store)
    try coordinator.destroyPersistentStore(at: names[1], type: type)
    let left = try files.subpathsOfDirectory(atPath: scratch.folder.path)
    #expect(!left.contains { $0.contains("EXTERNAL") }, "\(left)")
  }

  @Test("A store is not migrated into itself", arguments: types)
  func itself(_ type: NSPersistentStore.StoreType) throws {
    let url = scratch.url("store")
    try scratch.makeStore(type, at: url)
    let before = try Data(contentsOf: url)
    let link = scratch.url("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
    let model = Club.makeModel()
    let mapping = try NSMappingModel.inferredMappingModel(
      forSourceModel: model,
      destinationModel: model
    )
    for place in [url, link] {
      let error = #expect(throws: NSError.self) {
        try NSMigrationManager(sourceModel: model, destinationModel: model)
          .migrateStore(from: url, type: type, mapping: mapping, to: place, type: type)
      }
      #expect(error?.code == NSMigrationManagerDestinationStoreError)
    }
    #expect(try Data(contentsOf: url) == before)
  }

  @Test("A store is not destroyed as one of another type", arguments: types)
  func otherTypes(_ type: NSPersistentStore.StoreType) throws {
    let url = scratch.url("store")
    try scratch.makeStore(type, at: url)
    let before = try Data(contentsOf: url)
    for other in Self.types where other != type {
      let error = #expect(throws: NSError.self) {
        try scratch.coordinator().destroyPersistentStore(at: url, type: other)
      }
      #expect(error?.code == NSPersistentStoreTypeMismatchError)
    }
    // An in-memory store has no file at its URL.
    let coordinator = scratch.coordinator()
    try coordinator.addPersistentStore(type: .inMemory, at: url)
    try coordinator.destroyPersistentStore(at: url, type: .inMemory)
    try coordinator.replacePersistentStore(
      at: url,
      withPersistentStoreFrom: scratch.url("none"),
      type: .inMemory
    )
    #expect(try Data(contentsOf: url) == before)
    try scratch.coordinator().destroyPersistentStore(at: url, type: type)
    #expect((try? Data(contentsOf: url)) != before)
  }

  @Test("Large values that were written beside a link to a store are found through the link")
  func valuesBesideLinks() throws {
    let files = FileManager.default
    try files.createDirectory(at: scratch.url("real"), withIntermediateDirectories: false)
    let (real, link) = (scratch.url("real/store"), scratch.url("link"))
    try files.createSymbolicLink(atPath: link.path, withDestinationPath: "real/store")
    let data = Data(repeating: 7, count: 300_000)
    let coordinator = scratch.coordinator(imageModel())
    let store = try coordinator.addPersistentStore(type: .sqlite, at: real)
    let context = scratch.context(coordinator)
    for _ in 0..<2 {
      NSEntityDescription.insertNewObject(forEntityName: "Image", into: context)
        .setValue(data, forKey: "data")
    }
    try context.save()
    try coordinator.remove(store)
    // The layout of programs that do not resolve the symbolic link of the store.
    try files.moveItem(at: scratch.url("real/.store_SUPPORT"), to: scratch.url(".link_SUPPORT"))

    let backup = try OpenedStore.withStore(at: link.path) { opened in
      let problems = try StoreInspector(depth: .everything).inspection(of: opened).problems
      #expect(problems == [], "\(problems)")
      return try StoreBackup(ofStoreAt: link.path).make(opened.connection)
    }
    let copies = [scratch.url("copy"), URL(fileURLWithPath: backup)]
    try coordinator.replacePersistentStore(
      at: copies[0],
      withPersistentStoreFrom: link,
      type: .sqlite
    )
    for url in [link] + copies {
      let opened = try coordinator.addPersistentStore(type: .sqlite, at: url)
      let images = try scratch.context(coordinator)
        .fetch(NSFetchRequest<NSManagedObject>(entityName: "Image"))
      #expect(images.map { $0.value(forKey: "data") as? Data } == [data, data], "\(url)")
      if url == link {
        images[0].setValue(nil, forKey: "data")
        try images[0].managedObjectContext?.save()
        let left = try files.contentsOfDirectory(
          atPath: scratch.url(".link_SUPPORT/_EXTERNAL_DATA").path
        )
        #expect(left.count == 1)
        images[0].setValue(data, forKey: "data")
        try images[0].managedObjectContext?.save()
      }
      try coordinator.remove(opened)
    }
  }

  @Test(
    "A snapshot of a store by hard links stays as it was when the store is saved",
    arguments: fileTypes
  )
  func snapshots(type: NSPersistentStore.StoreType) throws {
    let url = scratch.url("store")
    let snapshot = scratch.url("snapshot")
    try scratch.makeStore(type, at: url)
    try FileManager.default.linkItem(at: url, to: snapshot)
    let before = try Data(contentsOf: snapshot)
    try scratch.makeStore(type, at: url)
    #expect(try Data(contentsOf: snapshot) == before && Data(contentsOf: url) != before)
  }
}
