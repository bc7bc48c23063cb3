// CodeGeneration: from a model to what templates know of it, and to the files that they make.
//
//   LoadedModel ──SwiftNaming──▶ SwiftNames/  what everything is called in Swift, and what is wrong with it
//                   │
//                   ├─SwiftTyping─▶ SwiftTypes/  the types of properties, defaults, people's own types
//                   ▼
//               ContextModel ──GenerationContext──▶ Context/  objects that templates read
//
//   Templates/  TemplateLibrary finds a TemplateSet, ParameterResolution checks what the user chose
//   Plan/       GenerationPlanner: models + set → GenerationPlan, the paths of files with their templates
//   Output/     FolderSurvey: plan + OutputFolder → what to write, what is stale; it writes all or nothing
//   Pipeline/   GenerationPipeline: all of this in five steps, load, name, plan, survey, commit
//
// Start with `GenerationPipeline`. `Templates/README.md` is the contract of its keys: SwiftGen's `coredata`
// context under its own names, and what it lacks beside it. Everything is computed when a template asks,
// except for names, which have to be distinct and therefore are given out together.
//
// Nothing from a model reaches generated code unchecked: names become `SwiftIdentifier`s, texts become
// `SwiftLiteral`s and comments, types go through `SwiftTypeText`, paths through `SafeFileName`.
