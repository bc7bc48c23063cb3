import ManagedModel
import ModelEditing
import ModelFiles
import Testing

/// The change of the file by each edit.
struct ElementEditTests {
  @Test("An edit changes only its own lines of the file", arguments: cases)
  func edits(_ line: String, _ expected: [String]) throws {
    #expect(try EditSample.difference(line) == expected)
  }

  static let cases: [(String, [String])] = [
    (
      "add entity Coach",
      [
        "+ <entity name=\"Coach\" representedClassName=\"Coach\" syncable=\"YES\" codeGenerationType=\"class\"/>"
      ]
    ),
    (
      "add entity Coach parent=Person codegen=manual class=Trainer",
      [
        "+ <entity name=\"Coach\" representedClassName=\"Trainer\" parentEntity=\"Person\" syncable=\"YES\"/>"
      ]
    ),
    (
      "add attribute Team.founded type=date default=2001-01-02",
      [
        "+ <attribute name=\"founded\" optional=\"YES\" attributeType=\"Date\" "
          + "defaultDateTimeInterval=\"86400\" usesScalarValueType=\"NO\"/>"
      ]
    ),
    (
      "add attribute Player.goals type=int32 optional=no default=-1 min=-1 max=99",
      [
        "+ <attribute name=\"goals\" attributeType=\"Integer 32\" minValueString=\"-1\" "
          + "maxValueString=\"99\" defaultValueString=\"-1\" usesScalarValueType=\"YES\"/>"
      ]
    ),
    (
      "add attribute Team.budget type=Decimal",
      [
        "+ <attribute name=\"budget\" optional=\"YES\" attributeType=\"Decimal\" defaultValueString=\"0.0\"/>"
      ]
    ),
    (
      "set attribute Player.number type=String",
      [
        "- <attribute name=\"number\" optional=\"YES\" attributeType=\"Integer 16\" "
          + "defaultValueString=\"0\" usesScalarValueType=\"YES\"/>",
        "+ <attribute name=\"number\" optional=\"YES\" attributeType=\"String\" defaultValueString=\"0\"/>",
      ]
    ),
    (
      "clear attribute Player.number default",
      [
        "- <attribute name=\"number\" optional=\"YES\" attributeType=\"Integer 16\" "
          + "defaultValueString=\"0\" usesScalarValueType=\"YES\"/>",
        "+ <attribute name=\"number\" optional=\"YES\" attributeType=\"Integer 16\" usesScalarValueType=\"YES\"/>",
      ]
    ),
    (
      "set attribute Team.city default=''",
      [
        "- <attribute name=\"city\" optional=\"YES\" attributeType=\"String\"/>",
        "+ <attribute name=\"city\" optional=\"YES\" attributeType=\"String\" defaultValueString=\"\"/>",
      ]
    ),
    (
      "add relationship Team.captain to=Player",
      [
        "+ <relationship name=\"captain\" optional=\"YES\" maxCount=\"1\" deletionRule=\"Nullify\" "
          + "destinationEntity=\"Player\"/>"
      ]
    ),
    (
      "add relationship Team.reserves to=Player toMany=YES",
      [
        "+ <relationship name=\"reserves\" optional=\"YES\" toMany=\"YES\" deletionRule=\"Nullify\" "
          + "destinationEntity=\"Player\"/>"
      ]
    ),
    (
      "add relationship Team.keepers to=Player toMany=YES maxCount=3",
      [
        "+ <relationship name=\"keepers\" optional=\"YES\" toMany=\"YES\" maxCount=\"3\" "
          + "deletionRule=\"Nullify\" destinationEntity=\"Player\"/>"
      ]
    ),
    (
      "set relationship Team.players delete-rule=no-action ordered=yes",
      [
        "- <relationship name=\"players\" optional=\"YES\" toMany=\"YES\" deletionRule=\"Nullify\" "
          + "destinationEntity=\"Player\" inverseName=\"team\" inverseEntity=\"Player\"/>",
        "+ <relationship name=\"players\" optional=\"YES\" toMany=\"YES\" deletionRule=\"No Action\" "
          + "ordered=\"YES\" destinationEntity=\"Player\" inverseName=\"team\" inverseEntity=\"Player\"/>",
      ]
    ),
    (
      "rename attribute Person.name title --keep-data",
      [
        "- <attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/>",
        "- <fetchIndexElement property=\"name\" type=\"Binary\" order=\"ascending\"/>",
        "- <constraint value=\"name\"/>",
        "+ <attribute name=\"title\" optional=\"YES\" attributeType=\"String\" elementID=\"name\"/>",
        "+ <fetchIndexElement property=\"title\" type=\"Binary\" order=\"ascending\"/>",
        "+ <constraint value=\"title\"/>",
      ]
    ),
    (
      "rename relationship Team.players squad",
      [
        "- <relationship name=\"team\" optional=\"YES\" maxCount=\"1\" deletionRule=\"Nullify\" "
          + "destinationEntity=\"Team\" inverseName=\"players\" inverseEntity=\"Team\"/>",
        "- <relationship name=\"players\" optional=\"YES\" toMany=\"YES\" deletionRule=\"Nullify\" "
          + "destinationEntity=\"Player\" inverseName=\"team\" inverseEntity=\"Player\"/>",
        "+ <relationship name=\"team\" optional=\"YES\" maxCount=\"1\" deletionRule=\"Nullify\" "
          + "destinationEntity=\"Team\" inverseName=\"squad\" inverseEntity=\"Team\"/>",
        "+ <relationship name=\"squad\" optional=\"YES\" toMany=\"YES\" deletionRule=\"Nullify\" "
          + "destinationEntity=\"Player\" inverseName=\"team\" inverseEntity=\"Player\"/>",
      ]
    ),
    (
      "remove relationship Player.team",
      [
        "- <relationship name=\"team\" optional=\"YES\" maxCount=\"1\" deletionRule=\"Nullify\" "
          + "destinationEntity=\"Team\" inverseName=\"players\" inverseEntity=\"Team\"/>",
        "- <relationship name=\"players\" optional=\"YES\" toMany=\"YES\" deletionRule=\"Nullify\" "
          + "destinationEntity=\"Player\" inverseName=\"team\" inverseEntity=\"Player\"/>",
        "+ <relationship name=\"players\" optional=\"YES\" toMany=\"YES\" deletionRule=\"Nullify\" "
          + "destinationEntity=\"Player\"/>",
      ]
    ),
    (
      "add index Team.byCity city:descending",
      [
        "+ <fetchIndex name=\"byCity\">",
        "+ <fetchIndexElement property=\"city\" type=\"Binary\" order=\"descending\"/>",
        "+ </fetchIndex>",
      ]
    ),
    (
      "add constraint Team city",
      [
        "+ <uniquenessConstraints>", "+ <uniquenessConstraint>", "+ <constraint value=\"city\"/>",
        "+ </uniquenessConstraint>", "+ </uniquenessConstraints>",
      ]
    ),
    (
      "add fetch-request local entity=Team predicate='city == $CITY' limit=5",
      [
        "+ <fetchRequest name=\"local\" entity=\"Team\" predicateString=\"city == $CITY\" fetchLimit=\"5\"/>"
      ]
    ),
    (
      "add configuration Cloud Team cloudkit=yes",
      [
        "+ <configuration name=\"Cloud\" usedWithCloudKit=\"YES\">",
        "+ <memberEntity name=\"Team\"/>", "+ </configuration>",
      ]
    ),
    ("add composite Address", ["+ <composite name=\"Address\"/>"]),
    (
      "add fetched-property Team.locals entity=Player predicate='team.city == $FETCH_SOURCE.city'",
      [
        "+ <fetchedProperty name=\"locals\" optional=\"YES\">",
        "+ <fetchRequest name=\"fetchedPropertyFetchRequest\" entity=\"Player\" "
          + "predicateString=\"team.city == $FETCH_SOURCE.city\"/>",
        "+ </fetchedProperty>",
      ]
    ),
    (
      "set info Team.city sync.remoteKey=town",
      [
        "- <attribute name=\"city\" optional=\"YES\" attributeType=\"String\"/>",
        "+ <attribute name=\"city\" optional=\"YES\" attributeType=\"String\">",
        "+ <userInfo>", "+ <entry key=\"sync.remoteKey\" value=\"town\"/>", "+ </userInfo>",
        "+ </attribute>",
      ]
    ),
    ("remove fetch-request all", ["- <fetchRequest name=\"all\" entity=\"Player\"/>"]),
  ]

