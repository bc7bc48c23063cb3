#ifndef CHANGE_CLASS_H
#define CHANGE_CLASS_H

/// Turns a Swift object into one of another class, whose instances have the same layout.
///
/// Returns the object. The compiler does not know that it is the same one, and so does not infer its class.
void *_Nonnull change_class(void *_Nonnull object, const void *_Nonnull type);

#endif
