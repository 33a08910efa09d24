# `make` alone lists the targets.

PREFIX ?= /usr/local
DESTDIR ?=
FUZZ_SECONDS ?= 600
FAULTS ?= 20
MARKS ?= 1000000
TERMINAL ?= samples/terminal
TAPES ?= samples/terminal
SOAK_MINUTES ?= 60
SOAK_LIVE_MINUTES ?= 10

# What this repository builds treats warnings as errors; see Package.swift.
export REEL_STRICT = 1

# An installed program must not need the Swift toolchain it was built with. macOS brings Swift along.
ifeq ($(shell uname -s),Linux)
  # lld packs relative relocations, which the default linker cannot: the command is 2 MB smaller, and starts sooner.
  RELEASE = -c release --static-swift-stdlib -Xswiftc "-ld-path=$(CURDIR)/scripts/ld.sh" -Xlinker -z -Xlinker pack-relative-relocs
else
  RELEASE = -c release
endif

SWIFT_CODE = Package.swift Sources Tests scripts $(wildcard samples Benchmarks Fuzz Soak)
SOURCES := $(shell find Package.swift Sources -type f)
# Everything `make install` copies. `CAPTURE=FILE` stages a command that is there already, instead of building one.
STAGE = .build/stage
CAPTURE ?=
# What reads the samples for clusters, from PyPI.
FARM_TOOLS = @[ -x .build/farm/bin/python ] || python3 -m venv .build/farm; \
  .build/farm/bin/pip install -q --disable-pip-version-check kubernetes-validate dockerfile-parse
# An FFmpeg that has libvmaf: those of distributions mostly lack it.
VMAF_TOOLS = @[ -x .build/vmaf/bin/python ] || python3 -m venv .build/vmaf; \
  .build/vmaf/bin/pip install -q --disable-pip-version-check imageio-ffmpeg
# Where packages go.
DIST ?= dist
# What is shipped is stripped, has only those of ICU's data that it needs, and loads FFmpeg's libraries when it needs them. macOS brings ICU along.
FFMPEG = libavformat libavcodec libswscale libswresample libavutil
ifeq ($(shell uname -s),Linux)
  ICU = .build/icu/data.o
  # Another FFmpeg has other names for its libraries.
  DELAYED = .build/delay-load/ffmpeg-$(shell pkg-config --modversion libavformat 2>/dev/null).o
  # `swift build` does not see that an object is another one.
  SHIPPED = rm -f "$$(swift build $(RELEASE) --show-bin-path)/capture" && \
    REEL_ICU="$(CURDIR)/$(ICU)" REEL_FFMPEG="$(CURDIR)/$(DELAYED)" swift build $(RELEASE) --product capture
  STRIP = strip -o
else
  ICU =
  DELAYED =
  SHIPPED = swift build $(RELEASE) --product capture
  STRIP = strip -Sx -o
endif

.PHONY: help setup demo build test test-asan test-tsan test-faults test-decoders test-marks test-pipelines test-suite test-matrix test-formats test-vmaf test-completions test-terminal test-dependents test-studio test-page test-proxy test-tapes test-farm test-clusters test-image test-slurm test-icu test-delay-load test-deb lint format bench bench-story bench-peers bench-gif bench-terminal bench-farm bench-ffmpeg bench-verify bench-studio soak fuzz docs install uninstall deb dist clean
.DEFAULT_GOAL := help

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1@\2/p' Makefile | awk -F@ '{ printf "%-16s %s\n", $$1, $$2 }'

setup: ## Install what is missing, for the tests too (apt or Homebrew)
	@scripts/setup.sh test

demo: ## Record 30 seconds of a growing snowflake into demo/snowflake.mp4
	@scripts/setup.sh
	swift build $(RELEASE) --product capture
	@mkdir -p demo
	"$$(swift build $(RELEASE) --show-bin-path)/capture" --fps 10 --seconds 30 -o demo/snowflake.mp4
	@echo "The movie is here: $(CURDIR)/demo/snowflake.mp4"

build: $(STAGE)/complete ## Build the release binary, its man page and shell completions

test: ## Set up, then run every test, for REEL_TEST_MINUTES at most (default 20)
	@scripts/setup.sh test
	scripts/test.sh

test-asan: ## Run the tests under AddressSanitizer and, for the C shims, UndefinedBehaviorSanitizer
	@scripts/setup.sh test
	scripts/sanitize.sh address

