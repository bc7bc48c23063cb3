//
//  Voyage+CoreDataProperties.swift
//  Harbor
//
//  Created by a person on 3/4/24.
//
//

import Foundation
import CoreData


extension Voyage {

    @nonobjc public class func fetchRequest() -> NSFetchRequest<Voyage> {
        return NSFetchRequest<Voyage>(entityName: "Voyage")
    }

    @NSManaged public var code: String?
    @NSManaged public var miles: Float
    @NSManaged public var startedAt: Date?
    @NSManaged public var state: Int16
    @NSManaged public var captain: Captain?
    @NSManaged public var cargo: NSOrderedSet?
    @NSManaged public var entries: NSSet?
    @NSManaged public var ship: Ship?

}

// MARK: Generated accessors for cargo
extension Voyage {

    @objc(insertObject:inCargoAtIndex:)
    @NSManaged public func insertIntoCargo(_ value: Cargo, at idx: Int)

    @objc(removeObjectFromCargoAtIndex:)
    @NSManaged public func removeFromCargo(at idx: Int)

    @objc(insertCargo:atIndexes:)
    @NSManaged public func insertIntoCargo(_ values: [Cargo], at indexes: NSIndexSet)

    @objc(removeCargoAtIndexes:)
    @NSManaged public func removeFromCargo(at indexes: NSIndexSet)

    @objc(replaceObjectInCargoAtIndex:withObject:)
    @NSManaged public func replaceCargo(at idx: Int, with value: Cargo)

    @objc(replaceCargoAtIndexes:withCargo:)
    @NSManaged public func replaceCargo(at indexes: NSIndexSet, with values: [Cargo])

    @objc(addCargoObject:)
    @NSManaged public func addToCargo(_ value: Cargo)

    @objc(removeCargoObject:)
    @NSManaged public func removeFromCargo(_ value: Cargo)

    @objc(addCargo:)
    @NSManaged public func addToCargo(_ values: NSOrderedSet)

    @objc(removeCargo:)
    @NSManaged public func removeFromCargo(_ values: NSOrderedSet)

}

// MARK: Generated accessors for entries
extension Voyage {

    @objc(addEntriesObject:)
    @NSManaged public func addToEntries(_ value: LogEntry)

    @objc(removeEntriesObject:)
    @NSManaged public func removeFromEntries(_ value: LogEntry)

    @objc(addEntries:)
    @NSManaged public func addToEntries(_ values: NSSet)

    @objc(removeEntries:)
    @NSManaged public func removeFromEntries(_ values: NSSet)

}

extension Voyage : Identifiable {

}
