// Package tidy holds the rules of the house as an ordinary test: what it
// refuses, it names with the place and the replacement.
package tidy

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const root = "../.."

// longestFunction is the most lines a function may have, braces included.
const longestFunction = 70

// longestFile is the most lines a Go file may have.
const longestFile = 400

func TestGoFiles(t *testing.T) {
	walk(t, ".go", func(path string, text []byte) {
		isTest := strings.HasSuffix(path, "_test.go")
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		at := func(p token.Pos) string { return set.Position(p).String() }
		if lines := strings.Count(string(text), "\n"); lines > longestFile {
			t.Errorf("%s: %d lines, at most %d: split it by what it is about", path, lines, longestFile)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				lines := set.Position(n.End()).Line - set.Position(n.Pos()).Line + 1
				if lines > longestFunction {
					t.Errorf("%s: function %s has %d lines, at most %d", at(n.Pos()), n.Name.Name, lines, longestFunction)
				}
			case *ast.Ident:
				if (n.Name == "float64" || n.Name == "float32") && !isTest && !mayUseFloat(path) {
					t.Errorf("%s: %s: money is int64 minor units, shares are per mille", at(n.Pos()), n.Name)
				}
			case *ast.CallExpr:
				checkCall(t, at(n.Pos()), path, isTest, n)
			}
			return true
		})
	})
}

// mayUseFloat lists the folders that measure time and memory, not money.
func mayUseFloat(path string) bool { return strings.HasPrefix(path, "internal/bench/") }

var sqlText = regexp.MustCompile(`(?i)^\s*(select|insert|update|delete|create|copy|drop|with|alter|attach)\s`)

// checkCall refuses the wall clock outside the command line and SQL put
// together by Sprintf.
func checkCall(t *testing.T, at, path string, isTest bool, call *ast.CallExpr) {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return
	}
	pkg, ok := sel.X.(*ast.Ident)
	if !ok {
		return
	}
	name := pkg.Name + "." + sel.Sel.Name
	mayReadClock := isTest || strings.HasPrefix(path, "internal/cli/") || strings.HasPrefix(path, "internal/bench/")
	if name == "time.Now" && !mayReadClock {
		t.Errorf("%s: time.Now: take the time as a parameter; only internal/cli reads the clock", at)
	}
	if !strings.HasPrefix(name, "fmt.") || !strings.HasSuffix(name, "rintf") || len(call.Args) == 0 {
		return
	}
	if lit, ok := call.Args[0].(*ast.BasicLit); ok && sqlText.MatchString(strings.Trim(lit.Value, "`\"")) {
		t.Errorf("%s: SQL by %s: write static SQL that reads a table of settings", at, name)
	}
}

// alias finds a table and the word behind it; $from is a parameter.
var alias = regexp.MustCompile(`(?i)(?:^|[^$a-z0-9_])(from|join)\s+[a-z_][a-z0-9_.]*\s+([a-z_][a-z0-9_]*)`)

// afterTable are the words that may follow a table's name.
var afterTable = map[string]bool{
	"as": true, "where": true, "group": true, "order": true, "on": true, "using": true, "inner": true, "left": true,
	"full": true, "join": true, "union": true, "having": true, "limit": true, "cross": true, "semi": true, "anti": true, "right": true,
	"window": true, "except": true, "for": true, "is": true, "begin": true, "when": true, "set": true,
}

func TestSQLFiles(t *testing.T) {
	walk(t, ".sql", func(path string, text []byte) {
		lower := strings.ReplaceAll(strings.ToLower(stripComments(string(text))), "distinct from", "<>")
		if strings.Contains(lower, " not in (") {
			t.Errorf("%s: `not in (`: with a null in the list nothing matches; write an anti join", path)
		}
		for _, m := range alias.FindAllStringSubmatch(lower, -1) {
			if !afterTable[m[2]] {
				t.Errorf("%s: `%s`: write the alias with `as`", path, m[0])
			}
		}
		if strings.Contains(path, "/sql") && (strings.HasPrefix(path, "match/") || strings.HasPrefix(path, "settle/")) {
			for _, header := range []string{"-- reads:", "-- writes:", "-- why:"} {
				if !strings.Contains(string(text), header) {
					t.Errorf("%s: no %q line on top", path, header)
				}
			}
		}
	})
}

func stripComments(sql string) string {
	var out []string
	for _, line := range strings.Split(sql, "\n") {
		code, _, _ := strings.Cut(line, "--")
		out = append(out, code)
	}
	return strings.Join(out, "\n")
}

// stages are the packages that internal/cli and internal/chain call in order.
var stages = []string{"recon/ingest", "recon/match", "recon/settle", "recon/report"}

func TestStagesDoNotImportEachOther(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}}: {{join .Imports " "}}`, "recon/...").CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		pkg, imports, _ := strings.Cut(line, ": ")
		for _, imported := range strings.Fields(imports) {
			for _, stage := range stages {
				from := stageOf(pkg)
				if from != "" && from != stage && (imported == stage || strings.HasPrefix(imported, stage+"/")) {
					t.Errorf("%s imports %s: stages hand rows on in tables; internal/chain and internal/payrun call them in order", pkg, imported)
				}
			}
			if strings.HasPrefix(pkg, "recon/internal/") && !seesStages(pkg) && stageOf(imported) != "" {
				t.Errorf("%s imports %s: what is below internal/ is a leaf", pkg, imported)
			}
		}
	}
}

// seesStages are the packages whose work is to put the stages together.
func seesStages(pkg string) bool {
	for _, p := range []string{"recon/internal/cli", "recon/internal/chain", "recon/internal/payrun", "recon/internal/serve", "recon/internal/bench"} {
		if pkg == p || strings.HasPrefix(pkg, p+"/") {
			return true
		}
	}
	return false
}

func stageOf(pkg string) string {
	for _, stage := range stages {
		if pkg == stage || strings.HasPrefix(pkg, stage+"/") {
			return stage
		}
	}
	return ""
}

// walk calls fn for every file of the project that ends in ext.
func walk(t *testing.T, ext string, fn func(path string, text []byte)) {
	t.Helper()
	seen := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && path != root || d.Name() == "testdata" || d.Name() == "demo") {
			return filepath.SkipDir
		}
		if filepath.Ext(path) != ext {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		seen++
		rel, err := filepath.Rel(root, path)
		fn(filepath.ToSlash(rel), text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen == 0 {
		t.Fatalf("no %s file below %s", ext, root)
	}
}
