import CoreData

nonisolated public class Document: Base {

    // This file is yours: momgen wrote it once and does not touch it again.
    //
    // Conditions that the model cannot state are checked when an object is saved:
    //
    // override public func validateForInsert() throws {
    //     try super.validateForInsert()
    //     try validateAddress()
    // }
    //
    // override public func validateForUpdate() throws {
    //     try super.validateForUpdate()
    //     try validateAddress()
    // }
    //
    // private func validateAddress() throws {
    //     // throw an error if 'address' is not as it should be
    // }

}
