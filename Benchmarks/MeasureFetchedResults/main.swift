// measure-fetched-results: the cost of following edits of long lists, compared with short ones, in one run.
//
// 1,000 edits in events of 10 are made among 10,000 and among 100,000 objects, in sections, and reported to a
// delegate; and the same edits without a controller. The work should grow with the edits and not with the
// list: if it did with the list, the ratio would be 10. It is not 1 either, since searching takes logarithmic
// time, and memory gets slower as more of it is used; the edits without a controller show that as well.

import CoreData
import Foundation
import Measuring
import Ratios

let editCount = 1_000
let eventSize = 10
let sectionCount = 50
let roundCount = 9

final class Listener: NSObject, NSFetchedResultsControllerDelegate {
  var changes = 0

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange anObject: Any,
    at indexPath: IndexPath?,
    for type: NSFetchedResultsChangeType,
    newIndexPath: IndexPath?
  ) { changes += 1 }
}

func insert(_ number: Int, in context: NSManagedObjectContext) {
  let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
  book.setValue(number % sectionCount, forKey: "genre")
  book.setValue(number &* 7919 % 1_000_003, forKey: "rank")
  book.setValue("Book \(number)", forKey: "title")
}

struct Costs {
  var fetch = Double.infinity
  var edits = Double.infinity
  var changes = 0
}

func measure(_ count: Int, isFollowed: Bool) throws -> Costs {
  let context = try makeContext(
    "Book",
    className: "NSManagedObject",
    [("genre", .integer32), ("rank", .integer64), ("title", .string)]
  )
  for number in 0..<count { insert(number, in: context) }
  try context.save()
  let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
  request.sortDescriptors = ["genre", "rank"].map { NSSortDescriptor(key: $0, ascending: true) }
  request.predicate = NSPredicate(format: "rank >= 1000")
  let controller = NSFetchedResultsController(
    fetchRequest: request,
    managedObjectContext: context,
    sectionNameKeyPath: "genre",
    cacheName: nil
  )
  let listener = Listener()
  if isFollowed { controller.delegate = listener }
  var costs = Costs()
  costs.fetch = try milliseconds { try controller.performFetch() }
  let books = controller.fetchedObjects ?? []
  var next = count
  for round in 0..<roundCount {
    listener.changes = 0
    let time = milliseconds {
      for event in 0..<(editCount / eventSize) {
        for edit in 0..<eventSize {
          next += 1
          let book = books[(next &* 7907) % books.count]
          switch edit {
          case 0: insert(next, in: context)
          case 1 where round == roundCount - 1: context.delete(book)
          case 2: book.setValue((next * 31) % sectionCount, forKey: "genre")
          case 3: book.setValue((event * 53) % 2_000, forKey: "rank")
          case 4, 5, 6: book.setValue((next &* 104_729) % 1_000_003, forKey: "rank")
          default: book.setValue("Another \(next)", forKey: "title")
          }
        }
        context.processPendingChanges()
      }
    }
    costs.edits = min(costs.edits, time)
    costs.changes = listener.changes
    try context.save()
  }
  return costs
}

/// Returns the least time of following the change of one row of a list, in milliseconds.
func followOne(of count: Int) throws -> Double {
  let context = try makeContext(
    "Book",
    className: "NSManagedObject",
    [("genre", .integer32), ("rank", .integer64), ("title", .string)]
  )
  for number in 0..<count { insert(number, in: context) }
  try context.save()
  let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
  request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: true)]
  let controller = NSFetchedResultsController(
    fetchRequest: request,
    managedObjectContext: context,
    sectionNameKeyPath: nil,
    cacheName: nil
  )
  let listener = Listener()
  controller.delegate = listener
  try controller.performFetch()
  let book = (controller.fetchedObjects ?? [])[count / 2]
  var number = 0
  let time = milliseconds(rounds: 2_000) {
    number += 1
    book.setValue("Another \(number)", forKey: "title")
    context.processPendingChanges()
  }
  precondition(listener.changes == number)
  return time
}

func show(_ title: String, _ short: Costs, _ long: Costs) {
  print(
    String(
      format:
        "%-10@ fetch %6.1f and %7.1f ms  %d edits %6.2f and %6.2f ms (%.2f)  %d changes reported",
      title as NSString,
      short.fetch,
      long.fetch,
      editCount,
      short.edits,
      long.edits,
      long.edits / short.edits,
      long.changes
    )
  )
  RatioLog.record("\(title), 100,000 / 10,000 objects", long.edits / short.edits)
}

MeasuringProgram.run {
  for isFollowed in [false, true] {
    show(
      isFollowed ? "followed" : "unfollowed",
      try measure(10_000, isFollowed: isFollowed),
      try measure(100_000, isFollowed: isFollowed)
    )
  }

  let (short, long) = (try followOne(of: 1_000), try followOne(of: 10_000))
  RatioLog.record("one changed row, 10,000 / 1,000 objects", long / short)
  print(
    String(
      format: "one changed row among 1,000 and 10,000 objects: %.4f and %.4f ms (%.2f)",
      short,
      long,
      long / short
    )
  )
  return true
}
