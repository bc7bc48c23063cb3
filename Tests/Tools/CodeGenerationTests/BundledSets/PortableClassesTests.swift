import ManagedModel
import Testing

@testable import CodeGeneration

/// Whether the class of an entity is generated, by the entity's code generation and the parameter `manual`.
struct PortableClassesTests {
  private static let model: ContextModel = {
    let entities = [
      ("Made", ManagedModel.CodeGeneration.class), ("Added", .category), ("Own", .manual),
    ]
    .map { name, generation in
      var entity = Entity(name: name, representedClassName: name)
      entity.codeGeneration = generation
      return entity
    }
    return ContextModel(ResolvedModel(Model(entities: entities)), name: "M", version: "M")
  }()

  @Test(
    "In the files of a model",
    arguments: [
      ("once", ["Made", "Own"]), ("class", ["Made", "Own"]), ("none", ["Made"]),
    ]
  )
  func inTheFilesOfAModel(manual: String, classes: [String]) throws {
    let files = try RenderedSet(
      "portable",
      Self.model,
      parameters: ["files=model", "manual=\(manual)"]
    ).files
    let text = try #require(files["M+CoreDataClasses.swift"]?.text)
    let made = text.matches(of: /class (\w+): NSManagedObject/).map { String($0.1) }
    #expect(made == classes)
    let properties = try #require(files["M+CoreDataProperties.swift"]?.text)
    for name in ["Made", "Added", "Own"] {
      #expect(properties.contains("extension \(name): Identifiable {"))
    }
  }
}