test-tsan: ## Run the tests under ThreadSanitizer
	@scripts/setup.sh test
	scripts/sanitize.sh thread

test-faults: ## Run every command with up to FAULTS calls of each kind failing (default 20), one a run
	@scripts/setup.sh test
	REEL_FAULTS=$(FAULTS) REEL_TEST_MINUTES=$${REEL_TEST_MINUTES:-120} scripts/test.sh --filter 'FailingCallsTests|FixtureSetTests|StudioFailuresTests'

test-decoders: ## Decode films of every scene at every rate and with every preset with OpenH264, too
	@scripts/setup.sh test
	REEL_DECODERS=1 REEL_TEST_MINUTES=$${REEL_TEST_MINUTES:-120} scripts/test.sh --filter OpenH264Tests

test-marks: ## Damage MARKS frame marks (default 1000000) and read them: none may be taken for another
	REEL_MARKS=$(MARKS) REEL_TESTS=ReelFixturesTests REEL_TEST_MINUTES=600 scripts/test.sh --filter DamagedMarkTests

test-pipelines: ## Read marks after every pipeline that they were made for
	@scripts/setup.sh test
	REEL_PIPELINES=1 REEL_TESTS=ReelFixturesTests REEL_TEST_MINUTES=$${REEL_TEST_MINUTES:-60} scripts/test.sh --filter HardPipelineTests

test-suite: ## Verify the clips of samples/suites as made, those of player.yaml after libx264, VP9 and AV1 too
	@scripts/setup.sh test
	swift build --product capture
	scripts/test-suite.py "$$(swift build --show-bin-path)/capture" .build/suite

test-matrix: ## Send a clip through codecs, containers and FFmpeg's filters; what verify sees has to be what was computed
	@scripts/setup.sh test
	swift build --product capture
	scripts/test-matrix.py "$$(swift build --show-bin-path)/capture"

test-formats: ## Send clean clips through every encoder and container that FFmpeg writes, from two clocks: nothing may be found
	@scripts/setup.sh test
	swift build --product capture
	scripts/test-formats.py "$$(swift build --show-bin-path)/capture"

test-vmaf: ## Measure VMAF with an FFmpeg of PyPI, and compare it with what its filter libvmaf tells of the two files
	@scripts/setup.sh test
	$(VMAF_TOOLS)
	REEL_VMAF_FFMPEG="$$(.build/vmaf/bin/python -c 'import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())')" scripts/test.sh --filter 'VMAF|PipedProgram'

test-farm: ## Make 200 films of chance (REEL_FARM) in one go, in jobs and in parts, and compare their bytes
	@scripts/setup.sh test
	REEL_FARM=$${REEL_FARM:-200} REEL_TESTS=ReelFarmTests REEL_TEST_MINUTES=$${REEL_TEST_MINUTES:-60} scripts/test.sh --filter EqualityTests

test-completions: ## Press the tab key in zsh, fish and bash: completions of the command
	@scripts/setup.sh completions
	swift build --product capture
	scripts/completions.sh "$$(swift build --show-bin-path)/capture"

test-terminal: ## Hold terminals against tmux at random moments of the recordings in the folder TERMINAL
	@scripts/setup.sh test
	REEL_TERMINAL=$(abspath $(TERMINAL)) REEL_TESTS=ReelTerminalTests scripts/test.sh --filter TmuxTests

test-tapes: ## Read all tapes in the folder TAPES, such as a clone of vhs
	REEL_TAPES=$(abspath $(TAPES)) REEL_TESTS=ReelTapesTests scripts/test.sh --filter TapeParserTests

test-studio: ## Work in the studio's page with Chromium; leaves pictures of it in .build/studio-screenshots
	@scripts/setup.sh studio
	swift build --product capture
	REEL_CAPTURE="$$(swift build --show-bin-path)/capture" REEL_SCREENSHOTS=.build/studio-screenshots scripts/studio.sh

test-page: ## Work in the studio's page with Chromium for less than a minute: the most telling tests of test-studio
	@scripts/setup.sh studio
	swift build --product capture
	REEL_CAPTURE="$$(swift build --show-bin-path)/capture" REEL_SCREENSHOTS=.build/studio-screenshots scripts/studio.sh page

test-proxy: ## Work in the studio's page through nginx with TLS, by the sample in samples/studio
	@scripts/setup.sh proxy
	swift build --product capture
	REEL_CAPTURE="$$(swift build --show-bin-path)/capture" REEL_SCREENSHOTS=.build/studio-screenshots scripts/studio.sh test_proxy

