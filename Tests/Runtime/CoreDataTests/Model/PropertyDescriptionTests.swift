import CoreData
import Testing

/// Tests of all kinds of properties.
///
/// Only Apple's interface is used.
@Suite("Properties")
struct PropertyDescriptionTests {
  @Test("The types of attributes have Apple's numbers")
  func typeNumbers() {
    let types: [(NSAttributeDescription.AttributeType, NSAttributeType, UInt)] = [
      (.undefined, .undefinedAttributeType, 0),
      (.integer16, .integer16AttributeType, 100),
      (.integer32, .integer32AttributeType, 200),
      (.integer64, .integer64AttributeType, 300),
      (.decimal, .decimalAttributeType, 400),
      (.double, .doubleAttributeType, 500),
      (.float, .floatAttributeType, 600),
      (.string, .stringAttributeType, 700),
      (.boolean, .booleanAttributeType, 800),
      (.date, .dateAttributeType, 900),
      (.binaryData, .binaryDataAttributeType, 1000),
      (.uuid, .UUIDAttributeType, 1100),
      (.uri, .URIAttributeType, 1200),
      (.transformable, .transformableAttributeType, 1800),
      (.objectID, .objectIDAttributeType, 2000),
      (.composite, .compositeAttributeType, 2100),
    ]
    for (type, former, number) in types {
      #expect(type.rawValue == number)
      #expect(former.rawValue == number)
    }
  }

  @Test("The class of an attribute's values follows its type")
  func valueClassName() {
    let classes: [(NSAttributeDescription.AttributeType, String?)] = [
      (.integer16, "NSNumber"), (.integer32, "NSNumber"), (.integer64, "NSNumber"),
      (.decimal, "NSDecimalNumber"), (.double, "NSNumber"), (.float, "NSNumber"),
      (.string, "NSString"), (.boolean, "NSNumber"), (.date, "NSDate"),
      (.binaryData, "NSData"), (.uuid, "NSUUID"), (.uri, "NSURL"), (.undefined, nil),
    ]
    let attribute = NSAttributeDescription()
    for (type, name) in classes {
      attribute.type = type
      #expect(attribute.attributeValueClassName == name)
    }
    attribute.type = .transformable
    attribute.attributeValueClassName = "NSColor"
    #expect(attribute.attributeValueClassName == "NSColor")
    attribute.type = .string
    #expect(attribute.attributeValueClassName == "NSString")
  }

  @Test("New descriptions have Apple's defaults")
  func defaults() {
    let attribute = NSAttributeDescription()
    #expect(attribute.isOptional)
    #expect(!attribute.isTransient)
    #expect(attribute.type == .undefined)
    #expect(attribute.defaultValue == nil)
    #expect(attribute.validationPredicates.isEmpty)
    #expect(attribute.validationWarnings.isEmpty)
    #expect(attribute.versionHashModifier == nil)
    let relationship = NSRelationshipDescription()
    #expect(relationship.deleteRule == .nullifyDeleteRule)
    #expect(!relationship.isOrdered)
    #expect(NSFetchedPropertyDescription().isTransient)
    #expect(NSCompositeAttributeDescription().type == .composite)
  }

  @Test(
    "A relationship is to-one with a greatest count of 1",
    arguments: [(0, true), (1, false), (2, true)]
  )
  func cardinality(maxCount: Int, isToMany: Bool) {
    let relationship = NSRelationshipDescription()
    relationship.maxCount = maxCount
    #expect(relationship.isToMany == isToMany)
  }

  @Test("Validation predicates and warnings are given back")
  func validation() {
    let attribute = SampleModels.attribute("name", .string)
    let predicate = NSPredicate(format: "length > 3")
    attribute.setValidationPredicates([predicate], withValidationWarnings: ["too short"])
    #expect(attribute.validationPredicates == [predicate])
    #expect(attribute.validationWarnings as? [String] == ["too short"])
    attribute.setValidationPredicates(nil, withValidationWarnings: nil)
    #expect(attribute.validationPredicates.isEmpty)
    #expect(attribute.validationWarnings.isEmpty)
  }

  @Test("A copied property has the same values, has no entity and is equal")
  @available(*, deprecated, message: "Foundation marks its expressions as deprecated here")
  func copying() throws {
    let derived = NSDerivedAttributeDescription()
    derived.derivationExpression = NSExpression(format: "canonical:(name)")
    let composite = NSCompositeAttributeDescription()
    composite.elements = [SampleModels.attribute("city", .string)]
    let fetched = NSFetchedPropertyDescription()
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Team")
    request.predicate = NSPredicate(format: "title == $FETCH_SOURCE.name")
    fetched.fetchRequest = request
    let column = NSExpressionDescription()
    column.expression = NSExpression(forKeyPath: "number")
    column.resultType = .integer64
    let relationship = NSRelationshipDescription()
    relationship.maxCount = 3
    for property in [derived, composite, fetched, column, relationship] as [NSPropertyDescription] {
      property.name = "property"
      property.userInfo = ["key": "value"]
      property.versionHashModifier = "2"
      property.renamingIdentifier = "former"
      let copy = try #require(property.copy() as? NSPropertyDescription)
      #expect(copy !== property)
      #expect(copy == property)
      #expect(copy.hash == property.hash)
      copy.name = "other"
      #expect(copy != property)
      #expect(property.name == "property")
    }
    let copy = try #require(derived.copy() as? NSDerivedAttributeDescription)
    copy.derivationExpression = NSExpression(format: "now()")
    #expect(copy != derived)
  }

  @Test("Attributes that differ in one thing are not equal")
  func inequality() {
    let changes: [(NSAttributeDescription) -> Void] = [
      { $0.name = "other" }, { $0.isOptional = false }, { $0.isTransient = true },
      { $0.type = .date }, { $0.defaultValue = "x" }, { $0.userInfo = ["a": 1] },
      { $0.versionHashModifier = "m" }, { $0.renamingIdentifier = "r" },
      { $0.valueTransformerName = "t" }, { $0.allowsExternalBinaryDataStorage = true },
      { $0.preservesValueInHistoryOnDeletion = true }, { $0.allowsCloudEncryption = true },
      { $0.isIndexedBySpotlight = true },
      {
        $0.setValidationPredicates(
          [NSPredicate(value: true)],
          withValidationWarnings: ["w"]
        )
      },
    ]
    for change in changes {
      let attribute = SampleModels.attribute("name", .string)
      let changed = SampleModels.attribute("name", .string)
      #expect(attribute == changed)
      change(changed)
      #expect(attribute != changed)
    }
  }
}
