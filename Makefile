# treebuild. `make` alone lists what there is.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BUILD := .build
READY := $(VENV)/.ready
LONGEST := $(addprefix trees/frontier/,p4c10r-total.proof p4c12n-total.proof p5c7r-total.proof)
C_PROOFS = $(filter-out $(LONGEST),$(wildcard trees/*/*.proof))
PYTHON_PROOFS = $(wildcard trees/proofs/*.proof)
# Those that take the checker in C a minute at most.
VERIFIED_PROOFS = $(filter-out $(LONGEST) $(addprefix trees/,proofs/p4c10n-sevens.proof proofs/p4c10n-sevens-total.proof \
	frontier/p4c9r-total.proof frontier/p5c6r-total.proof),$(wildcard trees/*/*.proof))
# One more than there are cores: tests also wait, for browsers, clusters and programs that they start.
WORKERS = $(shell $(PYTHON) -c 'import os; print(min((os.cpu_count() or 1) + 1, 8))')
PYTEST = $(BIN)/python -m pytest --numprocesses $(WORKERS) --dist worksteal

.PHONY: help setup demo trees trees-check check check-c check-python check-verified check-longest test test-long lint bench prove study seconds frontier worst bundle vectors pictures docs site kernels sanitize formal formal-all treecheck-verified dist release-check clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(READY) ## make the virtual environment

$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or later is needed, this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	@echo "Setting up $(VENV): what the tests need is downloaded, and the search is compiled. It may take a minute and a half."
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[test,docs]'
	touch $@

demo: $(READY) ## set up, then build the best tree, replay, pack, certify and check it, and write the page, into demo/
	$(BIN)/python -m tools.demo demo

trees: $(READY) ## build and verify every shipped tree, write trees/
	$(BIN)/python -m tools trees --jobs 2

trees-check: $(READY) ## prove that trees/ is exactly what the code builds
	$(BIN)/python -m tools trees --check --jobs 2

test: $(READY) ## run the tests, on all cores
	@echo "Some five minutes on two cores; the percentages tell how far it is."
	$(PYTEST)

test-long: $(READY) ## run the long ones: oracles, fuzzing, installing; PART=1/8 runs the first of eight parts
	@echo "Half an hour on two fast cores; three times as long on slow ones."
	$(PYTEST) -m long --hypothesis-profile=long --durations=20 $(if $(PART),--part=$(PART))

lint: $(READY) ## style, types, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY) ## measure; at the end the ratios to the yardstick
	$(BIN)/python -m pytest tests/perf --benchmark-enable --benchmark-columns=min,median,rounds --benchmark-sort=name

bundle: ## write page.min.js and page.min.css of the page anew: needs Node and npm, which downloads terser and csso
	cd tools/bundle && npm ci --no-audit --no-fund && node bundle.js ../../treebuild/player ../../treebuild/player/page

vectors: $(READY) ## write schema/vectors/
	$(BIN)/python -m tests.helpers.make_vectors
	$(BIN)/python -m tests.helpers.make_proof_vectors

pictures: $(READY) ## take the pictures of the page in docs/ anew, with Chromium
	$(BIN)/python -m tests.helpers.browser.pictures

docs: $(READY) ## build the site of documents in docs/_build; a warning is an error
	$(BIN)/python -m sphinx -W --keep-going -q -E docs docs/_build

site: docs ## write into site/ what GitHub Pages shows: the page as an app, and the documents
	rm -rf site
	$(BIN)/treebuild export web --pwa site
	cp -r docs/_build site/docs

check: check-c check-python ## check the certificates in trees/ by both checkers: 20 minutes

check-c: $(READY) ## check those in trees/ in C, but the three longest; C_PROOFS="..." names others
	ls -S $(C_PROOFS) | xargs -n 1 -P 2 $(BIN)/treebuild check

check-python: $(READY) ## check those in trees/proofs/ in Python; PYTHON_PROOFS="..." names others
	ls -S $(PYTHON_PROOFS) | xargs -n 1 -P 2 $(BIN)/treebuild check --python

check-verified: $(READY) treecheck-verified ## check those of a minute in C by the checker that Coq extracts
	ls -S $(VERIFIED_PROOFS) | xargs -n 1 -P 2 $(BIN)/treebuild check --verified

check-longest: $(READY) ## check the three longest in C: an hour and a half
	echo $(LONGEST) | xargs -n 1 -P 2 $(BIN)/treebuild check

formal: ## check the theorems in Coq (docs/theorems.md): some minutes
	$(MAKE) -C formal theorems

formal-all: ## check those of Bulls and Cows too: half an hour more
	$(MAKE) -C formal all

treecheck-verified: ## build the checker that Coq extracts, with ocamlopt alone
	$(MAKE) -C formal extracted/treecheck-verified

prove: $(READY) ## search for every optimum, certify and check it from nothing; write trees/PROOFS.txt and trees/proofs/
	$(BIN)/python -m tools prove --jobs 2 -o trees/PROOFS.txt --certificates trees/proofs --force
	$(BIN)/python -m pytest -m prove
	$(MAKE) formal-all treecheck-verified
	$(BIN)/treebuild check --verified trees/proofs/p4c10n-sevens.proof

study: $(READY) ## write docs/seeds.md, its pictures and docs/wordle-study.md: ten minutes
	$(BIN)/python -m tools study docs --jobs 2

seconds: $(READY) ## measure greedy, near and exact on six games, draw docs/seconds.svg: a quarter of an hour
	$(BIN)/python -m tools.seconds docs

frontier: $(READY) ## solve games that nobody has, an hour of one core each at most; go on where it was left
	$(BIN)/python -m tools frontier trees --jobs 2 --hours 1 --store frontier.store

worst: $(READY) ## the fewest guesses that suffice, game by game, five minutes a step at most; go on where it was left
	$(BIN)/python -m tools worst-cases trees --seconds 300

kernels: $(READY) ## compile the search for this processor again, after a change to a kernel: some seconds
	$(BIN)/python -m tools.compile_kernels

sanitize: $(READY) ## run the oracles by kernels that check every access and every sum, with GCC's sanitizers: minutes
	rm -rf build/sanitize && mkdir -p build/sanitize
	cp -r treebuild tests tools trees docs schema README.md pyproject.toml build/sanitize
	CC=gcc $(BIN)/python -m tools.compile_kernels --sanitize build/sanitize
	cd build/sanitize && LD_PRELOAD=$$(gcc -print-file-name=libasan.so) ASAN_OPTIONS=detect_leaks=0 \
		$(CURDIR)/$(BIN)/python -m pytest -p no:cacheprovider tests/kernels/test_plain.py tests/kernels/test_counting.py \
		tests/search/test_oracle.py tests/search/test_ruled.py tests/search/test_weights.py tests/search/test_greedy.py

dist: ## write the wheel and the source distribution into dist/: two minutes
	$(PYTHON) -m venv $(BUILD)
	$(BUILD)/bin/pip install --quiet --disable-pip-version-check build
	$(BUILD)/bin/python -m build

release-check: $(READY) ## can this checkout be released? Refuses with a line for each reason
	$(BIN)/python -m tools.release_check

clean: ## remove the virtual environment, distributions and all caches
	rm -rf $(VENV) $(BUILD) dist demo site docs/_build docs/formats docs/results .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	rm -rf build tools/bundle/node_modules treebuild/*/x86_64_v* treebuild/*/*_generic
