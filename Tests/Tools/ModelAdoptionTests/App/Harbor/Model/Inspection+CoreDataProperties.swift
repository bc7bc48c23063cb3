//
//  Inspection+CoreDataProperties.swift
//  Harbor
//
//  Created by a person on 3/4/24.
//
//

import Foundation
import CoreData


extension Inspection {

    @nonobjc public class func fetchRequest() -> NSFetchRequest<Inspection> {
        return NSFetchRequest<Inspection>(entityName: "Inspection")
    }

    @NSManaged public var date: Date?
    @NSManaged public var passed: Bool
    @NSManaged public var remarks: String?
    @NSManaged public var inspector: Pilot?

}

extension Inspection : Identifiable {

}
