//
//  Cargo+CoreDataProperties.swift
//  Harbor
//
//  Created by a person on 3/4/24.
//
//

import Foundation
import CoreData


extension Cargo {

    @nonobjc public class func fetchRequest() -> NSFetchRequest<Cargo> {
        return NSFetchRequest<Cargo>(entityName: "Cargo")
    }

    @NSManaged public var isDangerous: NSNumber?
    @NSManaged public var title: String?
    @NSManaged public var weight: NSNumber?
    @NSManaged public var customer: Customer?
    @NSManaged public var voyage: Voyage?

}

extension Cargo : Identifiable {

}
