# OpenCoreData, from a fresh Debian machine with the Swift toolchain to a complete, tested build.
#
#   make demo     installs missing packages, builds, and demonstrates the tools with the sample models
#   make test     installs missing packages, then runs every test
#
#   make setup    only installs missing system packages (as root; otherwise it prints the command)
#   make build    builds everything in debug mode; undeclared imports are errors
#   make generator only builds momgen, and packs it for the plugins
#   make check    the checks of style: formatting, file sizes, forbidden words
#   make format   formats all Swift sources
#   make golden   records the expected output of golden tests again; ends with an error, so that a
#                 recording is never mistaken for a passing run: check the diff, then run make test
#   make templates puts the files of Templates/ into the sources of momgen, after an edit of them
#   make programs builds the optimized momgen, momgen-studio and league, which need no Swift where they run, into .build/programs
#   make install  installs them with manual pages and completions below PREFIX (/usr/local), or DESTDIR and PREFIX
#   make uninstall  removes what make install has installed there
#   make deb      makes momgen_VERSION_ARCHITECTURE.deb in .build/packages.deb
#   make artifactbundle  packs momgen for the plugins, which then compile none, into .build/artifactbundle
#   make test-packages   checks the package with lintian, and installs, runs and removes it in a Debian without Swift
#   make release  checks and tests everything, and makes the files of a release in .build/release-VERSION
#   make test-release    makes the release twice, from nothing, and compares the bytes
#   make bench    measures speed, as ratios inside one run, and appends them to Benchmarks/History.tsv
#   make bench-peers  measures the SQLite store beside other libraries, and writes their table into the documentation
#   make bench-postgresql measures the PostgreSQL store beside libpq by hand, with a server of its own
#   make bench-studio measures the response times of momgen studio against the promised limits
#   make fuzz     feeds the readers of files with hostile input, FUZZ_SECONDS each (default 60)
#   make torture  kills, fills, damages and truncates SQLite stores for minutes, and prints losses
#   make torture-cluster  kills, freezes and cuts off the nodes of a PostgreSQL cluster while four programs save to it
#   make sanitize runs the tests of the runtime and of templates under the thread and the address sanitizer
#   make pictures takes the pictures of the documentation again, with a real browser
#   make docs     builds the documentation into .build/docs; a warning is an error
#   make docs-serve  shows it at http://127.0.0.1:8000/ (PORT)
#   make clean    removes build products
#
# Variables: SWIFT (the swift command), FUZZ_SECONDS, TEST_ARGUMENTS (more arguments of swift test),
# BENCH_ARGUMENTS (--no-record leaves the history as it is), PREFIX, DESTDIR, VERSION (of a release), PORT. To build
# without root: make programs, and then sudo make install PROGRAMS=.build/programs.

SWIFT ?= swift
FUZZ_SECONDS ?= 60
TEST_ARGUMENTS ?=
BENCH_ARGUMENTS ?=
PREFIX ?= /usr/local
DESTDIR ?=
VERSION ?=
PORT ?= 8000
BUILD_FLAGS = --explicit-target-dependency-import-check error

# The generator is compiled once, and serves the plugins as an artifact bundle: see .ci/generator. Recipes that build no
# code of plugins do without one. A bundle that is named from outside is used as it is.
ifeq ($(origin OPENCOREDATA_MOMGEN),undefined)
WITH_PLUGINS = build demo test golden bench torture pictures
WITHOUT_PLUGINS = templates sanitize bench-peers bench-postgresql bench-studio torture-cluster fuzz docs
GENERATOR = .build/generator/$(or $(CONFIGURATION),debug)
GENERATOR_OPTIONS = $(if $(CONFIGURATION),-c $(CONFIGURATION)) $(BUILD_FLAGS)
ONCE = @sh .ci/generator --check $(GENERATOR) "$(SWIFT)" $(GENERATOR_OPTIONS)
bench: CONFIGURATION = release
demo: GENERATOR = .build/tour/generator
$(WITH_PLUGINS): generator
$(WITH_PLUGINS): export OPENCOREDATA_MOMGEN = $(CURDIR)/$(GENERATOR)/momgen.artifactbundle
$(WITHOUT_PLUGINS): export OPENCOREDATA_MOMGEN = none
endif

# Debian packages for builds and the demo, and for tests.
BUILD_PACKAGES = libxml2-dev libsqlite3-dev zlib1g-dev libmicrohttpd-dev sqlite3
TEST_PACKAGES = $(BUILD_PACKAGES) libxml2-utils libpq5 postgresql-15 openssl graphviz chromium chromium-driver \
  $(PACKING_PACKAGES) man-db groff-base bash-completion zsh fish git patch
# Debian packages for packaging, and for the check of the package.
PACKING_PACKAGES = binutils dpkg-dev zip
LINT_PACKAGES = lintian
PEER_PACKAGES = python3 python3-sqlalchemy python3-django python3-peewee

