package chain

import (
	"context"

	"recon/internal/state"
	"recon/match"
)

// judge refuses a day that was matched and cannot be believed, unless a person
// accepted it.
func (e *Engine) judge(ctx context.Context, d *day) error {
	doubt, err := match.Suspect(ctx, d.ws, e.Zone(d.rec))
	if err != nil {
		return err
	}
	percent := int64(e.Config.Limits.OneSidedPercent)
	if doubt == nil {
		return d.addShares(ctx, percent, nil, Accept{})
	}
	if accept, ok := e.accepted(d, d.rec.Name); ok {
		d.accept(accept, doubt.Text)
		return d.addShares(ctx, percent, doubt, accept)
	}
	return stop(state.Suspect, "%s; correct it and run again, or --accept-unusual %s --by WHO --why TEXT", doubt.Text, d.rec.Name)
}
