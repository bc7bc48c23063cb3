//
//  Berth+CoreDataProperties.swift
//  Harbor
//
//  Created by a person on 3/4/24.
//
//

import Foundation
import CoreData


extension Berth {

    @nonobjc public class func fetchRequest() -> NSFetchRequest<Berth> {
        return NSFetchRequest<Berth>(entityName: "Berth")
    }

    @NSManaged public var isFree: Bool
    @NSManaged public var length: Double
    @NSManaged public var number: Int16
    @NSManaged public var harbor: Harbor?
    @NSManaged public var ship: Ship?

}

extension Berth : Identifiable {

}
