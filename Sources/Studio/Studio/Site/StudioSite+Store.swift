import HTTPServer
import ManagedModel
import StoreBrowsing
import WebGuarding
import WebPages

extension StudioSite {
  /// The response for the page of a store.
  func show(_ route: StoreRoute, _ query: FormFields) -> HTTPResponse {
    guard let store else { return page(.notFound, StudioPage.missing) }
    do throws(BrowsingError) {
      if case .value(let object, let attribute) = route {
        return try bytes(of: attribute, in: object, store)
      }
      guard let content = try content(of: route, query, store) else {
        return page(.notFound, StudioPage.missing)
      }
      return page(.ok, storePage(route, content))
    } catch {
      return page(.internalServerError, storePage(route, StoreProblemPage(error).html))
    }
  }

  func storePage(_ route: StoreRoute, _ content: HTML) -> HTML {
    let context = session.map { PageContext($0.current, token: token, note: $0.takeNote()) }
    return document(context, title: StoreTitle.text(of: route), route: .store(route), content)
  }

  private func content(
    of route: StoreRoute,
    _ query: FormFields,
    _ store: StoreSession
  ) throws(BrowsingError) -> HTML? {
    let links = SiteLinks(token: token)
    switch route {
    case .overview: return StoreOverviewPage(links: links, inspection: try store.inspection()).html
    case .verification: return VerificationPage(inspection: try store.verification()).html
    case .table(let name): return try table(TableQuery(name), query, route, store)
    case .members(let object, let relationship):
      let details = try store.reading { try $0.details(of: object) }
      guard let found = details?.relationships.first(where: { $0.name == relationship }) else {
        return nil
      }
      let owner = TableQuery.Owner(object, relationship)
      return try table(TableQuery(found.destination, owner: owner), query, route, store)
    case .object(let name): return try objectPage(name, store)?.html
    case .changes:
      guard let editor = store.editor else { return nil }
      return EditsPage(links: links, edits: editor.pending(), state: editor.state).html
    case .history:
      let number = query["upto"].flatMap { Int64($0) }
      let extract = try store.reading { try $0.history(upTo: number) }
      return HistoryPage(links: links, extract: extract).html
    case .transaction(let number):
      let found = try store.reading { try $0.transaction(number) }
      return found.map { TransactionPage(links: links, transaction: $0).html }
    case .value, .edit, .undo, .redo, .save, .discard: return nil
    }
  }

  /// The page of an object, with its forms if it can be edited; nil if there is no such object.
  func objectPage(
    _ name: ObjectName,
    _ store: StoreSession
  ) throws(BrowsingError) -> ObjectPage? {
    let isEdited = store.editor != nil
    return try store.reading { reader in
      guard let details = try reader.details(of: name) else { return nil }
      var page = ObjectPage(links: SiteLinks(token: token), details: details)
      guard isEdited else { return page }
      var choices: [String: [ObjectName]] = [:]
      for relationship in details.relationships where choices[relationship.destination] == nil {
        choices[relationship.destination] = try reader.candidates(of: relationship.destination)
      }
      page.forms = ObjectForms(links: page.links, object: details.name, choices: choices)
      return page
    }
  }

  /// A table, or the form again with the problem of its condition.
  private func table(
    _ base: TableQuery,
    _ query: FormFields,
    _ route: StoreRoute,
    _ store: StoreSession
  ) throws(BrowsingError) -> HTML? {
    let model = try store.model()
    guard model.resolved.entity(named: base.entity) != nil else { return nil }
    var wanted = base
    wanted.predicate = query["where"] ?? ""
    wanted.order = query["order"]
    wanted.isAscending = query["descending"] == nil
    wanted.page = query["page"].flatMap { Int($0) } ?? 1
    let tableQuery = wanted
    var page = TablePage(links: SiteLinks(token: token), route: route, query: wanted)
    if store.editor != nil, wanted.owner == nil {
      page.addedEntity =
        model.resolved.entity(named: wanted.entity)?.entity.isAbstract == false
        ? wanted.entity : nil
    }
    page.keyPaths = KeyPathList(model.resolved).paths(from: wanted.entity)
    do throws(BrowsingError) {
      page.table = try store.reading { try $0.table(tableQuery) }
    } catch {
      guard error.isAboutPredicate else { throw error }
      page.problem = error
    }
    return page.html
  }

  /// The bytes of an attribute: displayed if they are a picture, else as a download.
  private func bytes(
    of attribute: String,
    in object: ObjectName,
    _ store: StoreSession
  ) throws(BrowsingError) -> HTTPResponse {
    guard let bytes = try store.reading({ try $0.bytes(of: attribute, in: object) }) else {
      return page(.notFound, StudioPage.missing)
    }
    let picture = StoreReader.pictureType(of: bytes)
    var response = HTTPResponse(
      .ok,
      headers: [
        "Content-Type": picture ?? "application/octet-stream", "Cache-Control": "no-store",
      ],
      body: bytes
    ).guarded
    if picture == nil { response.headers["Content-Disposition"] = "attachment; filename=\"value\"" }
    return response
  }
}
