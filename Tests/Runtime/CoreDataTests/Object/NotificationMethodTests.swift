import CoreData
import Foundation
import Testing

/// Tests of observing notifications with methods.
struct NotificationMethodTests {
  private final class Observer {
    private(set) var names: [String] = []

    func note(_ notification: Notification) { names.append(notification.name.rawValue) }
  }

  @Test("A method is called until the observation or the observer ends") func calls() {
    let center = NotificationCenter()
    let first = Notification.Name("first")
    let second = Notification.Name("second")
    let sender = NSObject()
    weak var gone: Observer?
    do {
      let observer = Observer()
      gone = observer
      center.addObserver(observer, name: first, object: nil) { $0.note($1) }
      center.addObserver(observer, name: second, object: sender) { $0.note($1) }
      center.post(name: first, object: nil)
      center.post(name: second, object: NSObject())
      center.post(name: second, object: sender)
      #expect(observer.names == ["first", "second"])
      center.removeObserver(methodsOf: observer, name: first)
      center.removeObserver(methodsOf: observer, name: second, object: NSObject())
      center.post(name: first, object: nil)
      center.post(name: second, object: sender)
      #expect(observer.names == ["first", "second", "second"])
      NotificationCenter().removeObserver(methodsOf: observer)
      center.post(name: second, object: sender)
      center.removeObserver(methodsOf: observer)
      center.post(name: second, object: sender)
      #expect(observer.names.count == 4)
    }
    #expect(gone == nil, "observers are not retained")
    center.post(name: first, object: nil)
  }

  @Test("Observers that are gone are forgotten") func manyObservers() {
    let center = NotificationCenter()
    var calls = 0
    for _ in 0..<1_000 {
      center.addObserver(Observer(), name: nil, object: nil) { _, _ in calls += 1 }
    }
    let observer = Observer()
    center.addObserver(observer, name: nil, object: nil) { $0.note($1) }
    center.post(name: Notification.Name("a"), object: nil)
    #expect(calls == 0 && observer.names == ["a"])
  }
}
