import Diagnostics
import ManagedModel
import ModelEditing
import SQLSchema
import WebPages

/// An entity: its parts with their forms, its generated code and its tables.
struct EntityPage {
  private let context: PageContext
  private let index: Int
  private let entity: Entity

  private var route: StudioRoute { .entity(entity.name) }

  /// The page of an entity; nil if no entity has the name.
  init?(_ context: PageContext, _ name: String) {
    guard let index = context.resolved.index(ofEntity: name) else { return nil }
    self.context = context
    self.index = index
    entity = context.model.entities[index]
  }

  var html: HTML {
    HTML([
      element("h1") { entity.name },
      documentation,
      context.section(of: context.findings(of: index)),
      fields,
      AttributeForms(
        context: context,
        owner: entity.name,
        attributes: entity.attributes,
        route: route
      ).html,
      relationships,
      FetchedPropertyForms(context: context, entity: entity, route: route).html,
      IndexForms(context: context, entity: entity, route: route).html,
      constraints, userInfo, code, tables,
    ])
  }

  /// The documentation of the entity in its user info.
  private var documentation: HTML {
    let text = ["documentation", "doc", "comment", "description"].lazy.compactMap {
      entity.userInfo?[$0]
    }.first
    return text.map { text in element("p", .class("documentation")) { text.shortened } } ?? .empty
  }

  private var fields: HTML {
    element("section", .plain("aria-labelledby", "entity")) {
      element("h2", .id("entity")) { "Entity" }
      context.form(
        .edit,
        back: route,
        [("verb", "set"), ("kind", "entity"), ("name", entity.name)]
      ) {
        FieldInputs.text("class", "Class", entity.representedClassName)
        FieldInputs.choice(
          "parent",
          "Parent",
          [""] + context.model.entities.map(\.name).filter { $0 != entity.name },
          entity.parentName ?? ""
        )
        FieldInputs.flag("abstract", "Abstract", entity.isAbstract)
        FieldInputs.choice(
          "codegen",
          "Code generation",
          ["class", "category", "manual"],
          entity.codeGeneration.rawValue
        )
        FieldInputs.text("renaming-id", "Renaming identifier", entity.renamingIdentifier)
        FieldInputs.text("hash-modifier", "Hash modifier", entity.versionHashModifier)
        context.button("Change \(entity.name)")
      }
      PartTools(
        context: context,
        kind: .entity,
        owner: "",
        name: entity.name,
        siblings: context.model.entities.map(\.name),
        route: route
      ).html
    }
  }

  // MARK: Relationships

  private var relationships: HTML {
    element("section", .plain("aria-labelledby", "relationships")) {
      element("h2", .id("relationships")) { "Relationships" }
      entity.relationships.map(part)
      context.addition(of: .relationship, to: entity.name, back: route) {
        FieldInputs.name("name", "New relationship")
        FieldInputs.fresh("to", "to", context.model.entities.map(\.name))
        FieldInputs.flag("many", "to many", false)
      }
    }
  }

  private func part(_ relationship: Relationship) -> HTML {
    element("details", .id("relationship-\(relationship.name)")) {
      element("summary") {
        element("strong") { relationship.name }
        " \(relationship.isToMany ? "to many" : "to one") "
        if let destination = relationship.destinationName {
          element("a", context.href(.entity(destination))) { destination }
        }
        if let inverse = relationship.inverseName { ", inverse \(inverse)" }
      }
      form(relationship)
      UserInfoForms(
        context: context,
        owner: entity.name,
        name: relationship.name,
        info: relationship.userInfo,
        route: route
      ).group
      PartTools(
        context: context,
        kind: .relationship,
        owner: entity.name,
        name: relationship.name,
        siblings: entity.relationships.map(\.name),
        route: route
      ).html
    }
  }

  private func form(_ relationship: Relationship) -> HTML {
    let far = relationship.destinationName.flatMap { context.resolved.entity(named: $0)?.entity }
    return context.form(
      .edit,
      back: route,
      [
        ("verb", "set"), ("kind", "relationship"), ("owner", entity.name),
        ("name", relationship.name),
      ]
    ) {
      FieldInputs.choice(
        "to",
        "Destination",
        context.model.entities.map(\.name),
        relationship.destinationName ?? ""
      )
      FieldInputs.choice(
        "inverse",
        "Inverse",
        [""] + (far?.relationships.map(\.name) ?? []),
        relationship.inverseName ?? ""
      )
      FieldInputs.flag("many", "To many", relationship.isToMany)
      FieldInputs.flag("ordered", "Ordered", relationship.isOrdered)
      FieldInputs.flag("optional", "Optional", relationship.isOptional)
      FieldInputs.flag("transient", "Transient", relationship.isTransient)
      FieldInputs.choice(
        "delete-rule",
        "Delete rule",
        DeleteRule.allCases.map(\.fileName),
        relationship.deleteRule.fileName
      )
      FieldInputs.text("min", "Minimum", relationship.minimumCount.map(String.init))
      FieldInputs.text("max", "Maximum", relationship.maximumCount.map(String.init))
      FieldInputs.text("renaming-id", "Renaming identifier", relationship.renamingIdentifier)
      FieldInputs.text("hash-modifier", "Hash modifier", relationship.versionHashModifier)
      context.button("Change \(relationship.name)")
    }
  }

