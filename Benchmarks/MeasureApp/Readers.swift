import CoreData
import Foundation
import League
import Measuring
import Synchronization

/// Eight contexts that fetch, with or without a ninth one that saves.
final class Readers {
  private let container: NSPersistentContainer

  /// The number of saves of the writer.
  private(set) var saves = 0

  init(container: NSPersistentContainer) { self.container = container }

  private final class State: Sendable {
    let nanoseconds = Atomic<Int>(0)
    let saves = Atomic<Int>(0)
    let isDone = Atomic<Bool>(false)
  }

  /// Returns the CPU time of the readers' threads, in milliseconds.
  func time(writes: Bool) throws -> Double {
    let state = State()
    let writer = DispatchGroup()
    if writes { start(state, writer) }
    let group = DispatchGroup()
    for reader in 0..<8 {
      let container = container
      let thread = Thread {
        let start = Self.threadTime()
        Self.read(container.newBackgroundContext(), reader)
        state.nanoseconds.add(Self.threadTime() - start, ordering: .relaxed)
        group.leave()
      }
      thread.stackSize = 8 << 20
      group.enter()
      thread.start()
    }
    group.wait()
    state.isDone.store(true, ordering: .relaxed)
    writer.wait()
    saves += state.saves.load(ordering: .relaxed)
    return Double(state.nanoseconds.load(ordering: .relaxed)) / 1_000_000
  }

  /// Fetches teams and their players, on the caller's thread: `performAndWait` runs its block there.
  private static func read(_ context: NSManagedObjectContext, _ reader: Int) {
    context.performAndWait {
      for round in 0..<40 {
        let request: NSFetchRequest<Player> = Player.fetchRequest()
        let (low, high) = Squad.prefix(reader * 40 + round)
        request.predicate = NSPredicate(format: "lastName >= %@ AND lastName < %@", low, high)
        let length = (try? context.fetch(request))?.reduce(0) { $0 + $1.email.utf8.count } ?? 0
        precondition(length > 0)
        context.reset()
      }
    }
  }

  private func start(_ state: State, _ group: DispatchGroup) {
    let container = container
    group.enter()
    Thread {
      let context = container.newBackgroundContext()
      context.performAndWait {
        let request: NSFetchRequest<Player> = Player.fetchRequest()
        request.fetchLimit = 100
        let players = (try? context.fetch(request)) ?? []
        while !state.isDone.load(ordering: .relaxed) {
          for player in players { player.jerseyNumber = ((player.jerseyNumber ?? 0) + 1) % 100 }
          do { try context.save() } catch { fatalError("\(error)") }
          state.saves.add(1, ordering: .relaxed)
        }
      }
      group.leave()
    }.start()
  }

  private static func threadTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