# Tests that wait for responses of a server, with deadlines, run separately: among a thousand tests that keep all
# threads busy they would time out.
SERVER_TESTS = HTTPServerTests|LeagueWebTests|ServeVerbTests

# The tests of the PostgreSQL store block threads while they wait for each other's transactions and for frozen servers.
DATABASE_TESTS = PostgreSQLStoreTests

# These tests use a browser with large models and stores: they run apart from the other servers, whose pages time out after
# seconds, and serially, since some wait for programs on the threads that servers need.
STUDIO_TESTS = StudioTests

# All Swift files except generated ones and those of an app that is adopted.
OWN_SOURCES = git ls-files -z --cached --others --exclude-standard -- '*.swift' \
  ':!Tests/Tools/CodeGenerationTests/Golden' ':!Tests/Runtime/GeneratedCode' ':!Tests/Tools/ModelAdoptionTests/App' \
  ':!Tests/ConsumerPackage/Sources/Fleet' ':!Tests/ConsumerPackage/Sources/FleetQueries' \
  ':!Tests/Tools/ModelAdoptionTests/Golden'

.PHONY: help demo test setup setup-tests generator build check format golden templates programs install uninstall deb \
  artifactbundle test-packages release test-release docs-serve bench bench-peers \
  bench-postgresql bench-studio fuzz torture torture-cluster sanitize pictures docs clean
.DEFAULT_GOAL := help

help:
	@sed -n '/^#/!q;s/^# \{0,1\}//p' Makefile

# Installs the packages given in $(1) that are missing.
define install
	@missing=""; \
	for package in $(1); do \
	  dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q '^install ok installed$$' \
	    || missing="$$missing $$package"; \
	done; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if ! command -v apt-get >/dev/null; then \
	  echo "error: these Debian packages, or your system's equivalents, are needed:$$missing" >&2; exit 1; \
	fi; \
	if [ "$$(id -u)" -ne 0 ]; then \
	  echo "error: some system packages are missing; install them with" >&2; \
	  echo "  sudo apt-get update && sudo apt-get install -y$$missing" >&2; exit 1; \
	fi; \
	echo "Installing$$missing"; \
	apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	  apt-get install -y -qq --no-install-recommends $$missing >/dev/null
endef

setup:
	$(call install,$(BUILD_PACKAGES))

setup-tests:
	$(call install,$(TEST_PACKAGES))

generator: setup
	$(if $(QUIET),@echo "Building momgen and league takes a few minutes ...")
	$(if $(GENERATOR),@sh .ci/generator $(GENERATOR) "$(SWIFT)" $(GENERATOR_OPTIONS))

build: setup
	$(SWIFT) build $(BUILD_FLAGS)
	$(ONCE)

# If the output is a file, it contains the tour, and only the errors of builds.
demo: QUIET = $(if $(MAKE_TERMOUT),,--quiet)
# Modules are compiled as wholes, which takes less time, in a separate scratch folder (see Package.swift).
demo: export OPENCOREDATA_WHOLE_MODULES = 1
demo: BUILD_FLAGS = --scratch-path .build/tour -debug-info-format none --disable-index-store $(QUIET)
# The runtime is compiled beside the generator, on which the app waits for both.
demo: export OPENCOREDATA_TARGETS = league,momgen
demo: export GENERATOR_TARGETS = CoreData,TextFileStore,WebSites
demo: setup
	$(if $(GENERATOR),,@$(SWIFT) build $(BUILD_FLAGS) --product momgen)
	@$(SWIFT) build $(BUILD_FLAGS) --product league
	$(ONCE)
	@sh .ci/demo "$$($(SWIFT) build $(BUILD_FLAGS) --show-bin-path)"

test: setup-tests
	$(SWIFT) build $(BUILD_FLAGS) --build-tests
	$(ONCE)
	@sh .ci/symbols "$$($(SWIFT) build --show-bin-path)"
	@bash .ci/beside 'sh .ci/consumer "$(SWIFT)"' \
	  "sh .ci/tests '$(SWIFT)' --skip '$(SERVER_TESTS)|$(STUDIO_TESTS)|$(DATABASE_TESTS)' $(TEST_ARGUMENTS)" \
	  "sh .ci/tests '$(SWIFT)' --filter '$(SERVER_TESTS)'" \
	  "sh .ci/tests '$(SWIFT)' --no-parallel --filter '$(STUDIO_TESTS)'" \
	  "sh .ci/tests '$(SWIFT)' --filter '$(DATABASE_TESTS)'"

check:
	@$(OWN_SOURCES) | xargs -0 $(SWIFT) format lint --strict --parallel --configuration .swift-format
	@sh .ci/check

format:
	@$(OWN_SOURCES) | xargs -0 $(SWIFT) format --in-place --parallel --configuration .swift-format

