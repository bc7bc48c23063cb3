import InternalImports
import Kept
import MainActorIsolated
import Plain
import SwiftFive

print("Plain:", Plain.names().joined(separator: " "))
print("MainActorIsolated:", MainActorIsolated.names().joined(separator: " "))
print("SwiftFive:", SwiftFive.names().joined(separator: " "))
print("InternalImports:", InternalImports.names().joined(separator: " "))
print("Kept:", KeptModel.entities.joined(separator: " "))
