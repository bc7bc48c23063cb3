import CoreData
import Testing

/// Tests of version hashes of models in code, against those of Apple's Core Data.
@Suite("Version hashes of descriptions")
struct VersionHashTests {
  private func hexadecimal(_ data: Data?) -> String? {
    data?.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }

  @Test("F320 Hashes of entities as in Apple's files")
  func knownEntities() {
    let empty = SampleModels.entity("AutoClassGen")
    let abstract = SampleModels.entity("AbstractEntity")
    abstract.isAbstract = true
    let event = SampleModels.entity("Event", [SampleModels.attribute("timeStamp", .date)])
    let user = SampleModels.entity(
      "User",
      [
        SampleModels.attribute("petName", .string),
        SampleModels.attribute("name", .string, isOptional: false),
      ]
    )
    let model = SampleModels.model(empty, abstract, event, user)
    let expected = [
      "AutoClassGen": "78c13046fdf5b8719b0332614d0e5967335e5bd0fa9eedb8bbaa30fe8b9b1c25",
      "AbstractEntity": "dbc201c1a26b2e8f6b8130b6ed8f7083e88229db4c1d1b73d8bccaab48402d12",
      "Event": "5431c046d30e7f32c2cc809958add1e7579ad104a3aa8fc4846e97d7af01cc79",
      "User": "6b31f4e97b691d16c4c820bae55f89408d47013bd42151ecfde1eac7fe4be798",
    ]
    #expect(model.entityVersionHashesByName.compactMapValues(hexadecimal) == expected)
    #expect(hexadecimal(user.versionHash) == expected["User"])
  }

  @Test("F337 The checksum of a model as in Apple's files")
  func knownChecksum() {
    let user = SampleModels.entity(
      "User",
      [SampleModels.attribute("name", .string, isOptional: false)]
    )
    let pet = SampleModels.entity(
      "Pet",
      [SampleModels.attribute("name", .string, isOptional: false)]
    )
    SampleModels.relate(pet, "owner", user, "pet")
    user.relationshipsByName["pet"]?.maxCount = 1
    user.relationshipsByName["pet"]?.isOrdered = false
    let model = SampleModels.model(user, pet)
    #expect(
      hexadecimal(model.entityVersionHashesByName["Pet"])
        == "767342262a6458730c78aae73c5328d0fcaa4e3596d2f87f22e366eb46a9f46f"
    )
    #expect(model.versionChecksum == "HFFd7j8Z9/s0tJ1vqPzVSPX/pNYEbNAlXayypitIFow=")
  }

  @Test("F322 A change changes the hashes of its entity and of the subentities, and no others")
  func changes() throws {
    let before = SampleModels.league().entityVersionHashesByName
    #expect(before == SampleModels.league().entityVersionHashesByName)
    let changed = SampleModels.league()
    changed.entitiesByName["Player"]?.attributesByName["number"]?.isOptional = false
    let after = changed.entityVersionHashesByName
    #expect(before.keys == after.keys)
    #expect(before["Person"] == after["Person"])
    #expect(before["Team"] == after["Team"])
    #expect(before["Player"] != after["Player"])
    #expect(before["Goalkeeper"] != after["Goalkeeper"])
  }

  @Test("F320 F321 Properties that take part in hashes")
  func relevantChanges() {
    let changes: [(NSManagedObjectModel) -> Void] = [
      { $0.entitiesByName["Team"]?.isAbstract = true },
      { $0.entitiesByName["Team"]?.versionHashModifier = "2" },
      { $0.entitiesByName["Team"]?.uniquenessConstraints = [["title"]] },
      { $0.entitiesByName["Team"]?.attributesByName["title"]?.name = "name" },
      { $0.entitiesByName["Team"]?.attributesByName["title"]?.type = .binaryData },
      { $0.entitiesByName["Team"]?.attributesByName["title"]?.isTransient = true },
      { $0.entitiesByName["Team"]?.attributesByName["title"]?.versionHashModifier = "2" },
      { $0.entitiesByName["Team"]?.relationshipsByName["players"]?.minCount = 1 },
      { $0.entitiesByName["Team"]?.relationshipsByName["players"]?.maxCount = 11 },
      { $0.entitiesByName["Team"]?.relationshipsByName["players"]?.isOrdered = false },
      { $0.entitiesByName["Team"]?.relationshipsByName["players"]?.inverseRelationship = nil },
    ]
    for change in changes {
      let model = SampleModels.league()
      change(model)
      let before = SampleModels.league().entityVersionHashesByName["Team"]
      #expect(model.entityVersionHashesByName["Team"] != before)
      #expect(model.entitiesByName["Team"]?.versionHash != before)
    }
  }

  @Test("F320 Properties that take no part in hashes")
  func irrelevantChanges() {
    let changes: [(NSManagedObjectModel) -> Void] = [
      { $0.entitiesByName["Team"]?.managedObjectClassName = "Team" },
      { $0.entitiesByName["Team"]?.userInfo = ["a": "b"] },
      { $0.entitiesByName["Team"]?.renamingIdentifier = "Club" },
      { $0.entitiesByName["Team"]?.attributesByName["title"]?.defaultValue = "x" },
      { $0.entitiesByName["Team"]?.attributesByName["title"]?.renamingIdentifier = "name" },
      { $0.entitiesByName["Team"]?.attributesByName["title"]?.isIndexedBySpotlight = true },
      {
        $0.entitiesByName["Team"]?.attributesByName["title"]?.setValidationPredicates(
          [NSPredicate(format: "length > 1")],
          withValidationWarnings: ["short"]
        )
      },
      { $0.entitiesByName["Team"]?.indexes = [NSFetchIndexDescription(name: "i", elements: [])] },
      { $0.versionIdentifiers = ["2"] },
    ]
    for change in changes {
      let model = SampleModels.league()
      change(model)
      #expect(
        model.entityVersionHashesByName == SampleModels.league().entityVersionHashesByName
      )
    }
  }

  @Test("Of a derived attribute only the expression takes part")
  @available(*, deprecated, message: "Foundation marks its expressions as deprecated here")
  func derivedAttributes() throws {
    func hash(_ name: String, _ expression: String) -> Data {
      let attribute = NSDerivedAttributeDescription()
      attribute.name = name
      attribute.type = .string
      attribute.derivationExpression = NSExpression(format: expression)
      return attribute.versionHash
    }
    #expect(hash("a", "canonical:(title)") == hash("b", "canonical:(title)"))
    #expect(hash("a", "canonical:(title)") != hash("a", "canonical:(name)"))
    #expect(hash("a", "players.@count") == hash("a", "count:(players)"))
  }

  @Test("Counts of any size are hashed", arguments: [Int.max, Int.min, -1, 1 << 40])
  func extremeCounts(count: Int) {
    let relationship = NSRelationshipDescription()
    relationship.name = "r"
    relationship.maxCount = count
    relationship.minCount = count
    #expect(relationship.versionHash.count == 32)
  }

  @Test("Hashes of properties are equal for equal properties")
  func properties() throws {
    let first = SampleModels.attribute("name", .string)
    let second = SampleModels.attribute("name", .string)
    #expect(first.versionHash.count == 32)
    #expect(first.versionHash == second.versionHash)
    second.isOptional = false
    #expect(first.versionHash != second.versionHash)
  }
}
