// LeagueOperations: what the League app does, without words on a terminal or pages of a browser.
//
// A `LeagueStore` is the app's store, opened. What is read or changed in it happens in a `League`: its teams and
// players as one context sees them.
//
//     let store = try LeagueStore(StoreLocation(.sqlite, at: url))
//     try store.change("add the team Crew") { league in
//       try league.addTeam(TeamForm(name: "Crew", uniformColor: "Blue"))
//     }
//     let names = try store.read { league in try league.teams().map(\.name) }
//
// A change is saved whole or not at all. What is wrong with it is a `LeagueError` that a person can read; where
// values are to blame it says of which fields, so that a form can say it beside them.
