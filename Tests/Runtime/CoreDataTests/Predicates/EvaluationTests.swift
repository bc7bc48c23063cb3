import Foundation
import Testing

@testable import CoreData

@Suite("Evaluation of predicates")
struct EvaluationTests {
  /// Predicates that are true for the sample.
  static let holding = [
    // Equality
    "name == 'Élan Vital'", "name != 'élan vital'", "name ==[c] 'éLAN vital'",
    "name ==[d] 'Elan Vital'", "name ==[cd] 'elan vital'", "name ==[cdl] 'elan vital'",
    "name ==[w] 'Élan Vital'",
    "name !=[cd] 'elan vita'", "missing == nil", "missing != 'a'", "name != nil", "count32 == 3",
    "count32 == 3.0", "price == 12.5", "price == 12.50", "isOpen == YES", "isOpen == 1", "isOpen",
    "NOT missing == 1", "big == 9223372036854775807", "big != 9223372036854775806",
    "big < 9223372036854775808.0", "float == 0.5", "tags == {'red', 'green'}",
    "SELF == SELF", "objectID == SELF", "SELF IN {SELF}", "TRUEPREDICATE",
    "NOT FALSEPREDICATE", "nil == nil",
    // Order
    "count32 > 2", "count32 >= 3", "count32 < 3.5", "count32 <= 3", "price > 12", "name > 'A'",
    "name <[cd] 'f'", "birthday > CAST(0, 'NSDate')", "birthday <= CAST(86400, 'NSDate')",
    "count32 BETWEEN {3, 5}", "count32 BETWEEN {1, 3}", "NOT count32 BETWEEN {4, 5}",
    "name BETWEEN {'A', 'É~'}",
    // Strings
    "name BEGINSWITH 'Él'", "name BEGINSWITH[cd] 'el'", "NOT name BEGINSWITH 'el'",
    "name ENDSWITH 'tal'", "name ENDSWITH[c] 'TAL'", "name CONTAINS 'n V'",
    "name CONTAINS[cd] 'LAN v'", "NOT name CONTAINS 'lan v'", "'an' IN name", "'AN' IN[c] name",
    "name CONTAINS ''", "name LIKE '*Vital'", "name LIKE[cd] 'e?an*v*'", "NOT name LIKE 'Vital'",
    "'a*b' LIKE 'a\\\\*b'", "NOT 'axb' LIKE 'a\\\\*b'", "empty LIKE '*'", "empty LIKE ''",
    "name MATCHES '.*V[a-z]+'", "NOT name MATCHES 'Vital'", "name MATCHES[cd] 'elan .*'",
    "'ab' MATCHES 'a|ab'", "NOT 'ab' MATCHES '('", "name.length == 10",
    // Collections
    "'red' IN tags", "tags CONTAINS 'green'", "NOT 'blue' IN tags", "count32 IN {1, 2, 3}",
    "count32 IN {1, 2, 3, 4, 5, 6}", "count32 IN {1.0, 3.0, 4, 5, 6, 7}", "7 IN map",
    "'RED' IN[c] tags", "tags.@count == 2", "players.@count == 3", "noPlayers.@count == 0",
    "tags[0] == 'red'", "tags[FIRST] == 'red'", "tags[LAST] == 'green'", "tags[SIZE] == 2",
    "tags[9] == nil", "ranking[1] == 'y'", "map['k'] == 7", "map.l == 8",
    "players.@sum.age == 50", "players.@max.age == 20", "players.@min.age == 10",
    "players.@avg.goals == 1.25", "players.age.@max == 20", "players.@min.name == 'Bob'",
    "players.@distinctUnionOfObjects.age.@count == 2", "players.@unionOfObjects.age.@count == 3",
    "players.@distinctUnionOfArrays.labels.@count == 2", "players.age.@count == 2",
    "players.@unionOfArrays.labels.@count == 3", "noPlayers.@sum.age == 0",
    "noPlayers.@max.age == nil",
    // ANY, ALL, NONE, SOME
    "ANY players.age > 15", "SOME players.name BEGINSWITH 'B'", "ALL players.age >= 10",
    "NOT ALL players.age > 10", "NONE players.age > 30", "NOT ANY noPlayers.age > 0",
    "ALL noPlayers.age > 0", "NONE noPlayers.age > 0", "ANY tags ==[c] 'GREEN'",
    "ANY players.labels == 'a'", "ANY players.age IN {20, 21}", "ANY players.age == count32 + 7",
    "NOT ANY missing == 1", "ANY players.@sum.age == 50 OR TRUEPREDICATE",
    // SUBQUERY
    "SUBQUERY(players, $p, $p.age == 20).@count == 2",
    "SUBQUERY(players, $p, $p.age == 20 AND $p.name == 'Cy').@count == 1",
    "SUBQUERY(players, $p, SUBQUERY($p.labels, $l, $l == 'b').@count > 0).@count == 2",
    "SUBQUERY(players, $p, $p.age > count32)[SIZE] == 3",
    "SUBQUERY(missing, $p, TRUEPREDICATE).@count == nil",
    // Sets
    "tags UNION {'blue'} CONTAINS 'blue'", "(tags INTERSECT {'red'})[SIZE] == 1",
    "(tags MINUS {'red'}).@count == 1",
    // Arithmetic
    "count32 + 1 == 4", "count32 - 5 == -2", "count32 * 2 == 6", "7 / 2 == 3", "7.0 / 2 == 3.5",
    "count32 ** 2 == 9", "-count32 == -3", "price * 2 == 25", "price + 0.25 == 12.75",
    "count32 & 1 == 1", "count32 | 4 == 7", "count32 ^ 1 == 2", "1 << 3 == 8", "8 >> 1 == 4",
    "~0 == -1", "1 / 0 == nil", "big + 1 > big", "name + 1 == nil", "missing + 1 == nil",
    "birthday + 60 > birthday", "birthday - birthday == 0", "1 + 2 * 3 == 7",
    "modulus:by:(7, 3) == 1", "modulus:by:(7, 0) == nil",
    // Functions
    "sum({1, 2, 3}) == 6", "max:({1, 5, 2}) == 5", "min({4, 2}) == 2", "average({1, 2}) == 1.5",
    "count:(players) == 3", "median({1, 9, 5}) == 5", "median({1, 2}) == 1.5",
    "mode({1, 2, 2})[0] == 2", "stddev({1, 3}) == 1", "sqrt:(16) == 4", "log:(100) == 2",
    "ln:(1) == 0", "exp:(0) == 1", "floor:(2.7) == 2", "ceiling:(2.1) == 3", "trunc:(-2.7) == -2",
    "abs:(-3) == 3", "abs:(-2.5) == 2.5", "uppercase:('aé') == 'AÉ'", "lowercase:('AB') == 'ab'",
    "canonical:(name) == 'elan vital'", "length:(name) == 10", "noindex:(count32) == 3",
    "indexed:by:(count32, 'byCount') == 3",
    "now() > birthday", "random() < 1", "random:(1) == 0",
    "objectFrom:withIndex:(tags, 1) == 'green'",
    "FUNCTION(SELF, 'valueForKeyPath:', 'players.@count') == 3",
    "FUNCTION(name, 'uppercaseString') == 'ÉLAN VITAL'",
    "FUNCTION(birthday, 'timeIntervalSinceDate:', CAST(0, 'NSDate')) == 86400",
    "FUNCTION(name, 'noSuch:', 1) == nil", "noSuchFunction(1) == nil",
    // Casts and conditionals
    "CAST(birthday, 'NSNumber') == 86400", "CAST('12', 'NSNumber') == 12",
    "CAST(12, 'NSString') == '12'", "CAST(12.0, 'NSString') == '12'",
    "CAST('x', 'NSNumber') == nil",
    "CAST('12.50', 'NSDecimalNumber') == price", "CAST(name, 'NSNoClass') == nil",
    "id == CAST('01020304-0506-0708-090A-0B0C0D0E0F10', 'NSUUID')",
    "url.host == 'example.org'", "data.length == 3",
    "TERNARY(isOpen == YES, 'a', 'b') == 'a'", "TERNARY(isOpen == NO, 1, 2) == 2",
  ]

