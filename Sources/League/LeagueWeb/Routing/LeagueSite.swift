import CoreData
import Dispatch
import HTTPServer
import LeagueModel
import LeagueOperations
import WebGuarding

/// Handles requests: parses the path, reads or changes objects, and renders a page.
struct LeagueSite: Sendable {
  let store: LeagueStore
  let feeds: LiveFeeds
  let requestGuard: RequestGuard

  /// Whether `/metrics` is answered.
  let showsMetrics: Bool

  /// The queue on which the store is used.
  ///
  /// It is serial, so more waiting threads would not help.
  let queue: DispatchQueue

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    let route = Route(request.target.segments)
    if let objection = requestGuard.objection(
      to: request,
      takesForms: route?.takesForms
    ) {
      return await response(to: request, route, objection)
    }
    switch route {
    case .asset(let asset)?:
      return asset.response(to: request).guarded
    case .metrics? where showsMetrics:
      return HTTPResponse(
        .ok,
        headers: [
          "Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store",
        ],
        body: Array(CoreDataMetrics.current.prometheusText.utf8)
      ).guarded
    case .events(let page)?:
      guard request.method == .get else {
        return HTTPResponse(.ok, headers: ["Content-Type": "text/event-stream"]).guarded
      }
      return await feeds.response(for: page, query: request.target.query).guarded
    default:
      let answer = await atStore { self.answer(to: request, route) }
      return answer.response(token: requestGuard.token).guarded
    }
  }

  private func response(
    to request: HTTPRequest,
    _ route: Route?,
    _ objection: Objection
  ) async -> HTTPResponse {
    var answer = Answer.page(objection.page, objection.status)
    // A form from before a restart of the server is shown again with its input.
    if objection == .wrongToken, let route, let form = request.form {
      answer = await atStore { filled(form, route, .restarted, objection.status) }
    }
    var response = answer.response(token: requestGuard.token)
    if case .wrongMethod(let allowed) = objection { response.headers["Allow"] = allowed }
    return response.guarded
  }

  private func atStore(_ work: @escaping @Sendable () -> sending Answer) async -> Answer {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work()) }
    }
  }

  private func answer(to request: HTTPRequest, _ route: Route?) -> Answer {
    guard let route else { return .page(.notFound, .notFound) }
    guard request.method == .post, let form = request.form else {
      do {
        return try page(route, request.target.query)
      } catch LeagueError.gone(let noun) {
        return .page(.gone(noun), .notFound)
      } catch {
        return .page(.failure(Self.leagueError(error)), .serviceUnavailable)
      }
    }
    do {
      return try submit(form, to: route)
    } catch LeagueError.gone(let noun) {
      return .page(.gone(noun, typed: TypedValue.all(in: form)), .gone)
    } catch {
      return filled(form, route, .failed(Self.leagueError(error)), .serviceUnavailable)
    }
  }

  private static func leagueError(_ error: any Error) -> LeagueError {
    error as? LeagueError ?? .store("\(error)")
  }

  // MARK: Pages

  /// The page at a path.
  private func page(_ route: Route, _ query: FormFields) throws -> Answer {
    try store.read { league in
      let note = Note(query)?.shown(in: store, league)
      switch route {
      case .teams:
        let query = ListQuery<TeamOrder>(query)
        return .page(.teams(try league.page(of: query), query, note: note))
      case .players:
        let query = ListQuery<PlayerOrder>(query)
        return .page(.players(try league.page(of: query, in: nil), query, note: note))
      case .team(let id):
        let query = ListQuery<PlayerOrder>(query)
        let team = try league.team(id: id)
        let page = try league.page(of: query, in: team)
        return .page(.team(TeamRecord(team), page, query, note: note))
      case .undo, .metrics, .asset, .events:
        return .page(.notFound, .notFound)
      case .newTeam, .editTeam, .deleteTeam, .newPlayer, .player, .deletePlayer:
        return .page(try form(route, in: league) ?? .notFound)
      }
    }
  }

  /// The page of a form.
  ///
  /// - Parameters:
  ///   - route: The route of the form.
  ///   - league: The teams and players.
  ///   - typed: The input, and the reason why it was rejected; nil for the values in the store.
  /// - Returns: The page; nil if there is no form.
  /// - Throws: ``LeagueError/gone(_:)``, and the errors of the store.
  /// - Throws: ``LeagueError/gone(_:)``, and the errors of the store.
  private func form(
    _ route: Route,
    in league: League,
    _ typed: (fields: FormFields, notice: FormNotice)? = nil
  ) throws -> Page? {
    switch route {
    case .newTeam:
      .newTeam(typed.map { Attempt(form: TeamForm($0.fields), notice: $0.notice) })
    case .editTeam(let id):
      .editTeam(
        TeamRecord(try league.team(id: id)),
        typed.map {
          Attempt(form: TeamForm($0.fields), notice: $0.notice, version: $0.fields["version"])
        }
      )
    case .deleteTeam(let id):
      .delete(TeamRecord(try league.team(id: id)), typed?.notice)
    case .newPlayer(let id):
      .newPlayer(
        of: TeamRecord(try league.team(id: id)),
        typed.map { Attempt(form: PlayerForm($0.fields), notice: $0.notice) }
      )
    case .player(let id):
      .player(
        try ShownPlayer(try league.player(id: id), in: league),
        typed.map {
          Attempt(form: MovingForm($0.fields), notice: $0.notice, version: $0.fields["version"])
        }
      )
    case .deletePlayer(let id):
      .delete(try ShownPlayer(try league.player(id: id), in: league), typed?.notice)
    case .teams, .players, .team, .undo, .metrics, .asset, .events: nil
    }
  }

  /// A submitted form with its input, to be submitted again.
  private func filled(
    _ fields: FormFields,
    _ route: Route,
    _ notice: FormNotice,
    _ status: HTTPStatus
  ) -> Answer {
    do {
      if route == .undo { return undoForm(fields, notice, status) }
      let page = try store.read { try form(route, in: $0, (fields, notice)) }
      return .page(page ?? .notFound, page == nil ? .notFound : status)
    } catch LeagueError.gone(let noun) {
      return .page(.gone(noun, typed: TypedValue.all(in: fields)), .gone)
    } catch {
      let page = Page.failure(Self.leagueError(error), typed: TypedValue.all(in: fields))
      return .page(page, .serviceUnavailable)
    }
  }

  /// Processes a submitted form.
  private func submit(_ form: FormFields, to route: Route) throws -> Answer {
    switch route {
    case .newTeam: try addTeam(form)
    case .editTeam(let id): try editTeam(id, form)
    case .deleteTeam(let id): try deleteTeam(id)
    case .newPlayer(let team): try addPlayer(to: team, form)
    case .player(let id): try editPlayer(id, form)
    case .deletePlayer(let id): try deletePlayer(id)
    case .undo: try undo(form)
    case .teams, .players, .team, .metrics, .asset, .events: .page(.notFound, .notFound)
    }
  }
}
