import Contacts
import CoreData
import Foundation
import Testing

@Suite("Code generated for Contacts") struct ContactsTests {
  @Test func optionalDates() throws {
    let stack = try Stack(ContactsModel.make())
    let event = Event(context: stack.context)
    #expect(event.timeStamp == nil)
    let date = Date(timeIntervalSinceReferenceDate: 1)
    event.timeStamp = date
    #expect(try stack.reread(event)?.timeStamp == date)
  }

  @Test func toManyIsNeverNil() throws {
    let stack = try Stack(ContactsModel.make())
    let context = stack.context
    let home = Home(context: context)
    #expect(home.residents.isEmpty && home.city == nil)
    let person = Person(context: context)
    home.addToResidents([person])
    #expect(person.home == home)
    context.delete(home)
    context.processPendingChanges()
    #expect(person.home == nil)
  }

  @Test func versionHashesAreThoseOfTheFile() throws {
    try ContactsModel.verify()
  }
}
