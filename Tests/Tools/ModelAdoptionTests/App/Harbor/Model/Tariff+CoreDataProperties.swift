//
//  Tariff+CoreDataProperties.swift
//  Harbor
//
//  Created by a person on 3/4/24.
//
//

import Foundation
import CoreData


extension Tariff {

    @nonobjc public class func fetchRequest() -> NSFetchRequest<Tariff> {
        return NSFetchRequest<Tariff>(entityName: "Tariff")
    }

    @NSManaged public var name: String?
    @NSManaged public var rate: Double

}

extension Tariff : Identifiable {

}
