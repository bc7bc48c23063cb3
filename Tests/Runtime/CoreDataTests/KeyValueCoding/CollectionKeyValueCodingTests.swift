import Foundation
import Testing

@testable import CoreData

@Suite("Key-value coding of Foundation's collections")
struct CollectionKeyValueCodingTests {
  @Test("dictionaries have entries")
  func dictionaries() {
    let dictionary: NSMutableDictionary = [
      "a": 1, "b": NSMutableDictionary(dictionary: ["c": "x"]),
    ]
    #expect(dictionary.value(forKey: "a") as? Int == 1)
    #expect(dictionary.value(forKey: "z") == nil)
    #expect(dictionary.value(forKeyPath: "b.c") as? String == "x")
    dictionary.setValue(2, forKey: "a")
    dictionary.setValue("y", forKeyPath: "b.c")
    #expect(dictionary.value(forKeyPath: "b.c") as? String == "y")
    dictionary.setValue(nil, forKey: "a")
    #expect(dictionary.value(forKey: "a") == nil)
    dictionary.setValuesForKeys(["p": 1, "q": NSNull()])
    #expect(
      dictionary.dictionaryWithValues(forKeys: ["p", "q"]) as NSDictionary == [
        "p": 1, "q": NSNull(),
      ]
    )
  }

  @Test("arrays and sets ask their members")
  func members() {
    let array = [["n": 1], ["n": 2], ["m": 3]] as NSArray
    #expect(array.value(forKey: "n") as? NSArray == [1, 2, NSNull()])
    #expect(array.value(forKey: "@count") as? Int == 3)
    #expect(array.value(forKeyPath: "@sum.n") as? Int == 3)
    let set = NSSet(array: [["n": 1, "k": 0], ["n": 1, "k": 1], ["m": 2]])
    #expect(set.value(forKey: "n") as? NSSet == NSSet(array: [1]))
    #expect(set.value(forKeyPath: "@sum.n") as? Int == 2)
    let objects = [KeyedObject(1), KeyedObject(2)] as NSArray
    objects.setValue(7, forKey: "n")
    #expect(objects.value(forKeyPath: "@avg.n") as? Double == 7)
    let ordered = NSOrderedSet(array: ["a", "bb", "c"])
    #expect(ordered.value(forKey: "length") as? NSOrderedSet == [1, 2])
    let entries = NSOrderedSet(array: [["n": 1], ["m": 2]])
    #expect(entries.value(forKey: "n") as? NSOrderedSet == [1])
  }

  @Test("collections to be changed in place")
  func mutableCollections() {
    let dictionary: NSMutableDictionary = [:]
    dictionary.mutableSetValue(forKey: "s").add(1)
    dictionary.mutableArrayValue(forKey: "a").add(2)
    dictionary.mutableOrderedSetValue(forKey: "o").add(3)
    #expect(dictionary.value(forKeyPath: "s.@count") as? Int == 1)
    #expect(dictionary.value(forKey: "a") as? NSArray == [2])
    #expect(dictionary.value(forKeyPath: "o.@count") as? Int == 1)
  }
}
