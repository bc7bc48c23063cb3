/// What the code that `momgen generate` writes calls, and nobody else.
///
/// The number is the version of the contract between generated code and this module, which
/// `ARCHITECTURE.md` describes. People use Apple's interface: ``NSManagedObject`` and its relatives.
public enum GeneratedCode1 {}
