// The grammar of methods, initialisations and searches, made here and nowhere else.
#include "mercer/options.hpp"

namespace mercer {

MERCER_GRAMMAR(template, Method);
MERCER_GRAMMAR(template, Init);
MERCER_GRAMMAR(template, Search);

}  // namespace mercer
