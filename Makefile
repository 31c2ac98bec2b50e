# The front door. `make help` lists what there is; CMake and Ninja do the work, in build/.
PREFIX   ?= /usr/local
PACKAGES ?= install
JOBS     ?= $(shell nproc)
PEERS    ?=
PYTHON   ?= /usr/bin/python3
SUITE    ?= ../shared/data/suite
MINUTES  ?= 1

packages = $(if $(filter install,$(PACKAGES)),tools/install-packages $(1))
build    = cmake --build build --parallel $(JOBS) --target $(1)
with_python = -DMERCER_PYTHON=ON -DPython3_EXECUTABLE=$(PYTHON)

.DEFAULT_GOAL := help
.PHONY: help demo test test-gpu mpi python python-wheel r deb bench bench-peers quality fuzz format lint site install clean

help: ## This list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { \
	    time = match($$2, /^\[[^]]*\]/) ? substr($$2, 2, RLENGTH - 2) : ""; sub(/^\[[^]]*\] /, "", $$2); \
	    printf "  make %-12s %8s  %s\n", $$1, time, $$2 }' Makefile
	@echo
	@echo "  Times: what a fresh clone may take on two idle cores. What is built already is not built again."
	@echo "  PREFIX=$(PREFIX) and DESTDIR= say where to install; PACKAGES=skip leaves the system's packages alone."

demo: build/build.ninja ## [4 min] Two rings: k-means fails, kernel k-means succeeds; files in demo/
	@$(call build,mercer_program)
	@tools/demo

test: build/build.ninja ## [12 min] Build everything and run all tests
	@$(call packages,test python)
	@cmake --preset release -DMERCER_TESTS=ON $(with_python) >/dev/null
	@$(call build,all)
	@ctest --preset release --parallel $(JOBS)

test-gpu: ## Build with CUDA (nvcc on the PATH, or CUDACXX=) and run the tests that need a GPU
	@$(call packages,build test)
	@cmake --preset cuda >/dev/null
	@cmake --build build-cuda --parallel $(JOBS) --target test_gpu
	@build-cuda/tests/gpu/test_gpu

mpi: ## [5 min] The program for several machines, build-mpi/mercer, and its tests under mpirun
	@$(call packages,build test python mpi)
	@cmake --preset mpi >/dev/null
	@cmake --build build-mpi --parallel $(JOBS) --target mercer_program mercer_python mpi_programs
	@ctest --preset mpi

python: build/build.ninja ## The Python package, for PYTHONPATH=build/python; PYTHON= says for which Python
	@$(call packages,python)
	@cmake --preset release $(with_python) >/dev/null
	@$(call build,mercer_python)
	@echo "PYTHONPATH=$(CURDIR)/build/python"

python-wheel: ## [15 min] A wheel in build/wheel, and the Python tests against it in a fresh environment (from PyPI)
	@$(call packages,build wheel)
	@tools/test-wheel $(PYTHON)

r: build/build.ninja ## [6 min] The R package, checked as CRAN does: build/r
	@$(call packages,r)
	@$(call build,mercer mercer_program)
	@tools/test-r

deb: ## [10 min] Debian packages in build-deb, checked by lintian, installed, run and removed in a root of their own
	@$(call packages,build deb)
	@cmake --preset deb >/dev/null
	@cmake --build build-deb --parallel $(JOBS) --target mercer mercer_program
	@tools/test-deb

bench: build/build.ninja ## Build and run the benchmarks
	@$(call packages,bench)
	@cmake --preset release -DMERCER_BENCH=ON >/dev/null
	@$(call build,mercer_bench)
	@build/bench/mercer_bench

bench-peers: build/build.ninja ## [10 min] mercer against other kernel k-means, which are installed; PEERS=--quick is short
	@$(or $(call packages,peers),true) || echo "bench-peers: packages are missing; what needs them is left out"
	@$(call packages,bench)
	@cmake --preset release -DMERCER_BENCH=ON >/dev/null
	@$(call build,mercer_program mercer_bench)
	@python3 -B bench/peers/run.py $(PEERS)

quality: build/build.ninja ## How good the clusters of --method auto are on the benchmark sets of SUITE=folder
	@$(call packages,bench)
	@cmake --preset release -DMERCER_BENCH=ON >/dev/null
	@$(call build,mercer_program mercer_quality mercer_bench)
	@build/bench/mercer_quality $(SUITE)
	@python3 -B bench/tables.py
	@build/bench/mercer_quality $(SUITE) --points 2000 --write build/quality-sets
	@python3 -B bench/peers/families.py build/quality-sets
	@python3 -B bench/peers/mixed.py

fuzz: ## [20 min] Random input for readers, models, choices and requests, MINUTES= (1) for each of 16 targets
	@$(call packages,build test strict)
	@cmake --preset strict >/dev/null
	@cmake --build build-strict --parallel $(JOBS) --target fuzz_readers fuzz_model fuzz_grammar fuzz_request
	@fuzz/run --seconds $$((60 * $(MINUTES)))

format: ## Lay out all C++ files with clang-format
	@$(call packages,lint)
	@tools/lint format --fix

lint: ## [30 min] Check layout, the order of the rooms, and clang-tidy
	@$(call packages,build test bench lint)
	@tools/lint format rooms tidy

site: build/build.ninja ## [8 min] The documentation as a site, with search and formulas, in build/site; needs no network to be read
	@$(call packages,python site)
	@cmake --preset release $(with_python) >/dev/null
	@$(call build,mercer_python)
	@$(PYTHON) -B site/make_site.py

install: build/build.ninja ## Install library, headers and program under PREFIX
	@$(call build,mercer mercer_program)
	@cmake --install build --prefix $(PREFIX)

clean: ## Remove what was built
	@rm -rf build build-mpi build-dev build-strict build-tidy build-cuda build-deb build-wheel demo

# Configuring happens once: from then on Ninja notices what changed by itself. Only `make test` needs the tests.
build/build.ninja: | packages
	@cmake --preset release -DMERCER_TESTS=OFF

.PHONY: packages
packages:
	@$(call packages,build)
