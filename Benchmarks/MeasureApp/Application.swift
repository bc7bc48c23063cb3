import CoreData
import Foundation
import League
import LeagueSquad
import Measuring
import Ratios

struct Failure: Error, CustomStringConvertible {
  var description: String
}

/// Runs the requested measurements, and shows their ratios.
@MainActor
final class Application {
  enum Kind: String, CaseIterable { case cold, merge, `import`, readers }

  private let kinds: [Kind]
  private let part: [String]
  private var missed: [String] = []

  init(_ words: [String]) throws {
    if words.first == "--part" {
      part = Array(words.dropFirst())
      kinds = []
    } else {
      part = []
      kinds = try words.map {
        guard let kind = Kind(rawValue: $0) else {
          throw Failure(description: "measure-app [cold] [merge] [import] [readers]")
        }
        return kind
      }
    }
  }

  /// Returns whether all bounds are met.
  func run() throws -> Bool {
    if !part.isEmpty {
      try Import.measure(part)
      return true
    }
    let scratch = URL(
      filePath: FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
    )
    .appending(path: "measure-app-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    for kind in kinds.isEmpty ? Kind.allCases : kinds {
      switch kind {
      case .cold: try coldStart(in: scratch)
      case .merge: try merge()
      case .import: try Import(scratch: scratch).compare(self)
      case .readers: try readers(in: scratch)
      }
    }
    print(missed.isEmpty ? "No bound is missed." : "Missed: \(missed.joined(separator: ", "))")
    return missed.isEmpty
  }

  /// Prints a comparison, and records its ratio.
  func show(
    _ title: String,
    _ workload: String,
    _ subject: Double,
    _ reference: Double,
    ratio: Double? = nil,
    atMost limit: Double?
  ) {
    let ratio = ratio ?? subject / reference
    RatioLog.record(workload, ratio)
    var verdict = ""
    if let limit {
      verdict = String(
        format: " (at most %.2f%@)",
        limit,
        (ratio > limit ? ": MISSED" : "") as NSString
      )
      if ratio > limit { missed.append(workload) }
    }
    print(
      String(
        format: "%-64@ %9.1f / %9.1f ms = %5.2f%@",
        title as NSString,
        subject,
        reference,
        ratio,
        verdict as NSString
      )
    )
  }

  // MARK: Cold start

  /// Compares whole processes in wall-clock time, so that a busy machine affects all of them.
  private func coldStart(in scratch: URL) throws {
    let store = scratch.appending(path: "warm.sqlite").path
    try insertAll(leagueContainer(store).newBackgroundContext())
    let comparison = Comparison(rounds: 15)
    let subject = Command(try program("cold-start"), store)
    let reference = Command(try program("cold-start-raw"), store)
    let raw = try comparison.ratio(of: subject, to: reference, less: nil)
    // 12 ms where the C interface takes 4.4.
    show(
      "cold start / the C interface",
      "cold",
      raw.subject,
      raw.reference,
      ratio: raw.ratio,
      atMost: 2.73
    )
    let foundation = Command(try program("foundation-word"))
    let start = try comparison.ratio(of: subject, to: foundation, less: nil)
    show(
      "cold start / a process that imports Foundation",
      "cold:foundation",
      start.subject,
      start.reference,
      ratio: start.ratio,
      atMost: nil
    )
  }

  /// The path of another program, which stands beside this one.
  private func program(_ name: String) throws -> String {
    let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let path = folder.appending(path: name).path
    if FileManager.default.isExecutableFile(atPath: path) { return path }
    throw Failure(description: "\(path) is missing; build it with swift build --product \(name)")
  }

  private func insertAll(_ context: NSManagedObjectContext) throws {
    try context.performAndWait {
      Squad(teams: 1_000).fill(context)
      try context.save()
    }
  }

  // MARK: Merging

  /// Compares merging into contexts with many and with few registered objects.
  private func merge() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: LeagueModel.make())
    try coordinator.addPersistentStore(type: .inMemory, at: URL(filePath: "/dev/null"))
    func context() -> NSManagedObjectContext {
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      return context
    }
    try insertAll(context())
    let editor = context()
    let request: NSFetchRequest<Player> = Player.fetchRequest()
    request.sortDescriptors = [NSSortDescriptor(key: "self", ascending: true)]
    request.fetchLimit = 1_000
    let edited = try editor.fetch(request)
    let few = context()
    let many = context()
    let held = [try few.fetch(request), try many.fetch(Player.fetchRequest())]
    var times: [ObjectIdentifier: [Double]] = [:]
    for round in 0..<9 {
      for player in edited { player.jerseyNumber = Int16(round) }
      try editor.save()
      let changes = [NSUpdatedObjectIDsKey: edited.map(\.objectID)]
      for context in [few, many] {
        let time = milliseconds {
          NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [context])
        }
        times[ObjectIdentifier(context), default: []].append(time)
      }
    }
    withExtendedLifetime(held) {}
    let large = times[ObjectIdentifier(many)]?.median ?? .nan
    let small = times[ObjectIdentifier(few)]?.median ?? .nan
    show(
      "merge 1,000 changes into 100,000 / into 1,000 objects",
      "merge",
      large,
      small,
      atMost: 1.5
    )
  }

  // MARK: Readers beside a writer

  /// Compares the pace of 8 readers while another context saves, and while none does.
  ///
  /// The CPU time of the readers counts, so that the writer's share of the cores, which
  /// does not depend on the store, does not.
  private func readers(in scratch: URL) throws {
    let container = try leagueContainer(scratch.appending(path: "shared.sqlite").path)
    try insertAll(container.newBackgroundContext())
    let readers = Readers(container: container)
    var ratios: [Double] = []
    var times: (alone: [Double], beside: [Double]) = ([], [])
    for _ in 0..<5 {
      let alone = try readers.time(writes: false)
      let beside = try readers.time(writes: true)
      times.alone.append(alone)
      times.beside.append(beside)
      ratios.append(beside / alone)
    }
    show(
      "8 readers beside a writer / alone, CPU time of the readers",
      "readers",
      times.beside.median,
      times.alone.median,
      ratio: ratios.median,
      atMost: 1.25
    )
    print("  the writer saved \(readers.saves) times meanwhile")
  }
}

/// Opens the store at a path in a container.
func leagueContainer(_ path: String) throws -> NSPersistentContainer {
  let container = NSPersistentContainer(name: "League", managedObjectModel: LeagueModel.make())
  let description = NSPersistentStoreDescription(url: URL(filePath: path))
  description.setValue("NORMAL" as NSString, forPragmaNamed: "synchronous")
  container.persistentStoreDescriptions = [description]
  var failure: (any Error)?
  container.loadPersistentStores { _, error in failure = error }
  if let failure { throw failure }
  return container
}
