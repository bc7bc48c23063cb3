import CoreData
import Foundation

/// Two versions of a model whose mapping cannot be inferred: people become members, with their photos as objects.
enum KennelModel {
  static func text(_ version: Int) -> String {
    """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
    \(version == 1 ? first : version == 2 ? second : third)
    </model>
    """
  }

  static func model(_ version: Int) throws -> NSManagedObjectModel {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).xcdatamodel")
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(version, to: folder)
    guard let model = NSManagedObjectModel(contentsOf: folder) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return model
  }

  static func write(_ version: Int, to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text(version).utf8).write(to: folder.appendingPathComponent("contents"))
  }

  private static let first = """
    <entity name="KennelPerson">
    <attribute name="name" attributeType="String"/>
    <attribute name="age" optional="YES" attributeType="Integer 16"/>
    <attribute name="note" optional="YES" attributeType="String"/>
    <attribute name="photo" optional="YES" attributeType="Binary"/>
    <relationship name="pets" optional="YES" toMany="YES" deletionRule="Nullify" \
    destinationEntity="KennelPet" inverseName="owner" inverseEntity="KennelPet"/>
    <relationship name="home" optional="YES" maxCount="1" deletionRule="Nullify" \
    destinationEntity="KennelHouse" inverseName="people" inverseEntity="KennelHouse"/>
    </entity>
    <entity name="KennelPet">
    <attribute name="name" optional="YES" attributeType="String"/>
    <relationship name="owner" optional="YES" maxCount="1" deletionRule="Nullify" \
    destinationEntity="KennelPerson" inverseName="pets" inverseEntity="KennelPerson"/>
    </entity>
    <entity name="KennelDog" parentEntity="KennelPet">
    <attribute name="barks" optional="YES" attributeType="Boolean"/>
    </entity>
    <entity name="KennelHouse">
    <attribute name="street" optional="YES" attributeType="String"/>
    <attribute name="inhabitants" optional="YES" attributeType="Integer 64" derived="YES" \
    derivationExpression="people.@count"/>
    <relationship name="people" optional="YES" toMany="YES" deletionRule="Nullify" \
    destinationEntity="KennelPerson" inverseName="home" inverseEntity="KennelPerson"/>
    </entity>
    <entity name="KennelRumour"><attribute name="text" optional="YES" attributeType="String"/></entity>
    """

  private static let second = """
    <entity name="KennelMember">
    <attribute name="fullName" attributeType="String"/>
    <attribute name="shouted" optional="YES" attributeType="String"/>
    <attribute name="years" optional="YES" attributeType="Integer 32"/>
    <attribute name="note" optional="YES" attributeType="String"/>
    <attribute name="fee" attributeType="Double" defaultValueString="12.5"/>
    <relationship name="animals" optional="YES" toMany="YES" deletionRule="Nullify" \
    destinationEntity="KennelAnimal" inverseName="owner" inverseEntity="KennelAnimal"/>
    <relationship name="home" optional="YES" maxCount="1" deletionRule="Nullify" \
    destinationEntity="KennelHouse" inverseName="people" inverseEntity="KennelHouse"/>
    <relationship name="portraits" optional="YES" toMany="YES" deletionRule="Nullify" \
    destinationEntity="KennelPortrait" inverseName="member" inverseEntity="KennelPortrait"/>
    </entity>
    <entity name="KennelAnimal">
    <attribute name="name" optional="YES" attributeType="String"/>
    <attribute name="kind" optional="YES" attributeType="String"/>
    <relationship name="owner" optional="YES" maxCount="1" deletionRule="Nullify" \
    destinationEntity="KennelMember" inverseName="animals" inverseEntity="KennelMember"/>
    </entity>
    <entity name="KennelHouse">
    <attribute name="street" optional="YES" attributeType="String"/>
    <attribute name="inhabitants" optional="YES" attributeType="Integer 64" derived="YES" \
    derivationExpression="people.@count"/>
    <relationship name="people" optional="YES" toMany="YES" deletionRule="Nullify" \
    destinationEntity="KennelMember" inverseName="home" inverseEntity="KennelMember"/>
    </entity>
    <entity name="KennelPortrait">
    <attribute name="image" optional="YES" attributeType="Binary"/>
    <relationship name="member" optional="YES" maxCount="1" deletionRule="Nullify" \
    destinationEntity="KennelMember" inverseName="portraits" inverseEntity="KennelMember"/>
    </entity>
    <entity name="KennelClub"><attribute name="name" optional="YES" attributeType="String"/></entity>
    """

  /// Adds an attribute.
  private static let third = second.replacingOccurrences(
    of: #"<attribute name="shouted" optional="YES" attributeType="String"/>"#,
    with: """
      <attribute name="shouted" optional="YES" attributeType="String"/>
      <attribute name="whispered" optional="YES" attributeType="String"/>
      """
  )

  /// The mapping model from the first version to the second one, as edited by a developer.
  static func mapping(policy: String = "KennelPolicy") -> MappingDump {
    var dump = MappingDump()
    dump.leftover("XDDEVATTRIBUTEMAPPING", ["name": "forgotten"])
    dump.entity(
      [
        "sourcefilterpredicatestring": "photo != nil", "sourcename": "KennelPerson",
        "mappingtypename": "Undefined", "mappingnumber": "4",
        "destinationname": "KennelPortrait", "autogenerateexpression": "1",
      ],
      attributes: [
        ["valueexpressiondata": ArchivedParts.base64 { $0.source("photo") }, "name": "image"]
      ],
      relationships: [
        [
          "sourcemappingname": "KennelPersonToKennelMember", "sourcekeypath": "$source",
          "autogenerateexpression": "1", "name": "member",
        ]
      ]
    )
    dump.entity(
      [
        "migrationpolicyclassname": policy, "sourcename": "KennelPerson",
        "userinfodata": ArchivedParts.base64 { $0.dictionary(["sourceVersion": "ver1"]) },
        "mappingtypename": "Undefined", "mappingnumber": "1", "destinationname": "KennelMember",
        "autogenerateexpression": "1",
      ],
      attributes: [
        ["name": "note"],
        ["valueexpressiondata": ArchivedParts.base64 { $0.source("name") }, "name": "fullName"],
        ["valueexpressiondata": ArchivedParts.base64 { $0.source("age") }, "name": "years"],
        [
          "valueexpressiondata": ArchivedParts.base64 {
            $0.function($0.variable("entityPolicy"), "loud:", [$0.source("name")])
          }, "name": "shouted",
        ],
        ["name": "fee"],
      ],
      relationships: [
        [
          "valueexpressiondata": ArchivedParts.base64 {
            $0.instances(of: "Animals", for: "pets")
          }, "autogenerateexpression": "1", "name": "animals",
        ],
        ["autogenerateexpression": "1", "name": "home"],
        ["autogenerateexpression": "1", "name": "portraits"],
      ]
    )
    dump.entity(
      [
        "name": "Animals", "sourcename": "KennelPet", "mappingtypename": "Undefined",
        "mappingnumber": "2", "destinationname": "KennelAnimal", "autogenerateexpression": "1",
      ],
      attributes: [["name": "name"], ["valueexpressionstring": "'pet'", "name": "kind"]],
      relationships: [
        [
          "sourcemappingname": "KennelPersonToKennelMember", "autogenerateexpression": "1",
          "name": "owner",
        ]
      ]
    )
    dump.entity(
      [
        "sourcename": "KennelDog", "mappingtypename": "Undefined", "mappingnumber": "3",
        "destinationname": "KennelAnimal", "autogenerateexpression": "1",
      ],
      attributes: [
        ["name": "name"],
        [
          "valueexpressionstring": "TERNARY($source.barks == YES, 'loud dog', 'dog')",
          "name": "kind",
        ],
      ],
      relationships: [
        ["sourcekeypath": "owner", "autogenerateexpression": "1", "name": "owner"]
      ]
    )
    dump.entity(
      [
        "sourcename": "KennelHouse", "mappingtypename": "Undefined", "mappingnumber": "5",
        "destinationname": "KennelHouse", "autogenerateexpression": "1",
      ],
      attributes: [["name": "street"]],
      relationships: [["autogenerateexpression": "0", "name": "people"]]
    )
    dump.entity(
      [
        "mappingtypename": "Undefined", "mappingnumber": "7", "destinationname": "KennelClub",
        "autogenerateexpression": "1",
      ],
      attributes: [["name": "name"]]
    )
    dump.entity([
      "mappingtypename": "Undefined", "sourcename": "KennelRumour", "mappingnumber": "6",
    ])
    return dump
  }
}
