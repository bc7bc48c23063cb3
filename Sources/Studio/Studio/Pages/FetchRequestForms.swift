import ManagedModel
import ModelEditing
import WebPages
import WebSites

/// The fetch requests of a model, with a form for each.
struct FetchRequestForms {
  let context: PageContext

  private var requests: [FetchRequestTemplate] { context.model.fetchRequests }

  var html: HTML {
    element("section", .plain("aria-labelledby", "requests")) {
      element("h2", .id("requests")) { "Fetch requests" }
      requests.map(part)
      context.addition(of: .fetchRequest, back: .overview) {
        FieldInputs.name("name", "New fetch request")
        FieldInputs.fresh("entity", "for", context.model.entities.map(\.name))
      }
    }
  }

  private func part(_ request: FetchRequestTemplate) -> HTML {
    element("details", .id("request-\(request.name)")) {
      element("summary") {
        element("strong") { request.name }
        " for \(request.entityName ?? "no entity") "
        element("code") { request.predicateText?.shortened ?? "" }
      }
      context.form(
        .edit,
        back: .overview,
        [("verb", "set"), ("kind", "fetch-request"), ("name", request.name)]
      ) {
        RequestInputs(context: context, request: request).html
        context.button("Change \(request.name)")
      }
      PartTools(
        context: context,
        kind: .fetchRequest,
        owner: "",
        name: request.name,
        siblings: requests.map(\.name),
        route: .overview
      ).html
    }
  }
}

/// The inputs for a fetch request of the model, or that of a fetched property.
struct RequestInputs {
  let context: PageContext
  let request: FetchRequestTemplate

  @HTMLBuilder var html: HTML {
    FieldInputs.choice(
      "entity",
      "Entity",
      [""] + context.model.entities.map(\.name),
      request.entityName ?? ""
    )
    FieldInputs.text("predicate", "Predicate", request.predicateText)
    FieldInputs.text("limit", "Limit", request.fetchLimit.map(String.init))
    FieldInputs.text("batch-size", "Batch size", request.fetchBatchSize.map(String.init))
    FieldInputs.choice(
      "result",
      "Result",
      ["", "objects", "ids", "dictionaries", "count"],
      request.resultType?.word ?? ""
    )
    FieldInputs.flag("subentities", "Includes subentities", request.includesSubentities)
    FieldInputs.flag("property-values", "Includes property values", request.includesPropertyValues)
    FieldInputs.flag("pending-changes", "Includes pending changes", request.includesPendingChanges)
    FieldInputs.flag("faults", "Returns objects as faults", request.returnsObjectsAsFaults)
    FieldInputs.flag("distinct", "Returns distinct results", request.returnsDistinctResults)
  }
}

extension FetchResultType {
  /// The word of edits.
  fileprivate var word: String {
    switch self {
    case .managedObject: "objects"
    case .managedObjectID: "ids"
    case .dictionary: "dictionaries"
    case .count: "count"
    }
  }
}

/// The fetched properties of an entity, with a form for each.
struct FetchedPropertyForms {
  let context: PageContext
  let entity: Entity
  let route: StudioRoute

  private var properties: [FetchedProperty] {
    entity.properties.compactMap { property in
      if case .fetchedProperty(let fetched) = property { fetched } else { nil }
    }
  }

  var html: HTML {
    element("section", .plain("aria-labelledby", "fetched")) {
      element("h2", .id("fetched")) { "Fetched properties" }
      properties.map(part)
      context.addition(of: .fetchedProperty, to: entity.name, back: route) {
        FieldInputs.name("name", "New fetched property")
        FieldInputs.fresh("entity", "of", context.model.entities.map(\.name))
      }
    }
  }

  private func part(_ property: FetchedProperty) -> HTML {
    let path = [("kind", "fetched-property"), ("owner", entity.name), ("name", property.name)]
    return element("details", .id("fetched-\(property.name)")) {
      element("summary") {
        element("strong") { property.name }
        " of \(property.fetchRequest?.entityName ?? "no entity") "
        element("code") { property.fetchRequest?.predicateText?.shortened ?? "" }
      }
      context.form(.edit, back: route, [("verb", "set")] + path) {
        FieldInputs.flag("optional", "Optional", property.isOptional)
        RequestInputs(
          context: context,
          request: property.fetchRequest ?? FetchRequestTemplate(name: property.name)
        ).html
        context.button("Change \(property.name)")
      }
      UserInfoForms(
        context: context,
        owner: entity.name,
        name: property.name,
        info: property.userInfo,
        route: route
      ).group
      PartTools(
        context: context,
        kind: .fetchedProperty,
        owner: entity.name,
        name: property.name,
        siblings: properties.map(\.name),
        route: route
      ).html
    }
  }
}
