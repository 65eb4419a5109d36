// Filters and sorts the tables of open breaks. The page says everything without it.
(function () {
  "use strict";
  var bar = document.getElementById("filter");
  var findings = Array.from(document.querySelectorAll(".finding"));
  var tables = Array.from(document.querySelectorAll("table.open"));
  if (!bar || findings.length === 0) { return; }

  function add(parent, name, attributes, text) {
    var e = document.createElement(name);
    Object.keys(attributes).forEach(function (k) { e.setAttribute(k, attributes[k]); });
    if (text) { e.textContent = text; }
    parent.appendChild(e);
    return e;
  }

  function choice(label, pairs) {
    var select = add(bar, "select", { "aria-label": label });
    add(select, "option", { value: "" }, label);
    pairs.forEach(function (p) { add(select, "option", { value: p[0] }, p[1]); });
    select.addEventListener("change", apply);
    return select;
  }

  function pairs(value, text) {
    var seen = {};
    findings.forEach(function (f) { seen[f.dataset[value]] = f.dataset[text]; });
    return Object.keys(seen).sort().map(function (k) { return [k, seen[k]]; });
  }

  function value(row, column) {
    var cell = row.cells[column];
    var number = cell.dataset.v;
    return number === undefined || number === "" ? cell.textContent.trim() : Number(number);
  }

  function sort(table, column, down) {
    var body = table.tBodies[0];
    Array.from(body.rows).map(function (row, place) { return [value(row, column), place, row]; }).sort(function (a, b) {
      var order = typeof a[0] === "number" && typeof b[0] === "number" ? a[0] - b[0] : String(a[0]).localeCompare(String(b[0]));
      return (down ? -order : order) || a[1] - b[1];
    }).forEach(function (r) { body.appendChild(r[2]); });
    Array.from(table.tHead.rows[0].cells).forEach(function (th, i) {
      if (i === column) { th.setAttribute("aria-sort", down ? "descending" : "ascending"); } else { th.removeAttribute("aria-sort"); }
    });
  }

  function shown(finding, wanted) {
    var n = 0;
    Array.from(finding.querySelectorAll("tbody tr")).forEach(function (row) {
      row.text = row.text || row.textContent.toLowerCase();
      row.hidden = wanted !== "" && row.text.indexOf(wanted) < 0;
      if (!row.hidden) { n++; }
    });
    return n;
  }

  function apply() {
    var wanted = text.value.trim().toLowerCase(), n = 0;
    findings.forEach(function (f) {
      var fits = (!reason.value || f.dataset.reason === reason.value) && (!account.value || f.dataset.account === account.value);
      var rows = fits ? shown(f, wanted) : 0;
      f.hidden = rows === 0;
      n += rows;
    });
    count.textContent = bar.dataset.shown.replace("#", n);
  }

  bar.setAttribute("role", "search");
  bar.setAttribute("aria-label", bar.dataset.label);
  var text = add(bar, "input", { type: "search", placeholder: bar.dataset.text, "aria-label": bar.dataset.text });
  text.addEventListener("input", apply);
  var reason = choice(bar.dataset.reason, pairs("reason", "name"));
  var account = choice(bar.dataset.account, pairs("account", "account"));
  var count = add(bar, "span", { role: "status" });

  tables.forEach(function (table) {
    Array.from(table.tHead.rows[0].cells).forEach(function (th, column) {
      var button = document.createElement("button");
      button.type = "button";
      while (th.firstChild) { button.appendChild(th.firstChild); }
      button.addEventListener("click", function () { sort(table, column, th.getAttribute("aria-sort") === "ascending"); });
      th.appendChild(button);
    });
  });
  bar.hidden = false;
  apply();
})();
