import Diagnostics
import Foundation
import ManagedModel
import ModelFiles
import PropertyLists
import TemporaryFolders
import Testing

/// Diagnostics for a `VersionInfo.plist` of a compiled bundle that describes another model.
struct RecordedIdentityTests {
  /// A bundle of one version, with its record changed.
  private func diagnostics(
    of entities: [Entity],
    _ change: (inout CompiledBundle.Version) -> Void
  ) throws -> [String] {
    let model = Model(entities: entities)
    let computed = VersionHashes(ResolvedModel(model))
    var version = CompiledBundle.Version(
      name: "M",
      model: model,
      hashes: Dictionary(uniqueKeysWithValues: computed.entities.map { ($0.name, $0.bytes) }),
      checksum: computed.checksum
    )
    change(&version)
    let folder = try TemporaryFolder()
    for file in try CompiledBundle(versions: [version], currentVersionName: "M").files() {
      let path = try folder.write("", to: "M.momd/\(file.name)")
      try Data(file.bytes).write(to: URL(filePath: path))
    }
    let outcome = ModelLoader().load(folder.path("M.momd"))
    #expect(outcome.loaded != nil)
    return outcome.diagnostics.map { diagnostic in
      let place = diagnostic.place.description.dropFirst(folder.path("").count)
      return "\(place): \(diagnostic.severity.rawValue) \(diagnostic.rule): \(diagnostic.message)"
    }
  }

  private static let place = "M.momd/VersionInfo.plist"
  private static let team = Entity(name: "Team")
  private static let player = Entity(name: "Player")

  @Test func aTrueRecordNeedsNoWord() throws {
    #expect(try diagnostics(of: [Self.team, Self.player]) { _ in } == [])
    // Compilers before Xcode 15 record no checksum.
    #expect(try diagnostics(of: [Self.team]) { $0.checksum = nil } == [])
  }

  @Test func anotherHash() throws {
    let found = try diagnostics(of: [Self.team, Self.player]) { version in
      version.hashes["Team"] = Array(repeating: 7, count: 32)
    }
    #expect(
      found == [
        "\(Self.place): warning recorded-hash: the recorded hash of 'Team' differs from that of "
          + "its model"
      ]
    )
  }

  @Test func otherEntities() throws {
    let found = try diagnostics(of: [Self.team, Self.player]) { version in
      version.hashes["Coach"] = version.hashes["Team"]
      version.hashes["Team"] = nil
    }
    #expect(
      Set(found) == [
        "\(Self.place): warning recorded-hash: there is no recorded hash of the entity 'Team'",
        "\(Self.place): warning recorded-hash: a hash is recorded for 'Coach', which is not in the "
          + "model",
      ]
    )
  }

  @Test func anotherChecksum() throws {
    let found = try diagnostics(of: [Self.team]) { $0.checksum = "x" }
    #expect(
      found == [
        "\(Self.place): warning recorded-hash: the recorded checksum does not match the recorded "
          + "hashes"
      ]
    )
  }

  @Test func aHashThatIsNotEstablishedIsANote() throws {
    var attribute = Attribute(name: "a")
    attribute.type = .binary
    attribute.allowsExternalBinaryDataStorage = true
    attribute.preservesValueInHistoryOnDeletion = true
    let entity = Entity(name: "E", properties: [.attribute(attribute)])
    let found = try diagnostics(of: [entity]) { version in
      version.hashes["E"] = Array(repeating: 7, count: 32)
    }
    #expect(
      found == [
        "\(Self.place): note recorded-hash: the recorded hash of 'E' differs from the computed "
          + "hash, which is uncertain: 'a' is stored externally and preserved after deletion"
      ]
    )
  }
}
