import Digests
import ManagedModel
import Testing

/// Hashes recorded by Core Data itself for small models.
struct VersionHashVectorTests {
  private static func hashes(_ entities: Entity...) -> VersionHashes {
    VersionHashes(ResolvedModel(Model(entities: entities)))
  }

  private static func string(_ name: String, optional: Bool = false) -> Property {
    .attribute(Attribute(name: name, type: .string, isOptional: optional))
  }

  private static let pet = Entity(
    name: "Pet",
    properties: [
      string("name"),
      .relationship(
        Relationship(
          name: "owner",
          destinationName: "User",
          isOptional: true,
          inverseName: "pet",
          inverseEntityName: "User"
        )
      ),
    ]
  )

  private static let owner = Entity(
    name: "User",
    properties: [
      string("name"),
      .relationship(
        Relationship(
          name: "pet",
          destinationName: "Pet",
          isOptional: true,
          inverseName: "owner",
          inverseEntityName: "Pet"
        )
      ),
    ]
  )

  @Test func entityWithoutProperties() {
    #expect(
      Self.hashes(Entity(name: "AutoClassGen")).entities[0].bytes.hexadecimal
        == "78c13046fdf5b8719b0332614d0e5967335e5bd0fa9eedb8bbaa30fe8b9b1c25"
    )
  }

  @Test func abstractEntity() {
    #expect(
      Self.hashes(Entity(name: "AbstractEntity", isAbstract: true)).entities[0].bytes.hexadecimal
        == "dbc201c1a26b2e8f6b8130b6ed8f7083e88229db4c1d1b73d8bccaab48402d12"
    )
  }

  @Test func optionalDate() {
    let event = Entity(
      name: "Event",
      properties: [.attribute(Attribute(name: "timeStamp", type: .date, isOptional: true))]
    )
    #expect(
      Self.hashes(event).entities[0].bytes.hexadecimal
        == "5431c046d30e7f32c2cc809958add1e7579ad104a3aa8fc4846e97d7af01cc79"
    )
  }

  @Test func stringsInAnyOrder() {
    let user = Entity(
      name: "User",
      properties: [Self.string("petName", optional: true), Self.string("name")]
    )
    #expect(
      Self.hashes(user).entities[0].bytes.hexadecimal
        == "6b31f4e97b691d16c4c820bae55f89408d47013bd42151ecfde1eac7fe4be798"
    )
  }

  @Test func relationshipWithInverse() {
    #expect(
      Self.hashes(Self.pet).entities[0].bytes.hexadecimal
        == "767342262a6458730c78aae73c5328d0fcaa4e3596d2f87f22e366eb46a9f46f"
    )
  }

  @Test func relationshipWithoutInverse() {
    let session = Entity(
      name: "Session",
      properties: [
        .relationship(
          Relationship(name: "selfUser", destinationName: "User", isOptional: true)
        )
      ]
    )
    #expect(
      Self.hashes(session).entities[0].bytes.hexadecimal
        == "7412f6927c4020a553aa82c6a9d229eec6d5c18112f3739873d063d93b2235a4"
    )
  }

  @Test func checksumOfTwoEntities() {
    let hashes = Self.hashes(Self.owner, Self.pet)
    #expect(hashes.entities.map(\.name) == ["Pet", "User"])
    #expect(
      hashes["User"]?.bytes.hexadecimal
        == "b71589f64466356efd31321ead6c293ade8edaddf6cfd7093144c073c3ac3c3b"
    )
    #expect(hashes.checksum == "HFFd7j8Z9/s0tJ1vqPzVSPX/pNYEbNAlXayypitIFow=")
    #expect(hashes.isEstablished)
  }
}
