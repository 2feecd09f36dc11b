"""Checks an exported installation log (../installation-log.md) without Boxwright.

    python3 verify_log.py EXPORT.jsonl [NUMBER:HASH ...]     each NUMBER:HASH is an entry known from elsewhere, as a report shows it
"""
import hashlib, json, sys

FIELDS = ["number", "id", "at", "clockOffsetMs", "worker", "jobId", "type", "data", "previousHash"]


def digest(entry):
    text = json.dumps([entry[name] for name in FIELDS], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def redactions(entries):
    for entry in entries:
        if entry["type"] == "entries-redacted" and not entry.get("redacted") and digest(entry) == entry["hash"]:
            for number, was, left, _ in (one.split(":") for one in json.loads(entry["data"])["entries"].split()):
                if int(number) < entry["number"]: yield int(number), (was, left)


def verify(entries, start, known):
    number, previous = start
    vouched = dict(redactions(entries))
    for at, entry in enumerate(entries):
        said = vouched.get(entry["number"]) if entry.get("redacted") else (digest(entry),) * 2
        if said != (entry["hash"], digest(entry)): return f"changed {entry['number']}"
        if entry["number"] <= number: return f"inserted {entry['number']}"
        if entry["number"] > number + 1:
            later = any(other["number"] == number + 1 for other in entries[at:])
            return f"{'reordered' if later else 'removed'} {number + 1}"
        if entry["previousHash"] != previous: return f"unlinked {entry['number']}"
        number, previous = entry["number"], entry["hash"]
        if known.get(number, previous) != previous: return f"other-log {number}"
    if any(one > number for one in known): return f"truncated {number + 1}"
    blank = sum(1 for entry in entries if entry.get("redacted"))
    return f"sound {number} {previous}" + (f" redacted {blank}" if blank else "")


with open(sys.argv[1], encoding="utf-8") as file:
    head, *entries = [json.loads(line) for line in file]
known = dict((int(number), value) for number, value in (pair.split(":") for pair in sys.argv[2:]))
known.setdefault(head["head"]["number"], head["head"]["hash"])
verdict = verify(entries, (head["start"]["number"], head["start"]["hash"]), known)
print(verdict)
sys.exit(0 if verdict.startswith("sound") else 1)
