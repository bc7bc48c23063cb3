import CoreData
import Foundation

func check(_ condition: Bool, _ text: String, line: Int = #line) {
  guard !condition else { return }
  print("line \(line): \(text)")
  exit(1)
}

Task { @MainActor in
  do {
    try run()
    let model = NSManagedObjectModel(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))!
    let container = try Stack.open(model)
    let background = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    background.persistentStoreCoordinator = container.persistentStoreCoordinator
    let result = try await Worker(background).add()
    check(result == 108, "work from the main actor: \(result)")
    print("all is well")
    exit(0)
  } catch {
    print("failed: \(error)")
    exit(1)
  }
}
dispatchMain()

@MainActor func run() throws {
  let model = NSManagedObjectModel(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))!
  let context = try Stack.open(model)
  let harbor = Harbor(context: context)
  harbor.name = "Kiel"
  harbor.depth = 11.5
  let address = Address(context: context)
  address.city = "Kiel"
  harbor.address = address
  check(address.harbor === harbor, "inverse of a to-one relationship")
  check(harbor.city == "Kiel", "address")
  let dock = Dock(harbor)
  harbor.name = "Holtenau"
  harbor.name = "Kiel"
  check(dock.names == ["Holtenau", "Kiel"] && dock.title == "nobody listens", "a dock")
  let (quiet, named) = (QuietDockListener(), NamedDockListener())
  dock.listener = quiet
  check(dock.title == "a dock", "a requirement that an extension implements")
  dock.listener = named
  check(dock.title == "the dock of Kiel", "a requirement that a class implements")

  check(Filters.both.evaluate(with: ["name": "Elbe", "isActive": true] as NSDictionary), "a shared predicate")
  check(Filters.order.count == 1, "a shared order")
  let faults = try Lockers.faults()
  check(faults + Tokens.faults() == [], "lockers: \(faults)")

  let berths = (1...3).map { number in
    let berth = Berth(context: context)
    berth.number = Int16(number)
    berth.isFree = number != 2
    return berth
  }
  harbor.addToBerths(NSOrderedSet(array: [berths[0], berths[2]]))
  harbor.insertIntoBerths(berths[1], at: 1)
  check(harbor.berths?.array as? [Berth] == berths, "ordered relationship")
  check(harbor.freeBerths.count == 2, "scalars")
  harbor.removeFromBerths(at: 0)
  harbor.replaceBerths(at: 0, with: berths[0])
  check(harbor.berths?.array as? [Berth] == [berths[0], berths[2]], "replacing")
  harbor.insertIntoBerths([berths[1]], at: NSIndexSet(index: 1))
  check(harbor.berths?.count == 3, "inserting several")

  let ferry = Importer(context: context).ferry("Aurora", seats: 400)
  check(ferry.name == "AURORA", "a custom accessor over a primitive one")
  check(ferry.isActive && ferry.identifier != nil, "awakeFromInsert")
  ferry.seats += 20
  ferry.tonnage = 1_200.5
  ferry.kind = .ferry
  ferry.imo = 9_074_729
  ferry.site = URL(string: "https://example.com")
  ferry.value = NSDecimalNumber(string: "12.50")
  ferry.home = harbor
  ferry.plan = Data([1, 2])
  check(ferry.seats == 420 && ferry.tonnage?.doubleValue == 1_200.5, "inherited properties")
  check(harbor.ships?.count == 1, "a set")
  check(ferry.value(forKey: "name") as? String == "AURORA", "key-value coding")
  check(ferry[keyPath: \Ship.imo] == 9_074_729, "key path")
  check(NSSortDescriptor(keyPath: \Ferry.seats, ascending: true).key == "seats", "name of a key path")
  check(NSExpression(forKeyPath: \Ship.imo).keyPath == "imo", "name of a key path")

  let sailor = Crew(context: context)
  sailor.firstName = "Ada"
  check(sailor.lastName == nil && sailor.initials == "A", "texts")
  ferry.addToCrew(sailor)
  let captain = Captain(context: context)
  captain.firstName = "Grace"
  captain.rank = .first
  captain.secretWord = "x"
  check(captain.rank == .first && captain.secretWord == "x", "an enumeration, a private type")
  ferry.addCrew([captain])
  check(ferry.crew == [sailor, captain] && captain.ship === ferry, "a Swift set")
  ferry.removeCrew(NSSet(object: captain))
  ferry.removeFromCrew(sailor)
  check(ferry.crew.isEmpty, "an empty set")

  let freighter = Freighter(context: context)
  freighter.name = "Borealis"
  freighter.holds = 4
  let container = Container(context: context)
  container.code = "MSKU1"
  freighter.addContainersObject(container)
  check(freighter.codes == ["MSKU1"] && container.ship === freighter, "accessors of an older form")

  let voyage = Voyage(context: context)
  check(voyage.startedAt == Date(timeIntervalSinceReferenceDate: 1_000), "an override of an extension")
  voyage.code = "bad"
  voyage.ship = ferry
  voyage.captain = captain
  check((try? context.save()) == nil, "validation of an extension")
  voyage.code = "V1"
  voyage.miles = 1_500
  check(voyage.isLong && captain.voyages?.count == 1 && ferry.voyages?.count == 1, "relationships")
  let entry = LogEntry(context: context)
  entry.recordedAt = Date(timeIntervalSinceReferenceDate: 5)
  entry.text = "left"
  entry.voyage = voyage
  let byTime = NSSortDescriptor(keyPath: \LogEntry.recordedAt, ascending: false)
  check(byTime.key == "recordedAt" && LogEntry.byTime.key == "recordedAt", "key paths of a generic superclass")
  check(entry.recordedAt?.day == "0" && voyage.entries?.count == 1, "a generic superclass")

  let tagEntity = NSEntityDescription.entity(forEntityName: "Tag", in: context)!
  let tag = Labels.Tag(entity: tagEntity, insertInto: context)
  tag.color = 5
  ferry.tags = [tag]
  check(tag.ships == [ferry] && tag.color == 5, "a nested class")
  let customer = Customer(context: context)
  let invoice = Invoice(context: context)
  invoice.amount = 5
  invoice.customer = customer
  check(customer.openInvoices == [invoice] && invoice.money.text == "5 EUR", "a set of invoices")
  let cargo = Cargo(context: context)
  check(cargo.isDangerous == nil && cargo.weight == nil && !cargo.danger, "numbers without a value")
  cargo.danger = true
  check(cargo.isDangerous == true, "a number")
  voyage.addToCargo(cargo)
  try context.save()
  context.refreshAllObjects()
  check(ferry.seats == 420 && ferry.home?.name == "Kiel", "after a save")
  check((voyage.cargo?.array as? [Cargo])?.first?.danger == true, "after a save")
  check(try WeatherService(context: context).record(wind: 3.5, text: "calm") == "calm 3.5", "a private class")

  check(try Requests(context: context).names().map { $0["name"] as? String } == ["BOREALIS", "AURORA"] ||
    (try Requests(context: context).names().map { $0["name"] as? String }) == ["AURORA", "BOREALIS"], "dictionaries")
  check(try Requests(context: context).ferries() == [ferry], "a request")
  let all = NSFetchRequest<Voyage>(entityName: "Voyage")
  check((try? Requests(context: context).deleteAll(all)) == nil, "a batch, which stores in memory refuse")
  check(Sorting.text == "no edit in #keyPath(Ship.name), but berths.number here", Sorting.text)
  check(Sorting.raw == #"\(#keyPath(Ship.name)) berth.harbor"#, Sorting.raw)
  check(Sorting.long == "#keyPath(Ship.name)\nship.name", Sorting.long)
  check(Berth.feetKey == "lengthInFeet", "the name in Objective-C")
  check(Patterns.isCode("AB12") && Patterns.half(8, 2) == 2, "slashes")
  Watcher().start()
  ColorTransformer.register()

  let buoy = Buoy(context: context)
  check(buoy.label == "unnamed", "an override of a class that was generated")
  buoy.depth = -1
  check((try? buoy.validateForInsert()) == nil, "another one")
  buoy.depth = 4
  context.delete(buoy)
  context.processPendingChanges()
  check(BuoyLog.removed == ["4.0 m"], "an override that calls what is private to its file")

  let yacht = NSEntityDescription.insertNewObject(forEntityName: "Yacht", into: context)
  check((yacht as? Sailboat)?.title == "- (0)", "a class of another name in Objective-C")
  check(NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context) is Labels.Tag, "a nested class")
  check(String(describing: type(of: NSEntityDescription.insertNewObject(forEntityName: "Weather", into: context))) == "Weather", "a private class")
  check(ClassNames.all.map { $0.split(separator: ".").last ?? "" } == ["Ship", "Tag", "Secret"], "names of classes")
  let entities = ["Harbor", "Tag", "Yacht", "Weather"].compactMap { model.entitiesByName[$0] }
  check(ClassNames.names(of: entities) == ["Harbor", "Tag", "Sailboat", "Weather"], "classes of entities")
  check(ClassNames.isClass(ferry), "classForCoder")
  context.rollback()

  check(try Casting.counted(context) == 2 && Casting.ids(context).count == 2, "counts and IDs")
  check(try Casting.rows(context).compactMap { $0["imo"] as? Int64 }.sorted() == [0, 9_074_729], "dictionaries")
  check((try? Casting.wrong(context)) == nil, "results of another type")
  let request = NSFetchRequest<Ship>(entityName: "Ship")
  request.fetchLimit = 1
  check(Casting.copy(of: request).fetchLimit == 1, "a copy for another type")
  check(Casting.objects(request)?.entityName == "Ship", "a request as a fetch request")
  check(Casting.objects(NSPersistentStoreRequest()) == nil, "a request that is no fetch request")
  check(Casting.template("none", model) == nil, "no template")
  check(KeyPaths.names == [
    "name", "name", "fullName", "fullName", "city", "home.name", "title", "body", "lengthInFeet",
  ], "\(KeyPaths.names)")
  let groups = Groups()
  check(groups.none.count == 0 && groups.words?.count == 2, "literals")
  groups.board(harbor, (ferry, freighter))
  check(harbor.ships == groups.both(ferry, freighter) && groups.isBoard(harbor, (ferry, freighter)), "literals")
  check(Odds.check(context) == "false [] 3", Odds.check(context))

  try checkGauges()
  let journal = try Stack.open(Journal.makeModel())
  let note = Note(context: journal)
  check(note.body == "" && note.count == 0, "no value")
  note.body = "a"
  note.count = 7
  let child = Note(context: journal)
  note.children.add(child)
  check(note.count == 7 && child.parent === note, "a model in code")
  try journal.save()
}

@MainActor func checkGauges() throws {
  let context = try Stack.open(Gauges.makeModel())
  let listener = Listener(context)
  check(NSStringFromClass(Gauges.Gauge.self) == "GaugeObject" && Gauges.Tide.keys == ["level", "height"], "names")
  let tide = Gauges.Tide(context: context)
  tide.setValue(50, forKey: "percent")
  check(tide.level == 0.5 && tide.value(forKey: "percent") as? Double == 50, "a property that no model has")
  check(NSPredicate(format: "percent > 40").evaluate(with: tide), "a predicate of such a property")
  tide.level = -1
  check((try? context.save()) == nil && (try? tide.validateForInsert()) == nil, "a method that checks one property")
  tide.level = 1
  tide.mark = Gauges.Mark("x")
  try context.save()
  context.refresh(tide, mergeChanges: false)
  check(tide.mark?.text == "x" && tide.level == 1, "an archived object of a nested class")
  check(listener.saves == 1 && listener.changes == 1, "observers by selectors")
  listener.stop()
  tide.level = 2
  try context.save()
  check(listener.saves == 1, "the end of an observation")
}
