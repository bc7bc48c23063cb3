import ManagedModel
import ModelEditing
import ModelFiles

/// A small club, as Xcode writes it.
enum EditSample {
  static let text = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" minimumToolsVersion="Automatic" \
    sourceLanguage="Swift" userDefinedModelVersionIdentifier="">
        <entity name="Person" representedClassName="Person" isAbstract="YES" syncable="YES" codeGenerationType="class">
            <attribute name="name" optional="YES" attributeType="String"/>
            <fetchIndex name="byName">
                <fetchIndexElement property="name" type="Binary" order="ascending"/>
            </fetchIndex>
        </entity>
        <entity name="Player" representedClassName=".Player" parentEntity="Person" syncable="YES" \
    codeGenerationType="class">
            <attribute name="number" optional="YES" attributeType="Integer 16" defaultValueString="0" \
    usesScalarValueType="YES"/>
            <relationship name="team" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Team" \
    inverseName="players" inverseEntity="Team"/>
            <uniquenessConstraints>
                <uniquenessConstraint>
                    <constraint value="name"/>
                    <constraint value="number"/>
                </uniquenessConstraint>
            </uniquenessConstraints>
        </entity>
        <entity name="Team" representedClassName="Team" syncable="YES" codeGenerationType="class">
            <attribute name="city" optional="YES" attributeType="String"/>
            <relationship name="players" optional="YES" toMany="YES" deletionRule="Nullify" \
    destinationEntity="Player" inverseName="team" inverseEntity="Player"/>
        </entity>
        <fetchRequest name="all" entity="Player"/>
        <configuration name="Local">
            <memberEntity name="Player"/>
            <memberEntity name="Team"/>
        </configuration>
    </model>
    """

  static var model: Model { ContentsReader.read(Array(text.utf8)).model ?? Model() }

  /// The sample after the edits in some lines.
  static func edited(_ lines: String...) throws -> Model {
    var model = model
    for line in lines { try model.apply(line) }
    return model
  }

  /// The lines of the file that differ after edits: removed ones with `-`, added ones with `+`.
  static func difference(_ lines: String...) throws -> [String] {
    var model = model
    for line in lines { try model.apply(line) }
    let old = fileLines(Self.model)
    let new = fileLines(model)
    let difference = new.difference(from: old)
    return difference.removals.map { change in
      if case .remove(_, let line, _) = change { "- \(line)" } else { "" }
    }
      + difference.insertions.map { change in
        if case .insert(_, let line, _) = change { "+ \(line)" } else { "" }
      }
  }

  private static func fileLines(_ model: Model) -> [String] {
    String(decoding: ContentsWriter.write(model), as: UTF8.self).split(separator: "\n")
      .map { $0.drop { $0 == " " } }.map(String.init)
  }
}

extension Model {
  /// Applies the edit in a line.
  mutating func apply(_ line: String) throws(EditProblem) {
    guard case .element(let edit) = try EditParser.parse(try EditLine.words(line)) else { return }
    try apply(edit)
  }
}
