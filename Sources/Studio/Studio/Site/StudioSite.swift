import Files
import HTTPServer
import ManagedModel
import ModelDiagram
import ModelEditing
import ModelFiles
import WebGuarding
import WebPages
import WebSites

/// Answers requests to the studio.
struct StudioSite: Sendable {
  /// The model; nil for a store alone.
  let session: StudioSession?

  /// The store; nil for a model alone.
  let store: StoreSession?
  let live: LiveStreams
  let token: FormToken
  let generator: String?

  /// The revision of a page: the one before anything was read for it.
  private var revision = 0

  init(
    session: StudioSession?,
    store: StoreSession?,
    live: LiveStreams,
    token: FormToken,
    generator: String?
  ) {
    self.session = session
    self.store = store
    self.live = live
    self.token = token
    self.generator = generator
  }

  private var requestGuard: RequestGuard { RequestGuard(host: "127.0.0.1", token: token) }

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    var site = self
    site.revision = live.revision
    return await site.answer(to: request)
  }

  private func answer(to request: HTTPRequest) async -> HTTPResponse {
    guard let first = request.target.segments.first, token.matches(first) else {
      // Foreign host names are refused before anything else, so that nothing can be guessed through them.
      if requestGuard.objection(to: request, takesForms: nil) == .foreignHost {
        return refusal(.foreignHost)
      }
      return HTTPResponse.plain(
        .forbidden,
        "Open the address that 'momgen studio' has printed: it ends in a secret."
      ).guarded
    }
    let route = StudioRoute(request.target.segments.dropFirst())
    if let objection = requestGuard.objection(to: request, takesForms: route?.takesForms) {
      return refusal(objection)
    }
    guard let route else { return page(.notFound, StudioPage.missing) }
    if case .store(let route) = route, route.takesForms {
      guard let store, let editor = store.editor else { return page(.notFound, StudioPage.missing) }
      guard request.method == .post, let form = request.form else {
        return redirect(to: .store(.changes))
      }
      return StoreForms(site: self, store: store, editor: editor).submit(form, to: route)
    }
    if route.takesForms {
      guard let session else { return page(.notFound, StudioPage.missing) }
      guard request.method == .post, let form = request.form else {
        return redirect(to: .overview)
      }
      return submit(form, to: route, session)
    }
    if route == .events {
      return await PageStreams.response(to: request) {
        live.events(since: request.target.query["since"].flatMap { Int($0) })
      }.guarded
    }
    return show(route, request)
  }

  private func refusal(_ objection: Objection) -> HTTPResponse {
    let reason =
      switch objection {
      case .foreignHost: "This server answers only under the address that it has printed."
      case .foreignOrigin: "The form does not come from a page of this server. Nothing was changed."
      case .wrongToken: "The form is from an earlier run. Nothing was changed."
      case .noForm: "Only forms of the studio's pages can be sent here. Nothing was changed."
      case .wrongMethod: "This address does not accept this kind of request."
      }
    var response = HTTPResponse.plain(objection.status, reason).guarded
    if case .wrongMethod(let allowed) = objection { response.headers["Allow"] = allowed }
    return response
  }

  // MARK: Showing

  private func show(_ route: StudioRoute, _ request: HTTPRequest) -> HTTPResponse {
    switch route {
    case .style:
      return StudioAssets.styleFile.response(to: request).guarded
    case .script:
      return StudioAssets.scriptFile.response(to: request).guarded
    case .icon:
      return StudioAssets.iconFile.response(to: request).guarded
    case .store(let route): return show(route, request.target.query)
    default: break
    }
    guard let session else {
      return route == .overview
        ? redirect(to: .store(.overview)) : page(.notFound, StudioPage.missing)
    }
    if route == .review { return review(request.target.query, of: session) }
    let context = PageContext(session.current, token: token, note: session.takeNote())
    let content: HTML? =
      switch route {
      case .overview: OverviewPage(context).html
      case .entity(let name): EntityPage(context, name)?.html
      case .composite(let name): CompositePage(context, name)?.html
      case .diagram: DiagramPage(context).html
      case .changes: ChangesPage(context).html
      default: nil
      }
    guard let content else { return page(.notFound, StudioPage.missing) }
    let title =
      switch route {
      case .entity(let name), .composite(let name): name
      case .diagram: "Diagram"
      case .changes: "Changes"
      default: "Overview"
      }
    return page(
      .ok,
      document(context, title: title, route: route, content),
      allowsStyles: route == .diagram
    )
  }

  /// A whole page.
  func document(
    _ context: PageContext?,
    title: String,
    route: StudioRoute,
    _ content: HTML
  ) -> HTML {
    StudioPage(
      links: SiteLinks(token: token),
      context: context,
      store: store,
      revision: revision,
      title: title,
      route: route,
      content: content
    ).document
  }

  func page(
    _ status: HTTPStatus,
    _ document: HTML,
    allowsStyles: Bool = false
  ) -> HTTPResponse {
    var response = HTTPResponse(
      status,
      headers: ["Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store"],
      body: Array(document.text.utf8)
    ).guarded
    if allowsStyles, let policy = response.headers["Content-Security-Policy"] {
      // The picture in the page has its own style sheet.
      response.headers["Content-Security-Policy"] =
        policy.replacing("style-src 'self'", with: "style-src 'self' 'unsafe-inline'")
    }
    return response
  }

  func redirect(to route: StudioRoute) -> HTTPResponse {
    HTTPResponse(.seeOther, headers: ["Location": "/\(token.text)/\(route.path)"]).guarded
  }

  // MARK: Changing

  private func submit(
    _ form: FormFields,
    to route: StudioRoute,
    _ session: StudioSession
  ) -> HTTPResponse {
    do throws(EditProblem) {
      switch route {
      case .edit:
        let edit = try EditForm(form).edit()
        if case .set(_, let assignments) = edit, assignments.isEmpty {
          return redirect(to: destination(of: form))
        }
        try session.change("Done: \(edit.title).") { bundle throws(EditProblem) in
          try bundle.apply([.element(edit)])
        }
        return redirect(to: destination(of: form, after: edit))
      case .command:
        let edit = try EditParser.parse(try EditLine.words(form["line"] ?? ""))
        try session.change("Done: \(form["line"] ?? "")") { bundle throws(EditProblem) in
          try bundle.apply([edit])
        }
      case .move: try move(form, session)
      case .version: try version(form, session)
      case .undo:
        try session.change("Undone.") { bundle in bundle.undo() }
      case .redo:
        try session.change("Redone.") { bundle in bundle.redo() }
      case .save: return save(session)
      case .reload: try session.reload("The files were reloaded.")
      default: break
      }
      return redirect(to: destination(of: form))
    } catch {
      return problem(error, form, session)
    }
  }

  /// Moves a box of the diagram.
  private func move(_ form: FormFields, _ session: StudioSession) throws(EditProblem) {
    let name = form["name"] ?? ""
    let steps = ["x", "y"].map { form[$0].flatMap { Int($0) } ?? 0 }.map {
      min(max($0, -20_000), 20_000)
    }
    guard steps != [0, 0] else { return }
    try session.change("'\(name)' was moved.") { bundle throws(EditProblem) in
      let model = bundle.history.model
      let moving = BoxMoving(ResolvedModel(model))
      guard let boxes = moving.boxes(moving: name, x: steps[0], y: steps[1]) else {
        throw EditProblem("there is no entity '\(name)'")
      }
      try bundle.applyTogether(ElementEdit.placing(boxes, in: model))
    }
  }

  private func version(_ form: FormFields, _ session: StudioSession) throws(EditProblem) {
    let name = form["name"] ?? ""
    switch form["verb"] {
    case "add":
      try session.change("The version '\(name)' was added.") { bundle throws(EditProblem) in
        try bundle.apply([.version(.add(name, from: nil, isCurrent: false))])
      }
    case "remove":
      try session.change("The version '\(name)' was removed.") { bundle throws(EditProblem) in
        try bundle.apply([.version(.remove(name))])
      }
    case "current":
      try session.change("'\(name)' is the current version.") { bundle throws(EditProblem) in
        try bundle.apply([.version(.setCurrent(name))])
      }
    default:
      try session.change("This is the version '\(name)'.") { bundle throws(EditProblem) in
        try bundle.edit(version: name)
      }
    }
  }

  /// The page of the form, or its successor after the edit.
  private func destination(of form: FormFields, after edit: ElementEdit? = nil) -> StudioRoute {
    switch edit {
    case .add(let path, _, _) where path.kind == .entity: return .entity(path.names[0])
    case .rename(let path, let name, _) where path.kind == .entity: return .entity(name)
    case .rename(let path, let name, _) where path.kind == .composite: return .composite(name)
    case .remove(let path, _) where path.kind == .entity || path.kind == .composite:
      return .overview
    default: break
    }
    return StudioRoute(back: form) ?? .overview
  }

  private func save(_ session: StudioSession) -> HTTPResponse {
    do {
      try session.save()
      return redirect(to: .changes)
    } catch {
      let message =
        switch error {
        case .changedMeanwhile(let path):
          "'\(path)' was changed by another program meanwhile. Nothing was written. "
            + "Read the files again, which discards your edits, or make them again from the "
            + "commands on the page "
            + "of changes."
        case .file(let path, let problem): "'\(path)' cannot be written: \(problem.reason)."
        }
      let context = PageContext(session.current, token: token, problem: message)
      return page(
        .conflict,
        document(context, title: "Not saved", route: .changes, ChangesPage(context).html)
      )
    }
  }

  /// Renders the page of a form again, with the problem.
  private func problem(
    _ problem: EditProblem,
    _ form: FormFields,
    _ session: StudioSession
  ) -> HTTPResponse {
    let message = problem.message + (problem.hint.map { ": \($0)" } ?? "") + "."
    let context = PageContext(session.current, token: token, problem: message)
    let content: HTML
    let route = destination(of: form)
    switch route {
    case .entity(let name): content = EntityPage(context, name)?.html ?? OverviewPage(context).html
    case .composite(let name):
      content = CompositePage(context, name)?.html ?? OverviewPage(context).html
    default: content = OverviewPage(context).html
    }
    return page(
      .unprocessableContent,
      document(context, title: "Not done", route: route, content)
    )
  }
}
