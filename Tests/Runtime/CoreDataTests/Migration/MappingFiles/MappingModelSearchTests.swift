import CoreData
import Foundation
import PropertyLists
import Testing

/// Tests of the choice among several mapping models for the same two versions.
@Suite("Looking for mapping models") struct MappingModelSearchTests {
  private let store: KennelStore
  private let folder: URL

  init() throws {
    store = try KennelStore()
    folder = store.folder.appendingPathComponent("Search.resources")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  }

  private func found(from old: Int, to new: Int) throws -> NSMappingModel? {
    NSMappingModel(
      from: [try #require(Bundle(url: folder))],
      forSourceModel: try KennelModel.model(old),
      destinationModel: try KennelModel.model(new)
    )
  }

  /// A copy of a model as Xcode's editor embeds it in a mapping model.
  private func copy(_ version: Int) throws -> String {
    let model = try KennelModel.model(version)
    return ArchivedParts.base64 { parts in
      var list: [ArchivedParts.Reference] = []
      for entity in model.entities {
        let owner = parts.object(
          ["XDPMEntity", "XDUMLClassImp", "XDUMLElementImp", "NSObject"],
          ["_name": parts.text(entity.name ?? "")]
        )
        let inherited = entity.superentity?.propertiesByName ?? [:]
        for name in entity.propertiesByName.keys.sorted() where inherited[name] == nil {
          let kind = entity.attributesByName[name] == nil ? "XDPMRelationship" : "XDPMAttribute"
          let fields: KeyValuePairs<String, KeyedArchiveBuilder.Field> = [
            "_name": parts.text(name), "_owner": .object(owner),
          ]
          list.append(parts.object([kind, "XDPMProperty", "XDUMLPropertyImp", "NSObject"], fields))
        }
        list.append(owner)
      }
      let elements = parts.array(list)
      return parts.object(["XDPMModel", "XDModel", "NSObject"], ["_xd_elements": elements])
    }
  }

  private func write(_ dump: MappingDump, _ name: String, versions: (Int, Int)? = nil) throws {
    var dump = dump
    if let versions {
      dump.model = [
        ("sourcemodelpath", "string", "Kennel.xcdatamodeld/\(versions.0).xcdatamodel"),
        ("sourcemodeldata", "binary", try copy(versions.0)),
        ("destinationmodeldata", "binary", try copy(versions.1)),
      ]
    }
    try dump.write(to: folder.appendingPathComponent("\(name).xcmappingmodel"))
  }

  private var between: MappingDump {
    var dump = MappingDump()
    dump.entity(
      ["name": "Between", "sourcename": "KennelMember", "destinationname": "KennelMember"],
      attributes: [["name": "fullName"]]
    )
    return dump
  }

  @Test("The copies of the models decide if names fit several versions") func copies()
    throws
  {
    try write(between, "A", versions: (2, 2))
    try write(KennelModel.mapping(), "B", versions: (1, 2))
    try write(between, "C", versions: (2, 3))
    #expect(try found(from: 1, to: 2)?.entityMappings.count == 7)
    #expect(try found(from: 2, to: 3)?.entityMappings.count == 1)
    #expect(try found(from: 1, to: 3) == nil)
    #expect(try found(from: 3, to: 2) == nil)
  }

  @Test("Without copies the names of entities and properties must be those of the versions")
  func namesAlone() throws {
    try write(KennelModel.mapping(), "A")
    #expect(try found(from: 1, to: 2) != nil)
    #expect(try found(from: 2, to: 3) == nil)
    #expect(try found(from: 1, to: 1) == nil)
    #expect(
      NSMappingModel(from: nil, forSourceModel: try KennelModel.model(1), destinationModel: nil)
        == nil
    )
  }

  @Test("A copy that Xcode did not write decides nothing; a damaged file is skipped")
  func unreadableCopies() throws {
    var dump = KennelModel.mapping()
    dump.model = [("sourcemodeldata", "binary", "AAAA")]
    try dump.write(to: folder.appendingPathComponent("B.xcmappingmodel"))
    try Data("<database".utf8).write(to: folder.appendingPathComponent("A.cdm"))
    #expect(try found(from: 1, to: 2)?.entityMappings.count == 7)
  }

  @Test("A compiled mapping model goes before its source") func compiledFirst() throws {
    let (old, new) = (try KennelModel.model(1), try KennelModel.model(2))
    try write(KennelModel.mapping(), "A")
    let bytes = CompiledMapping.bytes(
      source: ("KennelPerson", old.entityVersionHashesByName["KennelPerson"] ?? Data()),
      destination: ("KennelMember", new.entityVersionHashesByName["KennelMember"] ?? Data())
    )
    try Data(bytes).write(to: folder.appendingPathComponent("A.cdm"))
    #expect(try found(from: 1, to: 2)?.entityMappings.map(\.name) == ["People"])
  }
}
