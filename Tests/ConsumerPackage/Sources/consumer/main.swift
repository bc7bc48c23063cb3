import CoreData
import FleetQueries
import Foundation
import InternalImports
import Kept
import MainActorIsolated
import Plain
import SwiftFive
import ToolsFiveNine

// One line for each target and store: consumer FOLDER.
let folder = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? ".")

func file(_ name: String) -> URL {
  folder.appendingPathComponent(name + ".sqlite")
}

print("Plain in memory:", try await Plain.report(NSInMemoryStoreType, in: folder))
print("Plain in a file:", try await Plain.report(NSSQLiteStoreType, in: folder))
print("MainActorIsolated in memory:", try await MainActorIsolated.report(.inMemory))
print("MainActorIsolated in a file:", try await MainActorIsolated.report(.file(file("Contacts"))))
print("SwiftFive in memory:", try await SwiftFive.report(.inMemory))
print("SwiftFive in a file:", try await SwiftFive.report(.file(file("Venues"))))
print("InternalImports in memory:", try await InternalImports.report(.memory))
print("InternalImports in a file:", try await InternalImports.report(.file(file("Company"))))
print("Kept in memory:", try await Kept.report(.inMemory))
print("Kept in a file:", try await Kept.report(.file(file("Matches"))))
print("ToolsFiveNine in memory:", try await ToolsFiveNine.report(.inMemory))
print("ToolsFiveNine in a file:", try await ToolsFiveNine.report(.file(file("Archive"))))
print("Fleet in memory:", try await FleetQueries.report(NSInMemoryStoreType, in: folder))
print("Fleet in a file:", try await FleetQueries.report(NSSQLiteStoreType, in: folder))
