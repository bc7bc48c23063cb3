import CorpusFiles
import Diagnostics
import Foundation
import JSON
import ManagedModel
import ModelFiles
import Testing

@testable import CodeGeneration
@testable import TemplateEngine

struct ContextTests {
  @Test func theContextHasSwiftGensKeys() throws {
    let loaded = try Self.sample("Everything")
    let template = try Template(
      source: """
        {% for model in models %}{% for name in model.configurations.Default %}{{ name }},{% endfor %}
        {% set e model.entities.Document %}
        |{{ e.className }} {{ e.superEntity }} {{ e.isAbstract }} {{ e.shouldGenerateCode }}
        |{{ e.uniquenessConstraints.0.1 }} {{ model.entities[e.superEntity].className }}
        |{{ model.entities[model.entities.Base.superEntity].className|default:"NSManagedObject" }}
        {% for a in e.attributes where a.name == "pageCount" %}
        |{{ a.propertyType }} {{ a.type }} {{ a.typeName }} {{ a.isDerived }}
        {% endfor %}
        {% for r in e.relationships where r.name == "pages" %}
        |{{ r.destinationEntity }} {{ r.inverseRelationship.name }}
        |{{ r.inverseRelationship.entityName }} {{ r.isOrdered }}
        {% endfor %}
        {% for f in model.fetchRequests.Document %}
        |{{ f.name }}:{{ f.resultType }}
        {% for name, type in f.substitutionVariables %}
        |{{ name }}={{ type }}
        {% endfor %}{% endfor %}
        |{{ param.publicAccess }} {{ e.fetchedProperties.0.fetchRequest.entity }}
        {% endfor %}
        """,
      path: "test"
    )
    let context = GenerationContext([ContextModel(loaded)], parameters: ["publicAccess": "yes"])
    let text = try template.render(context.value).split(separator: "\n").joined()
    #expect(
      text.split(separator: "|") == [
        "AllTypes,Archive,Base,Document,Page,Place,Tag,Untyped,",
        "Document Base false true", "title Base", "NSManagedObject",
        "attribute Integer 64 Int64 true",
        "Page document", "Page true",
        "AllDocuments:Object", "DocumentIDs:Object ID", "archive=Archive",
        "DocumentsByTitle:Object", "minimum=Int", "prefix=String",
        "yes Page",
      ]
    )
  }

  /// SwiftGen's keys have SwiftGen's kinds of values, on every object of every sample model.
  @Test(arguments: ["Company", "Contacts", "Everything", "League"])
  func swiftGensKeysHaveItsTypes(name: String) throws {
    let context = GenerationContext([ContextModel(try Self.sample(name))])
    let model = try #require(context.part(.models)?.elements.first)
    for entity in try #require(model["entities"]).elements {
      Self.check(entity, Self.entityKinds, "entity")
      for attribute in entity["attributes"]?.elements ?? [] {
        Self.check(attribute, Self.attributeKinds, "attribute")
      }
      for relationship in entity["relationships"]?.elements ?? [] {
        Self.check(relationship, Self.relationshipKinds, "relationship")
      }
      for property in entity["fetchedProperties"]?.elements ?? [] {
        Self.check(property, Self.fetchedPropertyKinds, "fetched property")
        if let request = property["fetchRequest"] {
          Self.check(request, Self.requestKinds, "request")
        }
      }
    }
    for requests in model["fetchRequests"]?.elements ?? [] {
      for request in requests.elements { Self.check(request, Self.requestKinds, "request") }
    }
    for names in try #require(model["configurations"]).elements {
      #expect(names.elements.allSatisfy { $0.kindName == "a string" })
    }
  }

  private static func check(
    _ value: TemplateValue,
    _ kinds: [(kind: String, keys: [String])],
    _ title: String
  ) {
    for (kind, keys) in kinds {
      for key in keys { #expect(value[key]?.kindName == kind, "\(key) of a \(title)") }
    }
  }

  private static let entityKinds = [
    ("a string", ["name", "className", "superEntity"]),
    ("a boolean", ["isAbstract", "shouldGenerateCode"]),
    ("an array", ["attributes", "relationships", "fetchedProperties", "uniquenessConstraints"]),
    ("an object", ["userInfo"]),
  ]
  private static let attributeKinds = [
    ("a string", ["name", "customClassName", "propertyType", "type", "typeName"]),
    (
      "a boolean", ["isDerived", "isIndexed", "isOptional", "isTransient", "usesScalarValueType"]
    ),
    ("an object", ["userInfo"]),
  ]
  private static let relationshipKinds = [
    ("a string", ["name", "destinationEntity", "propertyType"]),
    ("a boolean", ["isIndexed", "isOptional", "isOrdered", "isToMany", "isTransient"]),
    ("an object", ["userInfo"]),
  ]
  private static let fetchedPropertyKinds = [
    ("a string", ["name", "propertyType"]), ("a boolean", ["isOptional"]),
    ("an object", ["fetchRequest", "userInfo"]),
  ]
  private static let requestKinds = [
    ("a string", ["name", "entity", "predicateString", "resultType"]),
    ("an integer", ["fetchBatchSize", "fetchLimit"]),
    (
      "a boolean",
      [
        "includePropertyValues", "includesPendingChanges", "includeSubentities",
        "returnDistinctResults", "returnsObjectsAsFaults",
      ]
    ),
    ("an object", ["substitutionVariables"]),
  ]

  @Test func missingValuesAreAbsent() {
    let context = ContextModel(ResolvedModel(Model()), name: "M", version: "M")
    let model = ModelObject(context)
    #expect(model.value(forKey: "nonsense") == nil)
    #expect(EntitiesObject(context).value(forKey: "") == nil)
    #expect(EntitiesObject(context).isEmpty)
    #expect(ConfigurationsObject(context).keys == ["Default"])
  }

  /// A nested loop over the entities of a large model looks them up by the object that contains them.
  @Test func entitiesAreOneObject() {
    let model = ModelObject(ContextModel(ResolvedModel(Model()), name: "M", version: "M"))
    guard case .object(let first)? = model.value(forKey: "entities"),
      case .object(let second)? = model.value(forKey: "entities")
    else {
      Issue.record("the entities are not an object")
      return
    }
    #expect(first === second)
  }

  /// Parts that depend on all entities are computed once, although templates read them for each entity.
  @Test func listsOfAllEntitiesAreComputedOnce() throws {
    let model = TemplateValue.object(ModelObject(ContextModel(try Self.sample("Everything"))))
    let lists = {
      ["entityNames", "rootEntities", "composites", "configurationList"].map { model[$0]?.elements }
        + [model["configurations"]?["Default"]?.elements]
    }
    let place = { (list: [TemplateValue]?) in list?.withUnsafeBufferPointer(\.baseAddress) }
    // Both are kept, so that no list can get the address of another one.
    let (first, second) = (lists(), lists())
    withExtendedLifetime((first, second)) {
      #expect(first.map(place) == second.map(place))
      #expect(!first.map(place).contains(nil))
    }
    guard case .object(let entities)? = model["entities"] else {
      Issue.record("the entities are not an object")
      return
    }
    let keys = (entities.keys, entities.keys)
    #expect(
      keys.0.withUnsafeBufferPointer(\.baseAddress) == keys.1.withUnsafeBufferPointer(\.baseAddress)
    )
  }

  /// A key is present exactly if its part is.
  @Test func keysThatAreListedHaveParts() throws {
    let context = ContextModel(try Self.sample("Everything"))
    var pending = [GenerationContext([context]).value]
    var seen = 0
    while let value = pending.popLast() {
      switch value {
      case .array(let elements): pending += elements
      case .object(let object):
        for key in object.keys {
          let part = try #require(object.value(forKey: key), "\(key)")
          pending.append(part)
          seen += 1
        }
      default: break
      }
    }
    #expect(seen > 1_000)
    let bare = Relationship(name: "r")
    let location = PropertyLocation(entity: 0, property: 0)
    let name = SwiftIdentifier(near: "r")
    let relationship = RelationshipObject(context, bare, name: name, location: location)
    #expect(!relationship.keys.contains("inverseRelationship"))
    #expect(relationship.value(forKey: "inverseRelationship") == nil)
    let property = FetchedPropertyObject(
      context,
      FetchedProperty(name: "f"),
      name: name,
      location: location
    )
    #expect(!property.keys.contains("fetchRequest"))
    #expect(property.value(forKey: "fetchRequest") == nil)
  }

  @Test func userInfoIsCoercedAsSwiftGenDoes() {
    let entries = ["1", "1.5", "true", "YES", "text", "nan"].enumerated().map {
      UserInfoEntry(key: "k\($0.offset)", value: $0.element)
    }
    let object = UserInfoObject(UserInfo(entries: entries + entries))
    #expect(object.keys.count == 6)
    let kinds = object.keys.map { key in JSONValue(object.value(forKey: key) ?? .null) }
    #expect(kinds == [1, .number(1.5), true, "YES", "text", "nan"])
  }

  /// A model is only named; everything else is computed lazily.
  @Test func manyEntitiesCostLittleUntilAsked() throws {
    let entities = (0..<5_000).map { index in
      Entity(
        name: "Entity\(index)",
        representedClassName: "Entity\(index)",
        properties: (0..<10).map { .attribute(Attribute(name: "a\($0)", type: .string)) }
      )
    }
    let context = ContextModel(ResolvedModel(Model(entities: entities)), name: "M", version: "M")
    func time(_ source: String, gives result: String) throws -> Duration {
      let template = try Template(source: source, path: "test")
      let start = ContinuousClock.now
      #expect(try template.render(GenerationContext([context]).value) == result)
      return .now - start
    }
    let one = try time(
      "{{ models.0.entities.Entity4999.attributes.9.swiftType }}",
      gives: "String"
    )
    let all = try time(
      "{% for name, e in models.0.entities %}{% for a in e.attributes %}{{ a.swiftType }}{% endfor %}{% endfor %}",
      gives: String(repeating: "String", count: 50_000)
    )
    #expect(one * 10 < all, "\(one), \(all)")
  }

  @Test func everyKeyIsInTheContract() throws {
    let contract = try String(
      contentsOf: Corpus.package.appending(path: "Templates/README.md"),
      encoding: .utf8
    )
    for (title, keys) in Self.keys {
      let parts = contract.components(separatedBy: "### \(title)\n")
      let section = try #require(parts.count == 2 ? parts[1] : nil, "\(title)")
        .components(separatedBy: "\n### ")[0].components(separatedBy: "\n## ")[0]
      let listed = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
        .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
      #expect(listed == keys, "\(title)")
    }
  }

  @Test(arguments: ["Company", "Contacts", "Everything", "League"])
  func everyKeyOfTheSampleModelsRenders(name: String) throws {
    try Self.renderEverything(of: try Self.sample(name))
  }

  @Test(.enabled(if: Corpus.isAvailable()))
  func everyKeyOfEveryRealModelRenders() throws {
    for file in Corpus.contents {
      let outcome = ModelLoader().load(file.path)
      let loaded = try #require(outcome.loaded, "\(Corpus.name(of: file))")
      try Self.renderEverything(of: loaded)
    }
  }

  private static func renderEverything(of loaded: LoadedModel) throws {
    let context = ContextModel(loaded)
    let issues = loaded.source.diagnostics(for: context.naming.issues)
    #expect(issues.allSatisfy { $0.severity != .error && $0.place.line != nil }, "\(issues)")
    let value = GenerationContext([context]).value
    let text = try Template(source: EveryKeyTemplate.source, path: "everything").render(value)
    let marks = text.filter { $0 == "E" }.count
    #expect(marks == loaded.model.entities.count)
    // The document contains every key as well, and a second one is equal.
    #expect(JSONValue(value) == JSONValue(GenerationContext([ContextModel(loaded)]).value))
  }

  static func sample(_ name: String) throws -> LoadedModel {
    let path = Corpus.package.appending(path: "Models/\(name).xcdatamodeld").path
    return try #require(ModelLoader().load(path).loaded)
  }

  /// The keys of each kind of object by the title of its section in the contract.
  static let keys: [(String, [String])] = [
    ("Top level", GenerationContext.Key.allCases.map(\.rawValue)),
    ("Model", ModelObject.Key.allCases.map(\.rawValue)),
    ("Entity", EntityObject.Key.allCases.map(\.rawValue)),
    ("Attribute", AttributeObject.Key.allCases.map(\.rawValue)),
    ("Relationship", RelationshipObject.Key.allCases.map(\.rawValue)),
    ("Fetched property", FetchedPropertyObject.Key.allCases.map(\.rawValue)),
    ("Fetch request", FetchRequestObject.Key.allCases.map(\.rawValue)),
    ("Configuration", ConfigurationObject.Key.allCases.map(\.rawValue)),
    ("Composite", CompositeObject.Key.allCases.map(\.rawValue)),
    ("Index", IndexObject.Key.allCases.map(\.rawValue)),
    ("Index element", IndexElementObject.Key.allCases.map(\.rawValue)),
  ]
}

