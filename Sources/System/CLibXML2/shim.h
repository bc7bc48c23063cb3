// libxml2's headers reach ICU's headers, whose declarations clash with those inside Foundation.
// Nothing here needs libxml2's ICU conversions, so the headers are included as without them.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
