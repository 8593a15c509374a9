import csv
import io
import re
from collections import Counter

DATE = re.compile(r"^\d{4}-\d{2}-\d{2}([T ].*)?$")


def number(text):
    try:
        return float(text.replace(",", "")) if text.strip() else None
    except ValueError:
        return None


def describe(name, cells):
    filled = [cell.strip() for cell in cells if cell.strip()]
    numbers = [value for value in map(number, filled) if value is not None]
    column = {"name": name, "empty": len(cells) - len(filled), "distinct": len(set(filled))}
    if not filled:
        return {**column, "type": "empty"}
    if len(numbers) == len(filled):
        total = sum(numbers)
        facts = {"min": min(numbers), "max": max(numbers), "sum": round(total, 6), "mean": round(total / len(numbers), 6)}
        return {**column, "type": "number", **facts}
    kind = "date" if all(DATE.match(cell) for cell in filled) else "text"
    frequent = [{"value": value, "count": count} for value, count in Counter(filled).most_common(5)]
    return {**column, "type": kind, "frequent": frequent}


def main(state):
    given = state["input"] or {}
    text = given.get("csv", "")
    delimiter = given.get("delimiter")
    if not delimiter:
        head = text.splitlines()[0] if text.strip() else ","
        delimiter = max([",", ";", "\t", "|"], key=head.count)
    rows = [row for row in csv.reader(io.StringIO(text), delimiter=delimiter) if row]
    if not rows:
        return {"rows": 0, "columns": [], "problems": ["The table is empty."]}
    names, body = rows[0], rows[1:]
    problems = [f"Column {i + 1} has no name." for i, name in enumerate(names) if not name.strip()]
    wrong = [i + 2 for i, row in enumerate(body) if len(row) != len(names)]
    if wrong:
        problems.append(f"{len(wrong)} rows do not have {len(names)} cells, such as row {wrong[0]}.")
    columns = [describe(name, [row[i] if i < len(row) else "" for row in body]) for i, name in enumerate(names)]
    return {"rows": len(body), "columns": columns, "delimiter": delimiter, "problems": problems}
