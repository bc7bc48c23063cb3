//
//  Pilot+CoreDataProperties.swift
//  Harbor
//
//  Created by a person on 3/4/24.
//
//

import Foundation
import CoreData


extension Pilot {

    @nonobjc public class func fetchRequest() -> NSFetchRequest<Pilot> {
        return NSFetchRequest<Pilot>(entityName: "Pilot")
    }

    @NSManaged public var callSign: String?
    @NSManaged public var license: NSNumber?
    @NSManaged public var inspections: NSSet?

}

// MARK: Generated accessors for inspections
extension Pilot {

    @objc(addInspectionsObject:)
    @NSManaged public func addToInspections(_ value: Inspection)

    @objc(removeInspectionsObject:)
    @NSManaged public func removeFromInspections(_ value: Inspection)

    @objc(addInspections:)
    @NSManaged public func addToInspections(_ values: NSSet)

    @objc(removeInspections:)
    @NSManaged public func removeFromInspections(_ values: NSSet)

}

extension Pilot : Identifiable {

}
