package report

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// The image of a trend in pixels. It is twice as large as it is shown on a
// phone, so that its text stays readable there.
const (
	trendWidth, trendHeight = 720, 230
	trendTop, trendBase     = 36, 190 // of the bars
	trendText               = 22      // height of the text
)

var (
	trendInk  = color.RGBA{0x55, 0x62, 0x6a, 0xff}
	trendLine = color.RGBA{0xd8, 0xdd, 0xe0, 0xff}
	trendBar  = color.RGBA{0x4a, 0x7d, 0xa8, 0xff}
	trendRed  = color.RGBA{0xb3, 0x26, 0x1e, 0xff}
)

var trendFace = sync.OnceValues(func() (font.Face, error) {
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, err
	}
	return opentype.NewFace(f, &opentype.FaceOptions{Size: trendText, DPI: 72, Hinting: font.HintingFull})
})

// drawing guards the face, whose buffers are used by one drawing at a time.
var drawing sync.Mutex

// trendImage draws open breaks by day as bars, as PNG: the same days give the
// same bytes. A day of which something is not reconciled is red.
func trendImage(days []TrendDay) ([]byte, error) {
	drawing.Lock()
	defer drawing.Unlock()
	face, err := trendFace()
	if err != nil {
		return nil, err
	}
	m := image.NewRGBA(image.Rect(0, 0, trendWidth, trendHeight))
	draw.Draw(m, m.Bounds(), image.White, image.Point{}, draw.Src)
	fill(m, image.Rect(0, trendTop, trendWidth, trendTop+1), trendLine)
	most := int64(1)
	for i := range days {
		most = max(most, days[i].Open)
	}
	slots := max(len(days), trendSlots)
	edge := func(i int) int { return (slots - len(days) + i) * trendWidth / slots }
	for i := range days {
		drawBar(m, &days[i], edge(i), edge(i+1), most)
	}
	fill(m, image.Rect(0, trendBase, trendWidth, trendBase+2), trendInk)
	write(m, face, 0, trendTop-10, countText(most))
	last := days[len(days)-1].Date.String()
	write(m, face, trendWidth-font.MeasureString(face, last).Ceil(), trendHeight-12, last)
	if first := days[0].Date.String(); edge(0)+2*font.MeasureString(face, last).Ceil() < trendWidth {
		write(m, face, edge(0), trendHeight-12, first)
	}
	var b bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, m)
	return b.Bytes(), err
}

// trendSlots is how many days share the width at least: a new company's first
// days are no walls.
const trendSlots = 14

// drawBar draws one day between two edges.
func drawBar(m *image.RGBA, day *TrendDay, left, right int, most int64) {
	height := int(day.Open * (trendBase - trendTop) / most)
	ink := trendBar
	if day.Expected > 0 && !day.Whole() {
		ink = trendRed
		fill(m, image.Rect(left+3, trendBase+2, right-3, trendBase+8), trendRed)
	}
	fill(m, image.Rect(left+3, trendBase-height, right-3, trendBase), ink)
}

func fill(m *image.RGBA, r image.Rectangle, c color.Color) {
	draw.Draw(m, r, image.NewUniform(c), image.Point{}, draw.Src)
}

// write writes a text whose baseline begins at x, y.
func write(m *image.RGBA, face font.Face, x, y int, text string) {
	d := &font.Drawer{Dst: m, Src: image.NewUniform(trendInk), Face: face, Dot: fixed.P(x, y)}
	d.DrawString(text)
}
