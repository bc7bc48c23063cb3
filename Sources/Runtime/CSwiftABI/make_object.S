// Creates managed objects, contexts, coordinators, containers, stores, migration policies and value transformers
// of a dynamic type.
//
// Swift supports this only for `required` initializers, which every subclass would have to repeat. The allocating
// entry point of a convenience initializer takes the metatype as an argument and dispatches to the designated
// initializer of the class; it is called here, under a name that Swift can declare. (Declaring its symbol directly in
// Swift gives the compiler two functions with one name.)
#if defined(__x86_64__)
#define FUNCTION @function
#define JUMP jmp
#elif defined(__aarch64__)
#define FUNCTION %function
#define JUMP b
#else
#error "not written for this processor"
#endif

.globl coredata_make_object
.type coredata_make_object, FUNCTION
coredata_make_object:
  JUMP "$s8CoreData15NSManagedObjectC6making2inAcA19NSEntityDescriptionC_AA0cD7ContextCSgtcfC"

.globl coredata_make_fault
.type coredata_make_fault, FUNCTION
coredata_make_fault:
  JUMP "$s8CoreData15NSManagedObjectC6making2inAcA19NSEntityDescriptionC_AA0cD7ContextCSgtcfC"

.globl coredata_make_store
.type coredata_make_store, FUNCTION
coredata_make_store:
  JUMP "$s8CoreData17NSPersistentStoreC6makingAcA0D7OpeningC_tcfC"

.globl coredata_make_policy
.type coredata_make_policy, FUNCTION
coredata_make_policy:
  JUMP "$s8CoreData23NSEntityMigrationPolicyC6makingAcA0C7MappingC_tcfC"

.globl coredata_make_transformer
.type coredata_make_transformer, FUNCTION
coredata_make_transformer:
  JUMP "$s8CoreData16ValueTransformerC6makingAcA07NSValueD4NameV_tcfC"

.globl coredata_make_coordinator
.type coredata_make_coordinator, FUNCTION
coredata_make_coordinator:
  JUMP "$s8CoreData28NSPersistentStoreCoordinatorC6makingAcA20NSManagedObjectModelC_tcfC"

.globl coredata_make_context
.type coredata_make_context, FUNCTION
coredata_make_context:
  JUMP "$s8CoreData22NSManagedObjectContextC6makingAcA0cdE15ConcurrencyTypeO_tcfC"

.globl coredata_make_container
.type coredata_make_container, FUNCTION
coredata_make_container:
  JUMP "$s8CoreData21NSPersistentContainerC6making2ofACSS_AA20NSManagedObjectModelCtcfC"

.section .note.GNU-stack,"",%progbits