golden: setup-tests
	RECORD_GOLDENS=1 $(SWIFT) test --filter Golden

templates:
	$(SWIFT) run embed-templates Templates Sources/Tools/CodeGeneration/Templates/BundledFiles.swift

programs: setup
	@sh .ci/programs "$(SWIFT)" .build/programs

# With PROGRAMS, the programs of that folder are installed as they are.
install: $(if $(PROGRAMS),,programs)
	@sh .ci/install install "$(or $(PROGRAMS),.build/programs)" "$(PREFIX)" "$(DESTDIR)"

uninstall:
	@sh .ci/install uninstall "$(PREFIX)" "$(DESTDIR)"

deb: programs
	$(call install,$(PACKING_PACKAGES))
	@sh .ci/deb .build/programs .build/packages.deb

artifactbundle: programs
	$(call install,$(PACKING_PACKAGES))
	@sh .ci/artifactbundle .build/programs/momgen .build/artifactbundle

test-packages: deb
	$(call install,$(LINT_PACKAGES))
	@sh .ci/test-packages .build/programs .build/packages.deb

release: setup-tests
	$(call install,$(LINT_PACKAGES))
	@RELEASE_STEP=check sh .ci/release "$(VERSION)" "$(SWIFT)" ".build/release-$(VERSION)"
	$(MAKE) check
	$(MAKE) test
	$(MAKE) test-packages
	@sh .ci/release "$(VERSION)" "$(SWIFT)" ".build/release-$(VERSION)"

test-release: setup-tests
	@sh .ci/test-release "$(VERSION)" "$(SWIFT)"

bench: setup-tests
	$(SWIFT) build -c release $(BUILD_FLAGS)
	$(ONCE)
	"$$($(SWIFT) build -c release --show-bin-path)/bench" --history Benchmarks/History.tsv $(BENCH_ARGUMENTS) \
	  measure-models measure-objects measure-predicates measure-fetched-results measure-migration measure-store \
	  measure-app measure-generated-code measure-build

bench-peers: setup-tests
	$(call install,$(PEER_PACKAGES))
	$(SWIFT) build -c release $(BUILD_FLAGS) --product measure-store
	"$$($(SWIFT) build -c release --show-bin-path)/measure-store" --peers Benchmarks/Peers/peers.py \
	  --page Sources/Runtime/CoreData/Documentation.docc/Speed.md

bench-postgresql: setup-tests
	$(SWIFT) build -c release $(BUILD_FLAGS) --product measure-postgresql
	"$$($(SWIFT) build -c release --show-bin-path)/measure-postgresql"

bench-studio: setup-tests
	$(SWIFT) build -c release $(BUILD_FLAGS) --product measure-studio
	"$$($(SWIFT) build -c release --show-bin-path)/measure-studio"

fuzz: setup
	@sh .ci/fuzz "$(SWIFT)" $(FUZZ_SECONDS)

torture: setup-tests
	$(SWIFT) build $(BUILD_FLAGS) --build-tests
	TORTURE=long $(SWIFT) test --skip-build --no-parallel \
	  --filter "KillTests|PowerLossTests|FailingDiskTests|DamagedFileTests|ReadOnlyFolderTests|DifferentialTests"

torture-cluster: setup-tests
	$(call install,patroni etcd-server postgresql-15)
	$(SWIFT) build $(BUILD_FLAGS) --product torture-cluster
	"$$($(SWIFT) build --show-bin-path)/torture-cluster" --faults 10
	"$$($(SWIFT) build --show-bin-path)/torture-cluster" --faults 4 --kinds freeze,kill-patroni --asynchronous

sanitize: setup-tests
	@sh .ci/sanitize "$(SWIFT)"

pictures: setup-tests
	PICTURES="$(CURDIR)/Sources/League/LeagueWeb/Documentation.docc/Resources" \
	  STUDIO_PICTURES="$(CURDIR)/Sources/Tools/momgen/Documentation.docc/Resources" \
	  TUTORIAL_PICTURES="$(CURDIR)/Sources/Runtime/CoreData/Documentation.docc/Resources" \
	  $(SWIFT) test --filter "PictureTests|EmptyFolderTests"

docs: setup
	$(SWIFT) build $(BUILD_FLAGS) --target CoreData
	@sh .ci/docs .build/docs "$$($(SWIFT) build --show-bin-path)/Modules"

docs-serve: docs
	$(call install,python3)
	@echo "The documentation is at http://127.0.0.1:$(PORT)/ until Ctrl-C is pressed."
	@python3 -m http.server --bind 127.0.0.1 --directory .build/docs $(PORT)

clean:
	$(SWIFT) package clean
	rm -rf .build/docs .build/fuzz .build/consumer .build/demo .build/programs .build/packages .build/packages.deb \
	  .build/artifactbundle .build/release-*