/// A template that reads every key of every object.
enum EveryKeyTemplate {
  static var source: String {
    """
    {% for model in models %}\(touch("model", ModelObject.Key.self))
    {% for c in model.configurationList %}\(touch("c", ConfigurationObject.Key.self)){% endfor %}
    {% for c in model.composites %}\(touch("c", CompositeObject.Key.self))
    {% for a in c.attributes %}\(touch("a", AttributeObject.Key.self)){% endfor %}{% endfor %}
    {% for n, list in model.fetchRequests %}{% for f in list %}\(request){% endfor %}{% endfor %}
    {% for n, e in model.entities %}E\(touch("e", EntityObject.Key.self))
    {% if e.sql.sqlite.table and e.sql.postgresql.table %}{% endif %}
    {% for a in e.attributes %}\(touch("a", AttributeObject.Key.self))\(sql("a")){% endfor %}
    {% for r in e.relationships %}\(touch("r", RelationshipObject.Key.self))\(sql("r")){% endfor %}
    {% for p in e.fetchedProperties %}\(touch("p", FetchedPropertyObject.Key.self))
    {% set f p.fetchRequest %}\(request){% endfor %}
    {% for i in e.indexes %}\(touch("i", IndexObject.Key.self))
    {% for m in i.elements %}\(touch("m", IndexElementObject.Key.self)){% endfor %}{% endfor %}
    {% endfor %}{% endfor %}
    """
  }

  private static var request: String { touch("f", FetchRequestObject.Key.self) }

  private static func sql(_ variable: String) -> String {
    "{% if \(variable).sql.sqlite.column and \(variable).sql.postgresql.column %}{% endif %}"
  }

  private static func touch<Key: CaseIterable & RawRepresentable<String>>(
    _ variable: String,
    _: Key.Type
  ) -> String {
    Key.allCases.map { "{% if \(variable).\($0.rawValue) %}{% endif %}" }.joined()
  }
}

extension TemplateValue {
  /// The elements of an array, or the values of an object.
  fileprivate var elements: [TemplateValue] {
    switch self {
    case .array(let elements): elements
    case .object(let object): object.keys.compactMap { object.value(forKey: $0) }
    default: []
    }
  }

  fileprivate subscript(key: String) -> TemplateValue? {
    if case .object(let object) = self { object.value(forKey: key) } else { nil }
  }
}