  @Test("Renaming an entity changes every reference to it")
  func renamesEntity() throws {
    let model = try EditSample.edited("rename entity Player Member --keep-data")
    let member = try #require(model.entities.first { $0.name == "Member" })
    #expect(member.renamingIdentifier == "Player")
    #expect(member.representedClassName == ".Member")
    #expect(model.entities.map(\.name) == ["Member", "Person", "Team"])
    let players = try #require(model.entities.last?.relationships.first)
    #expect(players.destinationName == "Member")
    #expect(players.inverseEntityName == "Member")
    #expect(model.fetchRequests.first?.entityName == "Member")
    #expect(model.configurations.first?.members.map(\.name) == ["Member", "Team"])
  }

  @Test("A second rename keeps the identifier that all versions have in common")
  func renamesTwice() throws {
    let model = try EditSample.edited(
      "rename attribute Team.city town --keep-data",
      "rename attribute Team.town place --keep-data"
    )
    #expect(model.entities.last?.attributes.first?.renamingIdentifier == "city")
  }

  @Test("A value under a second name is removed when the field is cleared")
  func clearsAliases() throws {
    let text = EditSample.text.replacing(
      "<attribute name=\"city\"",
      with: "<attribute name=\"city\" renamingIdentifier=\"town\""
    )
    var model = try #require(ContentsReader.read(Array(text.utf8)).model)
    #expect(ContentsWriter.write(model) == Array(text.utf8))
    try model.apply("clear attribute Team.city renaming-id")
    #expect(ContentsWriter.write(model) == Array(EditSample.text.utf8))
  }

