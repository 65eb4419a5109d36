package serve

import (
	"errors"
	"io/fs"
	"mime"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"recon/internal/calendar"
	"recon/report"
)

// kinds are the files of reports that are handed out, and what they are. A page
// brings its own rules for what it may load.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8",
	".csv":  "text/csv; charset=utf-8",
	".json": "application/json",
	".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	".png":  "image/png",
}

// most is how many dates the first page lists.
const most = 100

// reports opens the folder of reports; no path and no link leads out of it.
func (s *Server) reports() (*os.Root, error) {
	return os.OpenRoot(filepath.Join(s.Config.Home, "reports"))
}

// file hands out a file below reports.
func (s *Server) file(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("path")
	kind := kinds[strings.ToLower(path.Ext(name))]
	root, err := s.reports()
	if err != nil || kind == "" || hidden(name) {
		http.NotFound(w, r)
		return
	}
	defer root.Close()
	f, err := root.Open(filepath.FromSlash(name))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", kind)
	if path.Ext(name) != ".html" {
		w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": path.Base(name)}))
	}
	http.ServeContent(w, r, "", info.ModTime(), f)
}

// hidden tells names that begin with a dot, or that are being written.
func hidden(name string) bool {
	return slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool { return strings.HasPrefix(part, ".") || strings.HasSuffix(part, ".tmp") })
}

// written are the reports that are there: those of dates, newest first, and the
// others.
func (s *Server) written() (days []report.ServedDay, others []report.ServedLink, more int64, err error) {
	root, err := s.reports()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, 0, nil
	}
	if err != nil {
		return nil, nil, 0, err
	}
	defer root.Close()
	folders, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return nil, nil, 0, err
	}
	slices.Reverse(folders)
	for _, folder := range folders {
		date, err := calendar.Parse(folder.Name())
		switch {
		case !folder.IsDir() || hidden(folder.Name()):
		case err != nil:
			others = append(others, pagesOf(root, folder.Name())...)
		case len(days) == most:
			more++
		default:
			if files := filesOf(root, folder.Name()); len(files) > 0 {
				days = append(days, report.ServedDay{Date: date, Files: files})
			}
		}
	}
	return days, others, more, nil
}

// filesOf are a folder's files: the page first, under the folder's name.
func filesOf(root *os.Root, folder string) (list []report.ServedLink) {
	files, err := fs.ReadDir(root.FS(), folder)
	if err != nil {
		return nil // it went away since
	}
	for _, f := range files {
		link := report.ServedLink{Name: f.Name(), Path: folder + "/" + f.Name()}
		switch {
		case f.IsDir() || kinds[path.Ext(f.Name())] == "":
		case f.Name() == "report.html":
			list = slices.Insert(list, 0, report.ServedLink{Name: folder, Path: link.Path})
		default:
			list = append(list, link)
		}
	}
	return list
}

// pagesOf are the pages of a folder of another kind, like settle-2026-08.
func pagesOf(root *os.Root, folder string) (list []report.ServedLink) {
	for _, f := range filesOf(root, folder) {
		if path.Ext(f.Path) == ".html" {
			list = append(list, report.ServedLink{Name: strings.TrimSuffix(f.Path, "/report.html"), Path: f.Path})
		}
	}
	return list
}
