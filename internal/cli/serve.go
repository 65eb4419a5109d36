package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"recon/internal/config"
	"recon/internal/serve"
	"recon/providers"
)

// serveFlags are the flags of recon serve.
type serveFlags struct {
	addr, token, cert, key string
	readOnly               bool
}

func (a *app) serveCommand() *cobra.Command {
	var f serveFlags
	c := &cobra.Command{
		Use:   "serve --read-only",
		Short: "Show reports, open breaks and runs as pages, on this machine",
		Long: "Serve shows what is published and changes nothing. It answers to this machine only and asks nobody who they are; with --addr beyond loopback it\n" +
			"asks everybody for a token, which browsers send as the password of any name.",
		Example: `  recon serve --read-only
  recon serve --read-only --addr 0.0.0.0:8443 --token file:serve.token --tls-cert cert.pem --tls-key key.pem`,
		RunE: func(c *cobra.Command, _ []string) error { return a.serve(c.Context(), f) },
	}
	flags := c.Flags()
	flags.BoolVar(&f.readOnly, "read-only", false, "only show; there is no other way yet, so it must be said")
	flags.StringVar(&f.addr, "addr", "127.0.0.1:8321", "address to listen on; port 0 takes any that is free")
	flags.StringVar(&f.token, "token", "", "what everybody must know, as env:NAME or file:PATH; needed beyond loopback")
	flags.StringVar(&f.cert, "tls-cert", "", "certificate in PEM, to be spoken to by https")
	flags.StringVar(&f.key, "tls-key", "", "its key in PEM")
	return c
}

// shortestToken keeps people from tokens that can be guessed.
const shortestToken = 16

func (a *app) serve(ctx context.Context, f serveFlags) error {
	cfg, err := a.load()
	if err != nil {
		return err
	}
	token, err := f.check()
	if err != nil {
		return usageError(err)
	}
	s := &serve.Server{Config: cfg, Formats: providers.All(), Engine: engineVersion(), Now: clock, Token: token}
	listener, err := net.Listen("tcp", f.addr)
	if err != nil {
		return err
	}
	scheme := "http"
	if f.cert != "" {
		scheme = "https"
	}
	fmt.Fprintf(a.stdout, "%s://%s\n", scheme, listener.Addr())
	server := &http.Server{Handler: s.Handler(), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 2 * time.Minute,
		IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10}
	return served(ctx, server, func() error {
		if f.cert != "" {
			return server.ServeTLS(listener, f.cert, f.key)
		}
		return server.Serve(listener)
	})
}

// served runs a server until it fails or the command is told to end; pages that
// are being made then are finished.
func served(ctx context.Context, server *http.Server, run func() error) error {
	failed := make(chan error, 1)
	go func() { failed <- run() }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := server.Shutdown(last); err != nil {
		return err
	}
	if err := <-failed; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// check refuses flags that would show a company's money to the network.
func (f serveFlags) check() (token string, err error) {
	host, _, err := net.SplitHostPort(f.addr)
	switch {
	case !f.readOnly:
		return "", errors.New("wanted --read-only: serve changes nothing, and says so")
	case err != nil:
		return "", fmt.Errorf("--addr %q: wanted host:port, like 127.0.0.1:8321", f.addr)
	case (f.cert == "") != (f.key == ""):
		return "", errors.New("--tls-cert and --tls-key go together")
	case f.token == "" && !isLoopback(host):
		return "", fmt.Errorf("--addr %s is beyond this machine: wanted --token env:NAME or file:PATH", f.addr)
	case f.token == "":
		return "", nil
	}
	token, err = config.Secret(f.token)
	if err == nil && len(token) < shortestToken {
		err = fmt.Errorf("--token: shorter than %d characters", shortestToken)
	}
	return token, err
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
