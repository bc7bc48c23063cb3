import Dispatch
import HTTPServer
import LeagueModel
import LeagueOperations

/// Answers requests: finds what a path means, looks it up or changes it, and makes a page of it.
struct LeagueSite: Sendable {
  let store: LeagueStore
  let feeds: LiveFeeds
  let requestGuard: RequestGuard

  /// Where the store is used.
  ///
  /// It does one thing at a time, so there is no point in keeping more threads waiting.
  let queue: DispatchQueue

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    let route = Route(request.target.segments)
    if let objection = requestGuard.objection(to: request, for: route) {
      return objection.response.guarded
    }
    switch route {
    case .asset(let asset)?:
      return asset.response(to: request).guarded
    case .events(let page)?:
      guard request.method == .get else {
        return HTTPResponse(.ok, headers: ["Content-Type": "text/event-stream"]).guarded
      }
      return await feeds.response(for: page, states: request.target.query).guarded
    default:
      let answer = await atStore { self.answer(to: request, route) }
      return answer.response(token: requestGuard.token).guarded
    }
  }

  private func atStore(_ work: @escaping @Sendable () -> sending Answer) async -> Answer {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work()) }
    }
  }

  private func answer(to request: HTTPRequest, _ route: Route?) -> Answer {
    do {
      guard let route else { return .page(.notFound, .notFound) }
      guard request.method == .post, let form = request.form else {
        return .page(try page(route, note: Note(request.target.query)))
      }
      return try submit(form, to: route)
    } catch LeagueError.gone(let noun) {
      return .page(.gone(noun), request.method == .post ? .gone : .notFound)
    } catch let error as LeagueError {
      return .page(.failure(error), .serviceUnavailable)
    } catch {
      return .page(.failure(.store("\(error)")), .internalServerError)
    }
  }

  /// The page at a path.
  private func page(_ route: Route, note: Note?) throws -> Page {
    try store.read { league in
      switch route {
      case .teams:
        .teams(try league.teams().map { TeamRecord($0) }, note: note)
      case .newTeam:
        .newTeam()
      case .team(let id):
        try team(id, in: league, note: note)
      case .editTeam(let id):
        .editTeam(TeamRecord(try league.team(id: id)))
      case .deleteTeam(let id):
        .delete(TeamRecord(try league.team(id: id)))
      case .newPlayer(let id):
        .newPlayer(of: TeamRecord(try league.team(id: id)))
      case .player(let id):
        .player(try ShownPlayer(try league.player(id: id), in: league))
      case .deletePlayer(let id):
        .delete(try ShownPlayer(try league.player(id: id), in: league))
      case .asset, .events:
        .notFound
      }
    }
  }

  private func team(_ id: String, in league: League, note: Note?) throws -> Page {
    let team = try league.team(id: id)
    let players = try league.players(of: team).map { PlayerRecord($0) }
    return .team(TeamRecord(team), players: players, note: note)
  }

  /// Does what a form says.
  private func submit(_ form: FormFields, to route: Route) throws -> Answer {
    switch route {
    case .newTeam: try addTeam(form)
    case .editTeam(let id): try editTeam(id, form)
    case .deleteTeam(let id): try deleteTeam(id)
    case .newPlayer(let team): try addPlayer(to: team, form)
    case .player(let id): try editPlayer(id, form)
    case .deletePlayer(let id): try deletePlayer(id)
    case .teams, .team, .asset, .events: .page(.notFound, .notFound)
    }
  }
}