  @Test("holds", arguments: holding)
  func holds(_ format: String) throws {
    let predicate = try NSPredicate(parsing: format)
    #expect(predicate.evaluate(with: Sample.team()))
  }

  /// Comparisons of incompatible values, which are false and do not trap.
  static let incomparable = [
    "name > 5", "name < 5", "name == 5", "count32 == '3'", "missing > 0", "missing < 0",
    "missing <= nil", "players > 1", "name BETWEEN {1, 2}", "count32 BETWEEN 5",
    "count32 BETWEEN {1}", "count32 BETWEEN {'a', 'b'}", "count32 IN 5", "count32 CONTAINS 3",
    "count32 LIKE '3'", "count32 MATCHES '3'", "missing LIKE '*'", "missing BEGINSWITH ''",
    "name MATCHES '['", "missing IN {1}", "birthday == 86400", "players CONTAINS 'x'",
    "ANY name == 'a'",
    "1 IN missing", "id == '01020304-0506-0708-090A-0B0C0D0E0F10'", "data < 1", "sqrt:(-1) == 0",
    "sqrt:(-1) >= 0", "$unknown == nil", "$unknown != 1", "name.no.such.key == 1",
    "tags.@sum.length < 0", "SELF < SELF", "SELF > 1", "ANYKEY == 1",
    "FUNCTION(name, 'inverseOrderKey') == 1",
  ]

