"""Checks an exported installation log (../installation-log.md) without Boxwright.

    python3 verify_log.py EXPORT.jsonl [NUMBER:HASH ...]     each NUMBER:HASH is an entry known from elsewhere, as a report shows it
"""
import hashlib, json, sys

FIELDS = ["number", "id", "at", "clockOffsetMs", "worker", "jobId", "type", "data", "previousHash"]


def verify(entries, start, known):
    number, previous = start
    for at, entry in enumerate(entries):
        text = json.dumps([entry[name] for name in FIELDS], ensure_ascii=False, separators=(",", ":"))
        if hashlib.sha256(text.encode()).hexdigest() != entry["hash"]: return f"changed {entry['number']}"
        if entry["number"] <= number: return f"inserted {entry['number']}"
        if entry["number"] > number + 1:
            later = any(other["number"] == number + 1 for other in entries[at:])
            return f"{'reordered' if later else 'removed'} {number + 1}"
        if entry["previousHash"] != previous: return f"unlinked {entry['number']}"
        number, previous = entry["number"], entry["hash"]
        if known.get(number, previous) != previous: return f"other-log {number}"
    return f"truncated {number + 1}" if any(one > number for one in known) else f"sound {number} {previous}"


with open(sys.argv[1], encoding="utf-8") as file:
    head, *entries = [json.loads(line) for line in file]
vouched = dict((int(number), digest) for number, digest in (pair.split(":") for pair in sys.argv[2:]))
vouched.setdefault(head["head"]["number"], head["head"]["hash"])
verdict = verify(entries, (head["start"]["number"], head["start"]["hash"]), vouched)
print(verdict)
sys.exit(0 if verdict.startswith("sound") else 1)
