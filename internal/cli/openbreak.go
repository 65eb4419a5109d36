package cli

import (
	"context"

	"recon/internal/chain"
	"recon/report"
)

// openBreak finds an open break by its id or the start of it.
func (s *session) openBreak(ctx context.Context, id string) (report.Break, error) {
	b, _, err := s.engine.FindBreak(ctx, id)
	return b, err
}

// openBreaks are all open breaks of the last day of every reconciliation, by id.
func (s *session) openBreaks(ctx context.Context) (map[string]report.Break, error) {
	rows, _, done, err := s.engine.OpenBreaks(ctx, chain.BreakFilter{Date: report.NoDate})
	if err != nil {
		return nil, err
	}
	defer done()
	open := map[string]report.Break{}
	for b, err := range rows {
		if err != nil {
			return nil, err
		}
		open[b.ID] = b
	}
	return open, nil
}
