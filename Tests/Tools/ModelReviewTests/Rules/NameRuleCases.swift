extension RuleTests {
  private static func attributes(_ names: String...) -> String {
    "<entity name=\"A\">\n"
      + names.map { "<attribute name=\"\($0)\" attributeType=\"String\"/>\n" }.joined()
      + "</entity>"
  }

  static let nameCases = [
    RuleCase(
      "reserved-member",
      attributes("«»description", "«»hash", "«»objectID", "details", "hashes"),
      says: "'A.description' has the name of a member of every managed object",
      butNot: attributes("Description", "isFaulty", "id")
    ),
    RuleCase(
      "unsafe-name",
      """
      <entity name="A«»&quot;B">
        <attribute name="a«»/b" attributeType="String"/>
        <attribute name="ok" attributeType="String"/>
        <fetchIndex name="i«»`j"><fetchIndexElement property="ok" type="Binary"/></fetchIndex>
      </entity>
      <fetchRequest name="re«»&#x202E;quest" entity="A"/>
      <composite name="c«»\\d"/>
      """,
      says: "the name 're\\u{202E}quest' contains the invisible character U+202E",
      butNot: "<entity name=\"Mannschaft Größe-1.0\"><attribute name=\"übung_名前\"/></entity>"
    ),
    RuleCase(
      "name-case",
      """
      <entity name="«»team"><attribute name="«»Name" attributeType="String"/></entity>
      """,
      says: "the entity 'team' begins with a small letter",
      butNot: "<entity name=\"_team\"/><entity name=\"Ω\"><attribute name=\"名前\"/></entity>",
      attributes("uRL", "_Name", "ünder")
    ),
    RuleCase(
      "swift-keyword",
      """
      <entity name="Kind" representedClassName="«»Type">
        <attribute name="«»default" attributeType="String"/>
        <relationship name="«»in" maxCount="1" destinationEntity="Kind"/>
      </entity>
      """,
      says: "'Kind.default' is named by a reserved word of Swift",
      // `self` is a member of every object, which is worse.
      butNot: attributes("lazy", "defaults", "self", "get"),
      "<entity name=\"Type\" representedClassName=\"Kind\"/>"
    ),
    RuleCase(
      "type-name-clash",
      """
      <entity name="Day" representedClassName="«»Date"/>
      <entity name="Swift" representedClassName="«».Swift"/>
      """,
      says: "the class 'Date' of 'Day' has the name of a type that every file uses",
      butNot: "<entity name=\"Date\" representedClassName=\"DateEntity\"/><entity name=\"Set\"/>"
    ),
    RuleCase(
      "sql-word",
      """
      <entity name="«»Order">
        <attribute name="«»group" attributeType="String"/>
        <attribute name="user" transient="YES" attributeType="String"/>
      </entity>
      """,
      says: "the entity 'Order' is named by a word of SQL",
      butNot: attributes("orders", "groupName", "name", "date", "key")
    ),
    RuleCase(
      "long-name",
      """
      <entity name="A">
        <attribute name="«»\(String(repeating: "a", count: 64))" attributeType="String"/>
        <attribute name="\(String(repeating: "b", count: 63))" attributeType="String"/>
        <attribute name="«»\(String(repeating: "wO", count: 25))" attributeType="String"/>
        <relationship name="«»\(String(repeating: "c", count: 61))" destinationEntity="A"/>
        <relationship name="\(String(repeating: "d", count: 60))" destinationEntity="A"/>
      </entity>
      """,
      says: "is too long for a column",
      butNot: attributes(String(repeating: "AB", count: 31))
    ),
    RuleCase(
      "confusable-names",
      // The second has a Cyrillic letter, the third is in wide letters.
      attributes("name", "«»n\u{0430}me", "«»\u{FF4E}ame", "size"),
      says: "the property of 'A' 'n\u{0430}me' looks like another one, but is not the same",
      butNot: attributes("имя", "name", "größe", "grosse")
    ),
    RuleCase(
      "accessor-clash",
      """
      <entity name="Team">
        <relationship name="players" toMany="YES" destinationEntity="Team"/>
        <attribute name="name" attributeType="String"/>
        <attribute name="«»countOfPlayers" attributeType="Integer 32"/>
        <attribute name="«»primitiveName" attributeType="String"/>
        <attribute name="«»fetchRequest" attributeType="String"/>
        <relationship name="«»id" destinationEntity="Team"/>
        <attribute name="countOfNames" attributeType="Integer 32"/>
      </entity>
      <entity name="Club" parentEntity="Team">
        <attribute name="«»setName" attributeType="String"/>
      </entity>
      """,
      says: "'Team.countOfPlayers' has the name of an accessor of 'players'",
      butNot: attributes("id", "countOfPlayers", "name", "primitive", "set")
    ),
  ]
}