  @Test("An inverse is the inverse of one relationship only")
  func reconnects() throws {
    let model = try EditSample.edited(
      "add relationship Player.formerTeam to=Team",
      "set relationship Player.formerTeam inverse=players"
    )
    let player = try #require(model.entities.first { $0.name == "Player" })
    #expect(player.relationships.map(\.inverseName) == ["players", nil])
    let players = try #require(model.entities.last?.relationships.first)
    #expect(players.inverseName == "formerTeam")
  }

  @Test("A new destination gives up an inverse whose object is missing")
  func redirects() throws {
    let model = try EditSample.edited("set relationship Player.team to=Person")
    let player = try #require(model.entities.first { $0.name == "Player" })
    #expect(player.relationships.first?.inverseName == nil)
    #expect(model.entities.last?.relationships.first?.inverseName == nil)
  }

  @Test("Removing with references removes the parts that depend on the removed one")
  func removesWithReferences() throws {
    let model = try EditSample.edited("remove entity Team --with-references")
    #expect(model.entities.map(\.name) == ["Person", "Player"])
    #expect(model.entities.last?.relationships.isEmpty == true)
    #expect(model.configurations.first?.members.map(\.name) == ["Player"])
    let withoutName = try EditSample.edited("remove attribute Person.name --with-references")
    #expect(withoutName.entities[0].fetchIndexes.isEmpty)
    #expect(withoutName.entities[1].uniquenessConstraints == nil)
  }

  @Test("Parts move among their siblings")
  func moves() throws {
    let model = try EditSample.edited("move entity Team first", "move entity Person after=Team")
    #expect(model.entities.map(\.name) == ["Team", "Person", "Player"])
    // An order other than that of the names is kept.
    let more = try EditSample.edited("move entity Team first", "add entity Coach")
    #expect(more.entities.map(\.name) == ["Team", "Person", "Player", "Coach"])
  }

  @Test("Attributes of composites are edited like those of entities")
  func composites() throws {
    let model = try EditSample.edited(
      "add composite Address",
      "add attribute Address.street type=String",
      "rename attribute Address.street road --keep-data",
      "add attribute Team.address type=Composite composite=Address",
      "rename composite Address Place"
    )
    let composite = try #require(model.composites.first)
    #expect(composite.name == "Place")
    #expect(composite.attributes.map(\.name) == ["road"])
    #expect(composite.attributes.first?.renamingIdentifier == "street")
    #expect(model.entities.last?.attributes.first?.compositeName == "Place")
  }
}
