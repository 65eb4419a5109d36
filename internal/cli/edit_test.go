package cli

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/text/encoding/simplifiedchinese"
)

// edit FILE OLD NEW: replaces every OLD by NEW in a text file, or in the texts
// of a zip, which are GB18030. \n and \t in OLD and NEW are a line end and a
// tab. It fails when nothing was replaced.
func edit(ts *testscript.TestScript, neg bool, args []string) {
	path := ts.MkAbs(args[0])
	unescape := strings.NewReplacer(`\r`, "\r", `\n`, "\n", `\t`, "\t")
	old, new := unescape.Replace(args[1]), unescape.Replace(args[2])
	data, err := os.ReadFile(path)
	ts.Check(err)
	changed := bytes.ReplaceAll(data, []byte(old), []byte(new))
	if strings.HasSuffix(path, ".zip") {
		changed, err = editZip(data, old, new)
		ts.Check(err)
	}
	if bytes.Equal(data, changed) {
		ts.Fatalf("%s: no %q in it", args[0], old)
	}
	ts.Check(os.WriteFile(path, changed, 0o640))
}

func editZip(data []byte, old, new string) ([]byte, error) {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range r.File {
		text, err := readEntry(f)
		if err != nil {
			return nil, err
		}
		raw, err := simplifiedchinese.GB18030.NewEncoder().String(strings.ReplaceAll(text, old, new))
		if err != nil {
			return nil, err
		}
		to, err := w.CreateHeader(&zip.FileHeader{Name: f.Name, NonUTF8: f.NonUTF8, Method: zip.Deflate})
		if err != nil {
			return nil, err
		}
		if _, err := io.WriteString(to, raw); err != nil {
			return nil, err
		}
	}
	err = w.Close()
	return out.Bytes(), err
}

func readEntry(f *zip.File) (string, error) {
	in, err := f.Open()
	if err != nil {
		return "", err
	}
	defer in.Close()
	raw, err := io.ReadAll(in)
	if err != nil {
		return "", err
	}
	return simplifiedchinese.GB18030.NewDecoder().String(string(raw))
}
