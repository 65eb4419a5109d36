# The two commands of the README are `make demo` and `make test`.
GO ?= go

.PHONY: build test demo bench update lint

build:
	@mkdir -p bin
	$(GO) build -o bin/ ./cmd/...

test: lint
	$(GO) test -count=1 -parallel 4 ./...

lint:
	@unformatted=$$(gofmt -l cmd fixtures ingest internal match providers report settle); \
	  test -z "$$unformatted" || { echo "gofmt would change: $$unformatted"; exit 1; }
	$(GO) vet ./...
	$(GO) tool staticcheck ./...

demo: build
	bin/recon demo ./demo

bench: build
	$(GO) test -run '^$$' -bench . -benchtime 3x ./ingest ./internal/parquet
	$(GO) run ./internal/bench/cmd/bench
	$(GO) run ./internal/bench/cmd/month

update:
	$(GO) test ./... -update
