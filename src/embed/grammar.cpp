// The grammar of approximations and embeddings, made here and nowhere else.
#include "mercer/approx.hpp"
#include "mercer/embedding.hpp"

namespace mercer {

MERCER_GRAMMAR(template, Approx);
MERCER_GRAMMAR(template, Embedding);

}  // namespace mercer
