/// A model of any size: each entity has 20 attributes and 3 relationships.
struct SyntheticModel {
  var entities: Int

  /// The text of its `contents` file.
  var contents: String {
    var text = """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \
      lastSavedToolsVersion="23788" systemVersion="24G84" minimumToolsVersion="Automatic" \
      sourceLanguage="Swift" userDefinedModelVersionIdentifier="">

      """
    for entity in 0..<entities { append(entity, to: &text) }
    return text + "</model>"
  }

  private func append(_ entity: Int, to text: inout String) {
    text += """
          <entity name="Entity\(entity)" representedClassName="Entity\(entity)" syncable="YES" \
      codeGenerationType="class">

      """
    for attribute in 0..<20 {
      let type = Self.types[attribute % Self.types.count]
      let scalar = type.isScalar ? " defaultValueString=\"0\" usesScalarValueType=\"YES\"" : ""
      text += "        <attribute name=\"attribute\(attribute)\" optional=\"YES\" "
      text += "attributeType=\"\(type.name)\"\(scalar)/>\n"
    }
    for relationship in 0..<3 {
      let destination = (entity + relationship + 1) % entities
      text += "        <relationship name=\"relationship\(relationship)\" optional=\"YES\" "
      text +=
        "maxCount=\"1\" deletionRule=\"Nullify\" destinationEntity=\"Entity\(destination)\"/>\n"
    }
    text += "    </entity>\n"
  }

  private static let types: [(name: String, isScalar: Bool)] = [
    ("String", false), ("Integer 64", true), ("Boolean", true), ("Date", false),
    ("Double", true), ("Binary", false), ("UUID", false), ("Decimal", false),
  ]
}
