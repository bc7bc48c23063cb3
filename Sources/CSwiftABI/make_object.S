// Makes a managed object of a class that is known at run time only.
//
// Swift offers this for `required` initialisers alone, and a required initialiser would have to be repeated
// in every class that people write. The allocating entry of a convenience initialiser takes the class as an
// argument and calls the designated initialiser that the class has: it is what is wanted, under a name that
// Swift can call it by. (Naming its symbol in Swift directly makes the compiler see two functions of one name.)
#if defined(__x86_64__)
.globl coredata_make_object
.type coredata_make_object,@function
coredata_make_object:
  jmp "$s8CoreData15NSManagedObjectC6making2inAcA19NSEntityDescriptionC_AA0cD7ContextCSgtcfC"
#elif defined(__aarch64__)
.globl coredata_make_object
.type coredata_make_object,%function
coredata_make_object:
  b "$s8CoreData15NSManagedObjectC6making2inAcA19NSEntityDescriptionC_AA0cD7ContextCSgtcfC"
#else
#error "coredata_make_object is not written for this processor"
#endif
.section .note.GNU-stack,"",%progbits
