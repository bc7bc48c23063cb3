import CoreData
import EveryStore
import Foundation
import Testing

@Suite("Observing with methods, and of other objects", .everyStore) struct MethodObservationTests {
  /// An observer that records its calls.
  final class Observer: NSObject, KeyValueObserver {
    var calls: [String] = []

    func observedValue(
      forKeyPath keyPath: String?,
      of object: Any?,
      change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      func text(_ key: NSKeyValueChangeKey) -> String { change?[key].map { "\($0)" } ?? "-" }
      let isPlayer = object is Player
      calls.append(
        "\(keyPath ?? "") \(isPlayer) \(text(.oldKey)) \(text(.newKey)) \(text(.notificationIsPriorKey))"
      )
    }
  }

  @Test("A method is called with the requested values until its observer is removed")
  func methods() {
    let player = Player(context: Club.makeContext())
    let observer = Observer()
    player.addObserver(observer, forKeyPath: "goals", options: [.old, .new], context: nil)
    player.goals = 2
    player.setValue(3, forKey: "goals")
    player.name = "Ada"
    #expect(observer.calls == ["goals true 0 2 -", "goals true 2 3 -"])
    player.removeObserver(observer, forKeyPath: "goals")
    player.goals = 4
    #expect(observer.calls.count == 2)
    // Removing it again has no effect.
    player.removeObserver(observer, forKeyPath: "goals")
  }

  @Test("Options and nil values are those of closures")
  func options() {
    let player = Player(context: Club.makeContext())
    let observer = Observer()
    let options: NSKeyValueObservingOptions = [.initial, .old, .new, .prior]
    player.addObserver(observer, forKeyPath: "name", options: options, context: nil)
    player.name = "Ada"
    #expect(
      observer.calls == [
        "name true - <null> -", "name true <null> - true", "name true <null> Ada -",
      ]
    )
  }

  @Test("Observations with a context are removed by it")
  func contexts() {
    let player = Player(context: Club.makeContext())
    let observer = Observer()
    let (first, second) = (
      UnsafeMutableRawPointer(bitPattern: 8), UnsafeMutableRawPointer(bitPattern: 16)
    )
    player.addObserver(observer, forKeyPath: "goals", context: first)
    player.addObserver(observer, forKeyPath: "goals", context: second)
    player.goals = 1
    #expect(observer.calls.count == 2)
    player.removeObserver(observer, forKeyPath: "goals", context: first)
    player.removeObserver(observer, forKeyPath: "goals", context: first)
    player.goals = 2
    #expect(observer.calls.count == 3)
  }

  @Test("An observation ends with its observer")
  func deallocation() {
    let player = Player(context: Club.makeContext())
    weak var gone: Observer?
    do {
      let observer = Observer()
      gone = observer
      player.addObserver(observer, forKeyPath: "goals", options: [.new], context: nil)
      player.goals = 1
    }
    #expect(gone == nil)
    player.goals = 2
  }

  class Importer: NSObject, KeyValueObservable {
    var progress = 0.0 {
      willSet { willChangeValue(for: \.progress) }
      didSet { didChangeValue(for: \.progress) }
    }
    var other = 0
  }

  final class LargeImporter: Importer {}

  @Test("Other objects report changes of their properties")
  func otherObjects() {
    let importer = Importer()
    var changes: [String] = []
    var token: NSKeyValueObservation? = importer.observe(\.progress, options: [.old, .new, .prior])
    {
      changes.append("\($0.progress) \($1.oldValue ?? -1) \($1.newValue ?? -1) \($1.isPrior)")
    }
    importer.progress = 0.5
    importer.progress += 0.25
    importer.other = 1
    Importer().progress = 1
    #expect(
      changes == [
        "0.0 0.0 -1.0 true", "0.5 0.0 0.5 false", "0.5 0.5 -1.0 true", "0.75 0.5 0.75 false",
      ]
    )
    token?.invalidate()
    importer.progress = 1
    token = nil
    importer.progress = 2
    #expect(changes.count == 4)
  }

  @Test("A property of a superclass is observed in a subclass too")
  func subclasses() {
    let importer = LargeImporter()
    var values: [Double] = []
    let token = importer.observe(\.progress, options: [.initial, .new]) {
      values.append($1.newValue ?? $0.progress)
    }
    importer.progress = 0.5
    withExtendedLifetime(token) { #expect(values == [0, 0.5]) }
  }

  @Test("Observations of many objects that are gone are forgotten")
  func manyObjects() {
    var count = 0
    for step in 0..<1_000 {
      let importer = Importer()
      let token = importer.observe(\.progress) { _, _ in count += 1 }
      importer.progress = Double(step)
      _ = token
    }
    #expect(count == 1_000)
  }
}
