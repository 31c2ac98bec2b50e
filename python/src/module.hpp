// The parts of the module, a file each.
#pragma once

#include "stable/class.hpp"

namespace mercer::python {

void add_models(py::module_& module);
void add_clustering(py::module_& module);
void add_choices(py::module_& module);
void add_evaluation(py::module_& module);
void add_data(py::module_& module);
void add_objects(py::module_& module);
void add_tables(py::module_& module);
void add_ranks(py::module_& module);
void add_reports(py::module_& module);

}  // namespace mercer::python
