import LeagueModel
import LeagueOperations
import WebPages

/// The state of a form in addition to the store: the input, and the result of submitting it.
struct Attempt<Form: Sendable> {
  let form: Form
  var problems: [EntryProblem] = []
  var isOvertaken = false

  /// The reason why it was not processed.
  var notice: FormNotice?

  /// The version of the object when editing began; nil for the present one.
  var version: String?
}

extension Page {
  /// The form for a new team.
  static func newTeam(_ attempt: Attempt<TeamForm>? = nil) -> Page {
    let typed = attempt?.form ?? TeamForm(name: "", uniformColor: "")
    return Page(title: title("New team", attempt), trail: [("Teams", .teams)]) { token in
      element("h1") { "New team" }
      FormView(
        action: .newTeam,
        fields: fields(typed),
        problems: attempt?.problems ?? [],
        notice: attempt?.notice,
        cancel: .teams
      ).html(token)
    }
  }

  /// The form for an existing team.
  static func editTeam(_ team: TeamRecord, _ attempt: Attempt<TeamForm>? = nil) -> Page {
    let saved = TeamForm(name: team.name, uniformColor: team.uniformColor)
    return Page(
      title: title("Edit \(team.name)", attempt),
      trail: [("Teams", .teams), (team.name, .team(team.id))],
      live: Link(.editTeam(team.id))
    ) { token in
      element("h1") { "Edit team" }
      subject(LiveRow(about: team))
      FormView(
        action: .editTeam(team.id),
        fields: fields(attempt?.form ?? saved),
        problems: attempt?.problems ?? [],
        notice: attempt?.notice,
        version: attempt?.version ?? saved.version,
        overtakenBy: attempt?.isOvertaken == true ? "\(team.name), \(team.uniformColor)" : nil,
        cancel: .team(team.id),
        deletion: Deletion(team)
      ).html(token)
    }
  }

  /// The form for a new player of a team.
  static func newPlayer(of team: TeamRecord, _ attempt: Attempt<PlayerForm>? = nil) -> Page {
    let typed = attempt?.form ?? PlayerForm(firstName: "", lastName: "", email: "")
    return Page(
      title: title("New player of \(team.name)", attempt),
      trail: [("Teams", .teams), (team.name, .team(team.id))],
      live: Link(.newPlayer(team: team.id))
    ) { token in
      element("h1") { "New player" }
      subject(LiveRow(about: team))
      FormView(
        action: .newPlayer(team: team.id),
        fields: fields(typed),
        problems: attempt?.problems ?? [],
        notice: attempt?.notice,
        cancel: .team(team.id)
      ).html(token)
    }
  }

  /// The form for an existing player.
  static func player(_ shown: ShownPlayer, _ attempt: Attempt<MovingForm>? = nil) -> Page {
    let player = shown.record
    let saved = MovingForm(
      player: PlayerForm(
        firstName: player.firstName,
        lastName: player.lastName,
        email: player.email
      ),
      team: shown.teamID,
      teamName: shown.teams == nil ? player.team : nil
    )
    let typed = attempt?.form ?? saved
    let back = shown.teamID.map(Route.team) ?? .teams
    return Page(
      title: title(player.fullName, attempt),
      trail: [("Teams", .teams)] + (player.team.map { [($0, back)] } ?? []),
      live: Link(.player(player.id)),
      way: player.team.map { ("Show \($0)", back) }
    ) { token in
      element("h1") { "Edit player" }
      subject(LiveRow(about: player))
      FormView(
        action: .player(player.id),
        fields: fields(typed.player, team: shown.teams == nil ? typed.teamName ?? "" : nil),
        problems: attempt?.problems ?? [],
        notice: attempt?.notice,
        version: attempt?.version ?? saved.version,
        overtakenBy: attempt?.isOvertaken == true
          ? [player.fullName, player.email, player.team].compactMap { $0 }.joined(separator: ", ")
          : nil,
        choice: choice(of: shown, typed),
        cancel: back,
        deletion: Deletion(player)
      ).html(token)
    }
  }

  /// The confirmation of a deletion.
  static func delete(_ team: TeamRecord, _ notice: FormNotice? = nil) -> Page {
    deletion(
      Deletion(team, notice),
      LiveRow(about: team),
      trail: [(team.name, .team(team.id))],
      cancel: .editTeam(team.id)
    )
  }

  static func delete(_ shown: ShownPlayer, _ notice: FormNotice? = nil) -> Page {
    let player = shown.record
    let team = zip([player.team].compactMap { $0 }, [shown.teamID].compactMap { $0 })
      .map { (title: $0, route: Route.team($1)) }
    return deletion(
      Deletion(player, notice),
      LiveRow(about: player),
      trail: team + [(player.fullName, .player(player.id))],
      cancel: .player(player.id)
    )
  }

  private static func deletion(
    _ deletion: Deletion,
    _ row: LiveRow,
    trail: [(title: String, route: Route)],
    cancel: Route
  ) -> Page {
    Page(
      title: deletion.question,
      trail: [("Teams", .teams)] + trail,
      live: Link(deletion.route)
    ) { token in
      deletion.html(token, about: subject(row), cancel: cancel)
    }
  }

  // MARK: Parts

  /// The choice of a team, unless there are too many.
  private static func choice(of shown: ShownPlayer, _ typed: MovingForm) -> FormView.Choice? {
    guard let teams = shown.teams else { return nil }
    return FormView.Choice(
      field: .team,
      label: "Team",
      options: (shown.teamID == nil ? [(value: "", title: "No team")] : [])
        + teams.map { (value: $0.id, title: $0.name) },
      selected: typed.team ?? ""
    )
  }

  private static func title<Form>(_ title: String, _ attempt: Attempt<Form>?) -> String {
    attempt == nil ? title : "Not saved: \(title)"
  }

  /// The object of the form as saved.
  private static func subject(_ row: LiveRow) -> HTML {
    let section = LiveSection(feed: .subject, rows: [row])
    return element("p", .class("about"), section.attributes.feed, section.attributes.state) {
      section.html
    }
  }

  private static func fields(_ form: TeamForm) -> [FormField] {
    [
      FormField(field: .name, label: "Team name", value: form.name),
      FormField(
        field: .uniformColor,
        label: "Color of the uniforms",
        value: form.uniformColor,
        hint: "A name such as Blue, or a number such as #1c39bb",
        suggestions: TeamColor.suggestions,
        isColor: true
      ),
    ]
  }

  private static func fields(_ form: PlayerForm, team: String? = nil) -> [FormField] {
    [
      FormField(field: .firstName, label: "First name", value: form.firstName),
      FormField(field: .lastName, label: "Last name", value: form.lastName),
      FormField(
        field: .email,
        label: "E-mail address",
        value: form.email,
        inputMode: "email"
      ),
    ] + (team.map { [FormField(field: .team, label: "Name of the team", value: $0)] } ?? [])
  }
}
