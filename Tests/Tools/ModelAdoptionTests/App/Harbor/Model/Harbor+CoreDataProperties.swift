//
//  Harbor+CoreDataProperties.swift
//  Harbor
//
//  Created by a person on 3/4/24.
//
//

import Foundation
import CoreData


extension Harbor {

    @nonobjc public class func fetchRequest() -> NSFetchRequest<Harbor> {
        return NSFetchRequest<Harbor>(entityName: "Harbor")
    }

    @NSManaged public var depth: Double
    @NSManaged public var name: String?
    @NSManaged public var openedAt: Date?
    @NSManaged public var address: Address?
    @NSManaged public var berths: NSOrderedSet?
    @NSManaged public var ships: NSSet?

}

// MARK: Generated accessors for berths
extension Harbor {

    @objc(insertObject:inBerthsAtIndex:)
    @NSManaged public func insertIntoBerths(_ value: Berth, at idx: Int)

    @objc(removeObjectFromBerthsAtIndex:)
    @NSManaged public func removeFromBerths(at idx: Int)

    @objc(insertBerths:atIndexes:)
    @NSManaged public func insertIntoBerths(_ values: [Berth], at indexes: NSIndexSet)

    @objc(removeBerthsAtIndexes:)
    @NSManaged public func removeFromBerths(at indexes: NSIndexSet)

    @objc(replaceObjectInBerthsAtIndex:withObject:)
    @NSManaged public func replaceBerths(at idx: Int, with value: Berth)

    @objc(replaceBerthsAtIndexes:withBerths:)
    @NSManaged public func replaceBerths(at indexes: NSIndexSet, with values: [Berth])

    @objc(addBerthsObject:)
    @NSManaged public func addToBerths(_ value: Berth)

    @objc(removeBerthsObject:)
    @NSManaged public func removeFromBerths(_ value: Berth)

    @objc(addBerths:)
    @NSManaged public func addToBerths(_ values: NSOrderedSet)

    @objc(removeBerths:)
    @NSManaged public func removeFromBerths(_ values: NSOrderedSet)

}

// MARK: Generated accessors for ships
extension Harbor {

    @objc(addShipsObject:)
    @NSManaged public func addToShips(_ value: Ship)

    @objc(removeShipsObject:)
    @NSManaged public func removeFromShips(_ value: Ship)

    @objc(addShips:)
    @NSManaged public func addToShips(_ values: NSSet)

    @objc(removeShips:)
    @NSManaged public func removeFromShips(_ values: NSSet)

}

extension Harbor : Identifiable {

}
