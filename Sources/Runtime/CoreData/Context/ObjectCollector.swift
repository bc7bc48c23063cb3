import ObjectRows

/// Collects the objects with some references, and creates those that do not exist yet.
///
/// New objects are registered several at a time. An initializer of the program, which may run meanwhile, can register
/// objects too; then those have precedence.
struct ObjectCollector {
  private let context: NSManagedObjectContext
  private let identity: IdentityMap
  private let references: [Reference]

  /// The rows of some references, at the same indices.
  private let rows: RowList?
  private let use: RowUse
  private var makers: FaultMakers

  /// Memory for as many objects as there are references.
  private let memory: UnsafeMutablePointer<NSManagedObject>

  /// The number of objects in the memory.
  private(set) var count = 0

  /// The number of objects, the last ones in the memory, that are not registered yet.
  private var unregistered = 0

  init(
    _ references: [Reference],
    _ rows: RowList?,
    _ use: RowUse,
    in context: NSManagedObjectContext,
    to memory: UnsafeMutablePointer<NSManagedObject>
  ) {
    self.context = context
    identity = context.identity
    self.references = references
    self.rows = rows
    self.use = use
    makers = FaultMakers(context.rootCoordinator?.shapes ?? [], in: context)
    self.memory = memory
  }

  /// Initializes the memory with the objects, in the order of the references; one of an unknown entity is left out.
  mutating func collect() {
    var position = 0
    while position < references.count { position += add(from: position) }
    register()
    makers.finish()
  }

  /// Adds the object with the reference at a position, and existing ones of the next references.
  ///
  /// - Returns: The number of references.
  @inline(__always)
  private mutating func add(from position: Int) -> Int {
    let reference = references[position]
    let answer = makers.mayExist(reference, in: identity)
    if answer != false {
      register()
      if answer ?? makers.lookUp(reference, in: identity) {
        let found = addExisting(from: position)
        if found > 0 { return found }
      }
    }
    addNew(at: position)
    return 1
  }

  private mutating func addExisting(from position: Int) -> Int {
    let found = identity.copyObjects(to: memory + count, with: references, from: position)
    if found > 0 {
      if let rows { use.move(rows, from: position, to: memory + count, found) }
      count += found
      return found
    }
    guard let object = identity[references[position]] else { return 0 }
    append(object.state.contains(.isInaccessible) ? object.backIfStored() : object, at: position)
    return 1
  }

  /// Adds the object of a reference that has none in the identity map, unless it has got another reference.
  @inline(__always)
  private mutating func addNew(at position: Int) {
    let reference = context.resolved(references[position])
    if reference != references[position] {
      register()
      if let object = identity[reference] { return append(object, at: position) }
    }
    guard let maker = makers.maker(ofEntity: reference.entity) else { return }
    context.faultArguments = maker._withUnsafeGuaranteedRef { FaultArguments(reference, $0) }
    guard let object = makers.makeObject() else { return }
    context.faultArguments = nil
    unregistered += 1
    // Code of the program runs when an object awakes, and may look it up.
    if use.asFaults { return append(object, at: position) }
    (memory + count).initialize(to: object)
    count += 1
    register()
    if let row = rows?.take(at: position) { use.move(row, to: memory[count - 1]) }
  }

  @inline(__always)
  private mutating func append(_ object: NSManagedObject, at position: Int) {
    if let row = rows?.take(at: position) { use.move(row, to: object) }
    (memory + count).initialize(to: object)
    count += 1
  }

  /// Registers the new objects.
  @inline(__always)
  private mutating func register() {
    if unregistered > 0 { registerNew() }
  }

  private mutating func registerNew() {
    let first = memory + count - unregistered
    if makers.noteRegistration(of: unregistered, in: identity) {
      identity.insertNew(first, unregistered)
    } else {
      for index in 0..<unregistered {
        if let other = identity[first[index].reference] {
          first[index] = other
        } else {
          identity.insertNew(first[index])
        }
      }
    }
    if context.retainsRegisteredObjects {
      for index in 0..<unregistered { context.retained.insert(first[index]) }
    }
    unregistered = 0
  }
}
