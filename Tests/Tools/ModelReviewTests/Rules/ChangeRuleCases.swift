extension RuleTests {
  private static let base = """
    <entity name="Team"><attribute name="name" optional="YES" attributeType="String"/>
    <relationship name="players" optional="YES" toMany="YES" destinationEntity="Player" \
    inverseName="team" inverseEntity="Player"/></entity>
    <entity name="Player"><attribute name="isoCode" optional="YES" attributeType="String"/>
    <attribute name="size" optional="YES" attributeType="Integer 32"/>
    <relationship name="team" optional="YES" maxCount="1" destinationEntity="Team" \
    inverseName="players" inverseEntity="Team"/></entity>
    """

  /// The base after an edit.
  private static func edited(_ part: String, _ replacement: String) -> String {
    base.replacing(part, with: replacement)
  }

  static let changeCases = [
    RuleCase(
      "edited-shipped-version",
      edited("Integer 32", "Integer 64"),
      says: "version 'Model 2' is in the history and was edited: the version hashes of "
        + "Player differ (main)",
      butNot: base,
      edited("name=\"size\"", "name=\"size\" defaultValueString=\"1\""),
      since: base,
      isAboutModel: true
    ),
    RuleCase(
      "vanished-version",
      "",
      says: "version 'Model 2' is in the history and was removed (main)",
      butNot: edited("Integer 32", "Integer 64"),
      since: base,
      isAboutModel: true
    ),
    RuleCase(
      "destructive-change",
      // A removed part is reported at its former owner.
      edited("<attribute name=\"size\" optional=\"YES\" attributeType=\"Integer 32\"/>", "")
        .replacing("name=\"Player\"", with: "name=\"«»Player\""),
      says: "the attribute 'Player.size' is removed; all its values are deleted",
      butNot: edited("name=\"size\"", "name=\"length\" elementID=\"size\""),
      edited("Integer 32", "Integer 64"),
      since: base
    ),
    RuleCase(
      "destructive-change",
      """
      <entity name="Team"><attribute name="name" optional="YES" attributeType="String"/></entity>
      """.replacing("name=\"Team\"", with: "name=\"«»Team\""),
      says: "the entity 'Player' is removed; all its objects are deleted",
      since: base,
      isAboutModel: true
    ),
    RuleCase(
      "probable-rename",
      edited("name=\"isoCode\"", "name=\"«»isoCode_\""),
      says: "'Player.isoCode_' looks like 'Player.isoCode' with a new name",
      butNot: edited("name=\"isoCode\"", "name=\"isoCode_\" elementID=\"isoCode\""),
      edited("name=\"isoCode\"", "name=\"weight\""),
      since: base
    ),
    RuleCase(
      "added-mandatory-attribute",
      edited(
        "<attribute name=\"size\"",
        "<attribute name=\"«»x\" attributeType=\"Date\"/><attribute name=\"size\""
      ),
      says: "the attribute 'Player.x' is added; migration fails for stores that have objects",
      butNot: edited(
        "<attribute name=\"size\"",
        "<attribute name=\"x\" optional=\"YES\" attributeType=\"Date\"/><attribute name=\"size\""
      ),
      base + "<entity name=\"New\"><attribute name=\"x\" attributeType=\"Date\"/></entity>",
      since: base
    ),
    RuleCase(
      "type-change",
      edited(
        "name=\"size\" optional=\"YES\" attributeType=\"Integer 32\"",
        "name=\"«»size\" optional=\"YES\" attributeType=\"String\""
      ),
      says: "the attribute 'Player.size': type Integer 32 → String",
      butNot: base,
      edited("Integer 32", "Integer 64"),
      edited("Integer 32", "Boolean"),
      since: base
    ),
    RuleCase(
      "data-dependent-change",
      edited("name=\"size\" optional=\"YES\"", "name=\"«»size\""),
      says: "the attribute 'Player.size': optional yes → no",
      butNot: edited("name=\"size\" optional=\"YES\"", "name=\"size\" defaultValueString=\"0\""),
      since: base
    ),
    RuleCase(
      "data-dependent-change",
      edited(
        "name=\"players\" optional=\"YES\" toMany=\"YES\"",
        "name=\"«»players\" optional=\"YES\" maxCount=\"1\""
      ),
      says: "the relationship 'Team.players': to many yes → no",
      since: base
    ),
    RuleCase(
      "data-dependent-change",
      edited(
        "<attribute name=\"isoCode\"",
        "<uniquenessConstraints><uniquenessConstraint><constraint value=\"isoCode\"/>"
          + "</uniquenessConstraint></uniquenessConstraints><attribute name=\"isoCode\""
      ).replacing("name=\"Player\"", with: "name=\"«»Player\""),
      says: "the uniqueness constraint 'Player (isoCode)' is added",
      since: base
    ),
    RuleCase(
      "data-dependent-change",
      edited("name=\"size\"", "name=\"«»size\"").replacing("Integer 32", with: "Integer 16"),
      says:
        "the attribute 'Player.size': type Integer 32 → Integer 16; migration fails for stores with "
        + "values that Integer 16 does not have",
      butNot: edited("Integer 32", "Double"),
      since: base
    ),
    RuleCase(
      "joined-hierarchies",
      edited("name=\"Player\"", "name=\"«»Player\" parentEntity=\"Team\""),
      says: "the entity 'Player': parent none → Team",
      butNot: base + "<entity name=\"Club\" parentEntity=\"Team\"/>",
      since: base
    ),
  ]
}
