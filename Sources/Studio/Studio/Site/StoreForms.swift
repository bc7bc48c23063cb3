import HTTPServer
import StoreBrowsing
import WebPages

/// Answers the forms that edit a store.
struct StoreForms {
  let site: StudioSite
  let store: StoreSession
  let editor: StoreEditor

  func submit(_ form: FormFields, to route: StoreRoute) -> HTTPResponse {
    do {
      switch route {
      case .edit: return try edit(form)
      case .undo:
        editor.undo()
        store.announce("Undone.")
      case .redo:
        editor.redo()
        store.announce("Redone.")
      case .discard:
        editor.discard()
        store.announce("All edits were discarded.")
        return site.redirect(to: .store(.changes))
      case .save: return try save(form)
      default: break
      }
      return site.redirect(to: .store(destination(of: form)))
    } catch let error as BrowsingError {
      return edits(.internalServerError, message: Self.sentence(error))
    } catch {
      return edits(.unprocessableContent, message: "\(error)")
    }
  }

  // MARK: Edits

  private func edit(_ form: FormFields) throws -> HTTPResponse {
    let edit = try ObjectForm(form).edit()
    if case .set(let object, let fields) = edit, fields.isEmpty {
      return site.redirect(to: .store(.object(object)))
    }
    do {
      let name = try editor.make(edit, try store.model())
      store.announce("Done. The store does not change until the edits are saved.")
      switch edit {
      case .delete(let object):
        return site.redirect(to: .store(.table(entity: object.entity)))
      default:
        return site.redirect(to: .store(name.map { .object($0) } ?? .changes))
      }
    } catch let problem as EditingProblem {
      return try page(of: problem, form)
    }
  }

  /// Renders the page of the object again, with the typed values and their problems.
  private func page(of problem: EditingProblem, _ form: FormFields) throws -> HTTPResponse {
    guard let object = ObjectForm(form).object, var page = try site.objectPage(object, store) else {
      return edits(.unprocessableContent, message: problem.message.capitalizedSentence)
    }
    page.forms?.message = problem.message.capitalizedSentence
    page.forms?.problems = problem.fields
    page.forms?.typed = form
    let document = site.storePage(.object(object), page.html)
    return site.page(.unprocessableContent, document)
  }

  /// The page of the form, unless its object is gone.
  private func destination(of form: FormFields) -> StoreRoute {
    guard case .store(let route) = StudioRoute(back: form) else { return .changes }
    guard case .object(let object) = route else { return route }
    let isThere = (try? store.reading { try $0.details(of: object) != nil }) ?? false
    return isThere ? route : .changes
  }

  // MARK: Saving

  private func save(_ form: FormFields) throws -> HTTPResponse {
    let choice = form["conflicts"].flatMap(ConflictChoice.init(rawValue:)) ?? .refuse
    switch try editor.save(choice) {
    case .saved:
      store.announce("Saved.")
      return site.redirect(to: .store(.changes))
    case .invalid(let problems):
      return edits(
        .unprocessableContent,
        message: "Nothing was saved: the edits break the rules of the model listed below.",
        problems: problems
      )
    case .conflict(let conflicts):
      return edits(
        .conflict,
        message: "Nothing was saved: another program has changed the same objects.",
        conflicts: conflicts
      )
    }
  }

  private func edits(
    _ status: HTTPStatus,
    message: String,
    problems: [ObjectProblem]? = nil,
    conflicts: [ObjectConflict] = []
  ) -> HTTPResponse {
    var page = EditsPage(
      links: SiteLinks(token: site.token),
      edits: editor.pending(),
      state: editor.state
    )
    page.message = message
    if let problems { page.edits.problems = problems }
    page.conflicts = conflicts
    return site.page(status, site.storePage(.changes, page.html))
  }

  private static func sentence(_ error: BrowsingError) -> String {
    error.message.capitalizedSentence + (error.hint.map { " \($0.capitalizedSentence)" } ?? "")
  }
}
