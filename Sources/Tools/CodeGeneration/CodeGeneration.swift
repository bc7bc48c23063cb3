// CodeGeneration: from a model to the context of templates, and to the files that they produce.
//
//   LoadedModel ──SwiftNaming──▶ SwiftNames/  the Swift names of all parts of the model, and their problems
//                   │
//                   ├─SwiftTyping─▶ SwiftTypes/  the types of properties, defaults, user-defined types
//                   ▼
//               ContextModel ──GenerationContext──▶ Context/  objects that templates read
//
//   Templates/  TemplateLibrary finds a TemplateSet, ParameterResolution checks what the user chose
//   Plan/       GenerationPlanner: models + set → GenerationPlan, the paths of files with their templates
//   Output/     FolderSurvey: plan + OutputFolder → what to write, what is stale; writes all or nothing
//   Pipeline/   GenerationPipeline: all of this in five steps, load, name, plan, survey, commit; RunInputs by which an
//               UnchangedFolder needs none of them
//
// Start with `GenerationPipeline`. `Templates/README.md` is the contract of its keys: SwiftGen's `coredata`
// context under its own names, and additional keys. Everything is computed when a template reads it,
// except for names, which must be distinct and therefore are assigned together.
//
// Nothing from a model gets into generated code unchecked: names become `SwiftIdentifier`s, texts become
// `SwiftLiteral`s and comments, types go through `SwiftTypeText`, paths through `SafeFileName`.
