# The two commands of the README are `make demo` and `make test`.
GO ?= go
PYTHON ?= python3
TOOLS := $(CURDIR)/.tools

.PHONY: build test tools demo bench update lint

build:
	@mkdir -p bin
	$(GO) build -o bin/ ./cmd/...

test: tools lint
	$(GO) test -count=1 -parallel 4 ./...

# What tests check the output with: a mail server, and readers of Parquet in Python.
tools: $(TOOLS)/mailpit $(TOOLS)/python/ready

$(TOOLS)/mailpit:
	GOFLAGS= GOBIN=$(TOOLS) $(GO) install github.com/axllent/mailpit@v1.33.1

$(TOOLS)/python/ready: internal/tool/python.txt
	$(PYTHON) -m venv $(TOOLS)/python
	$(TOOLS)/python/bin/pip install --quiet --disable-pip-version-check -r internal/tool/python.txt
	touch $@

lint:
	@unformatted=$$(gofmt -l cmd fixtures ingest internal match providers report settle); \
	  test -z "$$unformatted" || { echo "gofmt would change: $$unformatted"; exit 1; }
	$(GO) vet ./...
	$(GO) tool staticcheck ./...

demo: build
	bin/recon demo ./demo

bench: build
	$(GO) test -run '^$$' -bench . -benchtime 3x ./ingest ./internal/parquet ./internal/keyjoin
	$(GO) run ./internal/bench/cmd/bench
	$(GO) run ./internal/bench/cmd/month

update: tools
	$(GO) test ./... -update
