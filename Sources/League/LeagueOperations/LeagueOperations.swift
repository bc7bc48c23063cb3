// LeagueOperations: the operations of the League app, independent of terminals and browsers.
//
// A `LeagueStore` is the app's store, opened. Objects are read and changed in a `League`: the teams and
// players in one context.
//
//     let store = try LeagueStore(StoreLocation(.sqlite, at: url))
//     try store.change("add the team Crew") { league in
//       try league.addTeam(TeamForm(name: "Crew", uniformColor: "Blue"))
//     }
//     let names = try store.read { league in try league.teams().map(\.name) }
//
// A change is saved whole or not at all. Problems are reported as a `LeagueError` with a readable message; for
// invalid values it names the fields, so that a form can show it beside them.
