package report

import "recon/internal/state"

// Keep takes over files of the version before, which stay where they are.
func (p *Publication) Keep(rows ...state.ManifestRow) {
	p.guard.Lock()
	defer p.guard.Unlock()
	for _, r := range rows {
		p.files = append(p.files, parquetFile{row: r})
	}
}
