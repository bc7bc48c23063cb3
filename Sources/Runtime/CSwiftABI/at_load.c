// Work that has to be done before the program creates its first predicate.

extern void coredata_install_descriptions(void);

__attribute__((constructor)) static void at_load(void) { coredata_install_descriptions(); }
