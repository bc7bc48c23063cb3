import Company
import CoreData
import League
import Testing

struct ContainerNameTests {
  @Test("A container with the name of a model that is built in code has that model")
  func generatedModels() {
    #expect(NSPersistentContainer(name: "League").managedObjectModel === LeagueModel.shared)
    #expect(NSPersistentContainer(name: "Company").managedObjectModel === CompanyModel.shared)
  }
}
