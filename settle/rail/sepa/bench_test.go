package sepa

import (
	"bytes"
	"fmt"
	"testing"

	"recon/internal/config"
	"recon/settle/rail"
)

// tenThousand payments, one name in ten with an umlaut.
func tenThousand() rail.Submission {
	s := threePayments()
	p := s.Payments[0]
	s.Payments = nil
	for i := range 10_000 {
		p.RailRef = fmt.Sprintf("MP202608AAAAAAAAAAAAAAAAAA%06d", i)
		if p.Name = "Muster GmbH"; i%10 == 0 {
			p.Name = "Müller & Söhne GmbH"
		}
		s.Payments = append(s.Payments, p)
	}
	return s
}

func BenchmarkWrite(b *testing.B) {
	w, s := newSepa(b, config.Rail{}), tenThousand()
	for b.Loop() {
		content, _ := writeFile(b, w, s)
		b.SetBytes(int64(len(content)))
	}
}

func BenchmarkValidate(b *testing.B) {
	w := newSepa(b, config.Rail{})
	content, _ := writeFile(b, w, tenThousand())
	b.SetBytes(int64(len(content)))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := w.Validate(bytes.NewReader(content)); err != nil {
			b.Fatal(err)
		}
	}
}
