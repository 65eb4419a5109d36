package cli

import (
	"context"
	"io"

	"recon/internal/state"
	"recon/report"
)

// morning prints where everything stands, and queues it for every target that
// wants it unless write is false.
func (o *outbox) morning(ctx context.Context, w io.Writer, write bool) error {
	return o.engine.ReadMorning(ctx, o.today(), func(m *report.Morning) error {
		message, err := report.MorningMessage(m, o.rules(target{}))
		if err != nil {
			return err
		}
		if _, err := io.WriteString(w, message.Title+"\n\n"+message.Text); err != nil || !write {
			return err
		}
		return o.queueMorning(ctx, m)
	})
}

func (o *outbox) queueMorning(ctx context.Context, m *report.Morning) error {
	var messages []state.Message
	for _, t := range o.targets {
		message, err := report.MorningMessage(m, o.rules(t))
		if err != nil {
			return err
		}
		if !t.wants(message.Severity, state.Message{}) {
			continue
		}
		queued, err := o.message(state.MorningMessage, m.Date, t, sha256Of([]byte(message.Text)), message, report.Files{})
		if err != nil {
			return err
		}
		messages = append(messages, queued)
	}
	return o.queue(ctx, messages)
}