  // MARK: Constraints

  private var constraints: HTML {
    element("section", .plain("aria-labelledby", "constraints")) {
      element("h2", .id("constraints")) { "Uniqueness constraints" }
      (entity.uniquenessConstraints ?? []).map { constraint in
        let members = constraint.members.map(\.name).joined(separator: ", ")
        return element("div", .class("row")) {
          members
          removal(.constraint, [("owner", entity.name), ("members", members)], members)
        }
      }
      context.addition(of: .constraint, to: entity.name, back: route) {
        FieldInputs.name("members", "New constraint over the properties")
      }
    }
  }

  private func removal(_ kind: ElementKind, _ path: [(String, String)], _ name: String) -> HTML {
    context.form(.edit, back: route, [("verb", "remove"), ("kind", kind.rawValue)] + path) {
      context.button("Remove", "Remove \(name)")
    }
  }

  private var userInfo: HTML {
    element("section", .plain("aria-labelledby", "info")) {
      element("h2", .id("info")) { "User info" }
      UserInfoForms(
        context: context,
        owner: "",
        name: entity.name,
        info: entity.userInfo,
        route: route
      ).html
    }
  }

  // MARK: Code

  private var code: HTML {
    let files = context.state.analysis.files.files(of: entity)
    return element("section", .plain("aria-labelledby", "code")) {
      element("h2", .id("code")) { "Generated Swift" }
      if let files, !files.isEmpty {
        files.map { file in
          element("details") {
            element("summary") { file.path }
            element(
              "pre",
              .plain("tabindex", "0"),
              .plain("role", "group"),
              .plain("aria-label", file.path)
            ) { element("code") { file.text } }
          }
        }
      } else {
        element("p", .class("quiet")) { "No code is generated for it, or the model has errors." }
      }
    }
  }

  // MARK: Tables

  /// The storage of the objects in each database, with the reason for each column.
  private var tables: HTML {
    let sqlite = SQLiteSchema(context.resolved).mapping
    let postgreSQL = PostgreSQLSchema(context.resolved).mapping
    return element("section", .plain("aria-labelledby", "tables")) {
      element("h2", .id("tables")) { "Tables" }
      element("div", .class("side")) {
        table("SQLite", sqlite, \.sqliteName)
        table("PostgreSQL", postgreSQL, \.postgreSQLName)
      }
    }
  }

  private func table(
    _ dialect: String,
    _ mapping: SchemaMapping,
    _ typeName: (ColumnType) -> String
  ) -> HTML {
    guard let place = mapping.entities.first(where: { $0.index == index }) else { return .empty }
    let table = mapping.table(of: place)
    return element("div", .class("scroll")) {
      element("table") {
        element("caption") { "\(dialect): \(table.name)" }
        element("thead") {
          element("tr") {
            ["Column", "Type", "Why"].map { title in
              element("th", .plain("scope", "col")) { title }
            }
          }
        }
        element("tbody") {
          table.columns.map { column in
            element("tr") {
              element("th", .plain("scope", "row")) { column.name }
              element("td") { typeName(column.type) }
              element("td") { column.origin.explanation(in: mapping.model) }
            }
          }
        }
      }
    }
  }
}

/// A composite with the forms of its attributes.
struct CompositePage {
  private let context: PageContext
  private let composite: Composite

  /// The page of a composite; nil if no composite has the name.
  init?(_ context: PageContext, _ name: String) {
    guard let composite = context.resolved.composite(named: name) else { return nil }
    self.context = context
    self.composite = composite
  }

  var html: HTML {
    let route = StudioRoute.composite(composite.name)
    return HTML([
      element("h1") { composite.name },
      PartTools(
        context: context,
        kind: .composite,
        owner: "",
        name: composite.name,
        siblings: context.model.composites.map(\.name),
        route: route
      ).html,
      AttributeForms(
        context: context,
        owner: composite.name,
        attributes: composite.attributes,
        route: route
      ).html,
    ])
  }
}