  @Test("does not hold", arguments: incomparable)
  func doesNotHold(_ format: String) throws {
    let predicate = try NSPredicate(parsing: format)
    #expect(!predicate.evaluate(with: Sample.team()))
  }

  /// The texts are canonically equivalent, and have equal byte counts.
  @Test(
    "Texts are equal byte for byte",
    arguments: [
      "name == %@", "name ==[c] %@", "%@ == name", "name IN {%@}", "name IN {1, 2, 3, 4, %@}",
      "{%@} == {name}", "ANY names == %@", "NOT name != %@", "NOT name !=[c] %@",
    ]
  )
  func canonicalEquivalence(_ format: String) {
    let texts = ["a\u{307}\u{323}", "a\u{323}\u{307}"]
    for (text, other) in [(texts[0], texts[1]), (texts[1], texts[0])] {
      let object: [String: Any] = ["name": text, "names": [text]]
      #expect(NSPredicate(format: format, text).evaluate(with: object))
      #expect(!NSPredicate(format: format, other).evaluate(with: object))
    }
  }

  @Test("evaluated with things that have no keys", arguments: holding + incomparable)
  func strangeObjects(_ format: String) throws {
    let predicate = try NSPredicate(parsing: format)
    let things: [Any?] = [
      nil, 5, "text", [1, 2], ["name": 3], Date(), NSNull(), NSObject(), Set(["a"]),
      Optional(1) as Any,
      ["name": NSNull(), "players": 1, "tags": [[1], [[2]]]] as [String: Any],
    ]
    for thing in things { _ = predicate.evaluate(with: thing) }
  }

  @Test("arguments of other types")
  func arguments() {
    let team = Sample.team()
    let some = team.value(forKey: "players") as? NSSet
    let player = some?.anyObject() as? KeyedObject ?? KeyedObject()
    let cases = [
      NSPredicate(format: "birthday == %@", Sample.birthday),
      NSPredicate(format: "birthday == %@", Sample.birthday as NSDate),
      NSPredicate(format: "birthday < %@", Date.distantFuture as any CVarArg),
      NSPredicate(format: "birthday BETWEEN %@", [Date.distantPast, Date.distantFuture]),
      NSPredicate(format: "id == %@", Sample.id),
      NSPredicate(format: "id IN %@", [Sample.id]),
      NSPredicate(format: "id IN %@", Set([Sample.id])),
      NSPredicate(format: "price == %@", Decimal(12.5)),
      NSPredicate(format: "price == %@", NSDecimalNumber(string: "12.5")),
      NSPredicate(format: "data == %@", Data([1, 2, 3])),
      NSPredicate(
        format: "url == %@",
        URL(string: "https://example.org/a") ?? URL(fileURLWithPath: "/")
      ),
      NSPredicate(format: "SELF == %@", team),
      NSPredicate(format: "SELF == %@", KeyedObjectID(100)),
      NSPredicate(format: "self == %@", KeyedObject(100)),
      NSPredicate(format: "SELF IN %@", [KeyedObject(1), KeyedObject(100)]),
      NSPredicate(format: "objectID IN %@", Set([1, 2, 3, 4, 5, 100].map(KeyedObjectID.init))),
      NSPredicate(format: "%@ IN players", player),
      NSPredicate(format: "players CONTAINS %@", player),
      NSPredicate(format: "%K IN %@", "name", ["Élan Vital": 1].map(\.key)),
      NSPredicate(format: "count32 IN %@", ["a": 3]),
      NSPredicate(format: "count32 IN %@", [1, 2, 3, 4, 5, 6] as NSArray),
      NSPredicate(format: "%K.%K == %d", "players", "@count", 3),
      NSPredicate(format: "ANY %K.%K == %ld", "players", "age", 20),
      NSPredicate(format: "count32 == %@", argumentArray: [3]),
      NSPredicate(format: "count32 == %@", argumentArray: [Int32(3)]),
      NSPredicate(format: "count32 == %@", 3 as Int16),
      NSPredicate(format: "count32 < %@", UInt64.max),
      NSPredicate(format: "name == %s AND %c == 'A'", "Élan Vital", 65),
      NSPredicate(format: "missing == %@", NSNull()),
      NSPredicate(format: "count32 == %@", _NSExpression(format: "1 + 2")),
    ]
    for (index, predicate) in cases.enumerated() {
      #expect(predicate.evaluate(with: team), "case \(index): \(predicate)")
    }
  }
}