# BENCH_STUDIO holds more options of Benchmarks/studio/bench.py, such as --minutes 60.
bench-studio: ## Measure the studio as its pages see it: verdicts, memory, lists, frames; leaves Benchmarks/results/studio.md
	@scripts/setup.sh
	swift build $(RELEASE) --product capture
	python3 Benchmarks/studio/bench.py "$$(swift build $(RELEASE) --show-bin-path)/capture" Benchmarks/results $(BENCH_STUDIO)

test-dependents: ## Build and run a package that depends on this one by path, by branch and by version
	@scripts/setup.sh
	scripts/dependents.sh

test-icu: ## Write dates of all languages with all of ICU's data and with what is shipped of them
	@scripts/setup.sh
	scripts/test-icu.sh

test-delay-load: $(STAGE)/complete ## Check that FFmpeg is loaded when it is needed, for AArch64 in an emulator too, and run the command without FFmpeg; needs root
	@scripts/setup.sh cross
	scripts/test-delay-load.sh $(STAGE)/capture

test-deb: deb ## Install the package in a bare Debian of the same release, and film there; needs root
	@scripts/setup.sh package
	scripts/test-deb.sh $(DIST)/capture_*.deb $(STAGE)/capture

test-image: deb ## Run the last stage of samples/farm/Dockerfile in a bare Debian, without a container engine; needs root
	@scripts/setup.sh package
	@scripts/setup.sh farm
	$(FARM_TOOLS)
	unshare --mount .build/farm/bin/python scripts/test-image.py $(DIST)

test-slurm: $(STAGE)/complete ## Film on a Slurm cluster of two nodes on this machine; needs root
	@scripts/setup.sh slurm
	scripts/test-slurm.sh $(STAGE)/capture

test-clusters: $(STAGE)/complete ## Validate the samples for clusters and run their command lines
	@scripts/setup.sh farm
	$(FARM_TOOLS)
	.build/farm/bin/python scripts/test-clusters.py $(STAGE)/capture .build/farm/bin/kubernetes-validate

lint: ## Check the format of all Swift code
	swift format lint --strict --recursive $(SWIFT_CODE)

format: ## Format all Swift code in place
	swift format --in-place --recursive $(SWIFT_CODE)

# REEL_BENCH_JOBS=default,step measures some of them, REEL_BENCH_ROUNDS sets the rounds.
bench: ## Time films against encoding alone, and check them; leaves Benchmarks/results
	@scripts/setup.sh
	swift build $(RELEASE) --product reel-benchmark
	swift build $(RELEASE) --product capture
	"$$(swift build $(RELEASE) --show-bin-path)/reel-benchmark" Benchmarks/results

bench-story: ## Time films of storyboards against encoding their frames alone; leaves Benchmarks/results/storyboards.md
	@scripts/setup.sh
	swift build $(RELEASE) --product reel-benchmark
	"$$(swift build $(RELEASE) --show-bin-path)/reel-benchmark" stories Benchmarks/results

bench-peers: ## Time the command against scripts of other libraries, installed into .build/peers
	@scripts/setup.sh test
	swift build $(RELEASE) --product reel-benchmark
	swift build $(RELEASE) --product capture
	scripts/bench-peers.sh .build/peers "$$(swift build $(RELEASE) --show-bin-path)/reel-benchmark" Benchmarks/results

bench-gif: $(STAGE)/complete ## Race GIFs and other outputs of four films against those of their makers; leaves gif.md and outputs.md
	@scripts/setup.sh gif
	scripts/bench-gif.sh .build/peers "$(CURDIR)/$(STAGE)/capture" Benchmarks/results

bench-terminal: ## Race films of terminals against pyte, Pillow and FFmpeg, and GIFs against agg; CASTS names a folder with more recordings
	@scripts/setup.sh test
	swift build $(RELEASE) --product capture
	scripts/bench-terminal.sh .build/peers "$$(swift build $(RELEASE) --show-bin-path)/capture" Benchmarks/results $(CASTS)

# FARM holds more options of scripts/bench-farm.py, such as --seconds 60.
bench-farm: ## Measure what parts, joins and segments cost, and plan a film of two hours; leaves Benchmarks/results/farm.md
	@scripts/setup.sh
	swift build $(RELEASE) --product capture
	scripts/bench-farm.py "$$(swift build $(RELEASE) --show-bin-path)/capture" Benchmarks/results $(FARM)

