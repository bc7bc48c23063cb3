import CoreData

let container = LeagueContainer(.file(URL(fileURLWithPath: "League.sqlite")))
try await container.load()
let context = container.viewContext
