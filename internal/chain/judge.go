package chain

import "context"

func (e *Engine) judge(ctx context.Context, d *day) error { return nil }
