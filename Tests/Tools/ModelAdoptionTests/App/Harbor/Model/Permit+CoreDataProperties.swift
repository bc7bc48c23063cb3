//
//  Permit+CoreDataProperties.swift
//  Harbor
//
//  Created by a person on 3/4/24.
//
//

import Foundation
import CoreData


extension Permit {

    @nonobjc public class func fetchRequest() -> NSFetchRequest<Permit> {
        return NSFetchRequest<Permit>(entityName: "Permit")
    }

    @NSManaged public var number: String?
    @NSManaged public var validUntil: Date?
    @NSManaged public var holder: Crew?

}

extension Permit : Identifiable {

}
