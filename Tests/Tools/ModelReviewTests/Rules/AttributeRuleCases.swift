extension RuleTests {
  /// An entity with the given attributes, each described after its name.
  private static func entity(_ attributes: String...) -> String {
    let lines = attributes.enumerated().map { "  <attribute name=\"a\($0)\" \($1)/>\n" }
    return "<entity name=\"A\">\n" + lines.joined() + "</entity>"
  }

  static let attributeCases = [
    RuleCase(
      "insecure-transformer",
      """
      <entity name="A">
        <attribute name="«»a" attributeType="Transformable"/>
        <attribute name="b" attributeType="Transformable"
          valueTransformerName="«»NSKeyedUnarchiveFromData"/>
        <attribute name="c" attributeType="Transformable" transient="YES"/>
      </entity>
      """,
      says: "'A.a' has no value transformer, so its values are unarchived without checks",
      butNot: entity(
        "attributeType=\"Transformable\" valueTransformerName=\"NSSecureUnarchiveFromData\"",
        "attributeType=\"Transformable\" valueTransformerName=\"ColorTransformer\"",
        "attributeType=\"Binary\""
      )
    ),
    RuleCase(
      "mandatory-without-default",
      "<entity name=\"A\"><attribute name=\"«»a\" attributeType=\"String\"/></entity>",
      says: "'A.a' is mandatory and has no default",
      butNot: entity(
        "attributeType=\"String\" defaultValueString=\"\"",
        "optional=\"YES\" attributeType=\"String\"",
        "attributeType=\"Date\" defaultDateTimeInterval=\"0\"",
        "attributeType=\"Date\" derived=\"YES\" derivationExpression=\"now()\"",
        "attributeType=\"String\" transient=\"YES\""
      )
    ),
    RuleCase(
      "optional-scalar",
      entity("optional=\"YES\" attributeType=\"Integer 16\" usesScalarValueType=\"«»YES\""),
      says: "'A.a0' is optional, but its scalar cannot be nil",
      butNot: entity(
        "optional=\"YES\" attributeType=\"Integer 16\" usesScalarValueType=\"NO\"",
        "attributeType=\"Integer 16\" usesScalarValueType=\"YES\"",
        "optional=\"YES\" attributeType=\"String\" usesScalarValueType=\"YES\""
      )
    ),
    RuleCase(
      "invalid-default",
      entity(
        "attributeType=\"Integer 16\" minValueString=\"1\" defaultValueString=\"«»0\"",
        "attributeType=\"Decimal\" maxValueString=\"9.99\" defaultValueString=\"«»10\"",
        "attributeType=\"String\" minValueString=\"2\" defaultValueString=\"«»a\"",
        "attributeType=\"String\" maxValueString=\"2\" defaultValueString=\"«»abc\"",
        "attributeType=\"Date\" minDateTimeInterval=\"10\" defaultDateTimeInterval=\"«»9\"",
        "attributeType=\"String\" regularExpressionString=\"[a-z]+\" defaultValueString=\"«»A1\""
      ),
      says: "the default of 'A.a0' is below its minimum 1",
      butNot: entity(
        "attributeType=\"Integer 16\" minValueString=\"0\" maxValueString=\"0\" defaultValueString=\"0\"",
        "attributeType=\"String\" minValueString=\"1\" maxValueString=\"1\" defaultValueString=\"ä\"",
        "attributeType=\"String\" regularExpressionString=\"[a-z]+\" defaultValueString=\"abc\"",
        // Patterns that could be slow, or are ambiguous among dialects, are not tried.
        "attributeType=\"String\" regularExpressionString=\"(a+)+b\" defaultValueString=\"aaaaaaaaaaaa\"",
        "attributeType=\"String\" regularExpressionString=\"\\p{Lu}\" defaultValueString=\"a\"",
        "attributeType=\"UUID\" minValueString=\"5\" defaultValueString=\"x\""
      )
    ),
    RuleCase(
      "slow-regular-expression",
      entity(
        "attributeType=\"String\" regularExpressionString=\"^«»([a-z]+)*$\"",
        "attributeType=\"String\" regularExpressionString=\"x«»(?:\\w+\\s?)+y\""
      ),
      says: "the regular expression of 'A.a0' may take exponential time",
      butNot: entity(
        "attributeType=\"String\" regularExpressionString=\"^([a-z]+\\.)+[a-z]{2,}$\"",
        "attributeType=\"String\" regularExpressionString=\"(a+)?b*\""
      )
    ),
    RuleCase(
      "inexact-money",
      """
      <entity name="A">
        <attribute name="unitPrice" attributeType="«»Double"/>
        <attribute name="total_cost" attributeType="«»Float"/>
        <attribute name="price" attributeType="Decimal"/>
        <attribute name="taxRate" attributeType="Double"/>
        <attribute name="latitude" attributeType="Double"/>
      </entity>
      """,
      says: "'A.unitPrice' sounds like money, but is a Double",
      butNot: "<entity name=\"A\"><attribute name=\"priceless\" attributeType=\"Double\"/></entity>"
    ),
    RuleCase(
      "inline-binary",
      entity("attributeType=\"«»Binary\""),
      says: "'A.a0' is stored in the row, whatever its size",
      butNot: entity(
        "attributeType=\"Binary\" allowsExternalBinaryDataStorage=\"YES\"",
        "attributeType=\"Binary\" transient=\"YES\"",
        "attributeType=\"String\""
      )
    ),
    RuleCase(
      "narrow-integer",
      """
      <entity name="A">
        <attribute name="messageID" attributeType="«»Integer 16"/>
        <attribute name="unread_count" attributeType="«»Integer 16"/>
      </entity>
      """,
      says: "'A.messageID' sounds like an identifier or a count, but has 16 bits",
      butNot: """
        <entity name="A">
          <attribute name="messageID" attributeType="Integer 64"/>
          <attribute name="discount" attributeType="Integer 16"/>
          <attribute name="idle" attributeType="Integer 16"/>
          <attribute name="setCount" attributeType="Integer 16" maxValueString="5"/>
        </entity>
        """
    ),
    RuleCase(
      "undefined-type",
      """
      <entity name="A">
        <attribute name="«»payload" optional="YES"/>
        <attribute name="x" attributeType="String" derived="YES" derivationExpression="«»canonical:(y)"/>
        <attribute name="y" attributeType="String" derived="YES" derivationExpression="«»uppercase:(x)"/>
        <attribute name="z" attributeType="String" derived="YES" derivationExpression="«»z"/>
        <attribute name="w" attributeType="String" derived="YES" derivationExpression="x"/>
      </entity>
      """,
      says: "'A.payload' is stored, but has no type",
      butNot: """
        <entity name="A">
          <attribute name="payload" optional="YES" transient="YES"/>
          <attribute name="x" attributeType="String" derived="YES" derivationExpression="canonical:(y)"/>
          <attribute name="y" attributeType="String"/>
          <attribute name="c" attributeType="Integer 64" derived="YES" derivationExpression="as.@count"/>
        </entity>
        """
    ),
    RuleCase(
      "legacy-index",
      """
      <entity name="A">
        <attribute name="a" attributeType="String" indexed="«»YES"/>
        <relationship name="b" destinationEntity="A" indexed="«»YES"/>
        <compoundIndexes>
          «»<compoundIndex><index value="a"/><index value="b"/></compoundIndex>
        </compoundIndexes>
      </entity>
      """,
      says: "'A' has a compound index of old models over 'a', 'b'",
      butNot: """
        <entity name="A">
          <attribute name="a" attributeType="String"/>
          <fetchIndex name="i"><fetchIndexElement property="a" type="Binary"/></fetchIndex>
        </entity>
        """
    ),
  ]
}
