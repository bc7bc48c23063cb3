import CoreData

let container = LeagueContainer(.file(URL(fileURLWithPath: "League.sqlite")))
try await container.load()
let context = container.viewContext

if try context.count(for: Team.fetchRequest()) == 0 {
  let crew = Team(context: context)
  crew.name = "Crew"
  crew.uniformColor = "Blue"
  for (first, last) in [("Ada", "Lovelace"), ("Grace", "Hopper")] {
    let player = Player(context: context)
    player.firstName = first
    player.lastName = last
    player.email = "\(first)@example.org"
    player.team = crew
  }
  try context.save()
}

let request = Player.fetchRequest()
request.predicate = NSPredicate(format: "team.name == %@", "Crew")
request.sortDescriptors = [NSSortDescriptor(keyPath: \Player.lastName, ascending: true)]
for player in try context.fetch(request) {
  print(player.firstName, player.lastName)
}
