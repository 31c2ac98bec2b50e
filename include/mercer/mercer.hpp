// Everything.
#pragma once

#include "mercer/cluster.hpp"
#include "mercer/edges.hpp"
#include "mercer/embed.hpp"
#include "mercer/evaluate.hpp"
#include "mercer/generate.hpp"
#include "mercer/io.hpp"
#include "mercer/machine.hpp"
#include "mercer/neighbors.hpp"
#include "mercer/objects.hpp"
#include "mercer/order.hpp"
#include "mercer/plot.hpp"
#include "mercer/report.hpp"
#include "mercer/reproduce.hpp"
#include "mercer/suggest.hpp"
#include "mercer/text.hpp"