bench-ffmpeg: $(STAGE)/complete ## Race whole films against FFmpeg, which only encodes them; leaves Benchmarks/results/ffmpeg.md
	@scripts/setup.sh
	scripts/bench-ffmpeg.py $(STAGE)/capture Benchmarks/results

bench-verify: ## Race verify against FFmpeg's decoding and its filters psnr and ssim; leaves Benchmarks/results/verify.md
	@scripts/setup.sh test
	swift build $(RELEASE) --product capture
	scripts/bench-verify.py "$$(swift build $(RELEASE) --show-bin-path)/capture" Benchmarks/results

soak: ## Record SOAK_MINUTES of film (default 60) and SOAK_LIVE_MINUTES in real time (10), and judge memory and times
	@scripts/setup.sh
	swift build $(RELEASE) --product reel-soak
	"$$(swift build $(RELEASE) --show-bin-path)/reel-soak" --minutes $(SOAK_MINUTES) --live-minutes $(SOAK_LIVE_MINUTES) \
	  --recordings 1000

# Needs a Swift toolchain with libFuzzer, as those for Linux have.
fuzz: ## Look for input that breaks a reader, FUZZ_SECONDS for each (default 600)
	scripts/fuzz.sh $(FUZZ_SECONDS)

docs: ## Write the documentation of every module into docs-build/
	@scripts/setup.sh
	scripts/docs.sh docs-build

# After `make build`, `sudo make install` only copies: root needs no Swift, and leaves nothing of its own in .build.
install: $(STAGE)/complete ## Install capture below PREFIX (default /usr/local; DESTDIR is honoured)
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/man/man1" \
	  "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" "$(DESTDIR)$(PREFIX)/share/zsh/site-functions" \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d"
	install -m 755 $(STAGE)/capture "$(DESTDIR)$(PREFIX)/bin/capture"
	install -m 644 $(STAGE)/capture.1 "$(DESTDIR)$(PREFIX)/share/man/man1/"
	install -m 644 $(STAGE)/capture.bash "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/capture"
	install -m 644 $(STAGE)/capture.zsh "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_capture"
	install -m 644 $(STAGE)/capture.fish "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/capture.fish"

uninstall: ## Remove what install put below PREFIX
	rm -f "$(DESTDIR)$(PREFIX)/bin/capture" "$(DESTDIR)$(PREFIX)/share/man/man1/capture.1" \
	  "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/capture" \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_capture" \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/capture.fish"

deb: $(STAGE)/complete ## Make a Debian package for the release of Debian or Ubuntu that runs here, in DIST (default dist)
	@scripts/setup.sh package
	@rm -f $(DIST)/capture_*.deb
	scripts/package.sh deb $(STAGE) $(DIST)

dist: $(STAGE)/complete ## Make a tarball of what `make install` installs, in DIST
	scripts/package.sh dist $(STAGE) $(DIST)

clean: ## Remove everything built here
	rm -rf .build docs-build demo dist Package.resolved

$(ICU): scripts/icu.sh scripts/icu/trim.swift
	@scripts/setup.sh
	scripts/icu.sh $@

$(DELAYED): scripts/delay-load.sh $(wildcard scripts/delay-load/*.s) scripts/delay-load/load.c $(SOURCES)
	@scripts/setup.sh
	scripts/delay-load.sh $@ Sources $(FFMPEG)

$(STAGE)/complete: $(SOURCES) $(ICU) $(DELAYED) $(CAPTURE)
	@scripts/setup.sh
	$(if $(CAPTURE),,$(SHIPPED))
	@rm -rf $(STAGE) && mkdir -p $(STAGE)
	$(STRIP) $(STAGE)/capture "$(or $(CAPTURE),$$(swift build $(RELEASE) --show-bin-path)/capture)"
	$(if $(DELAYED),cp $(DELAYED).so $(STAGE)/needs.so)
	for shell in bash zsh fish; do $(STAGE)/capture --generate-completion-script $$shell > $(STAGE)/capture.$$shell || exit; done
	swift build $(RELEASE) --product generate-manual
	"$$(swift build $(RELEASE) --show-bin-path)/generate-manual" $(STAGE)/capture --output-directory $(STAGE)
	# It leaves the empty lines of the help, which are no paragraphs in a man page.
	sed 's/^$$/.Pp/' $(STAGE)/capture.1 > $(STAGE)/manual && mv $(STAGE)/manual $(STAGE)/capture.1
	@touch $@
