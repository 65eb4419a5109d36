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
	if err != nil || doubt == nil {
		return err
	}
	if accept, ok := e.accepted(d, d.rec.Name); ok {
		d.accept(accept, doubt.Text)
		return nil
	}
	return stop(state.Suspect, "%s; correct it and run again, or --accept-unusual %s --by WHO --why TEXT", doubt.Text, d.rec.Name)
}
