import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { logExportHead, logExportLine } from '../../../electron/log/append.ts';
import { verifyLog, type LogFindings } from '../../../electron/log/verify.ts';
import { customerId } from '../../../shared/ids.ts';
import { LOG_CHAIN_START, logChainId, type LogEntry, type LogHead } from '../../../shared/relay/log.ts';
import { chainOf, withHash } from './made-up-chain.ts';
import { hashOfRest, redacted } from './redacted-chain.ts';

const LENGTH = 12;
const written = chainOf('this laptop', LENGTH);
const another = chainOf('another laptop', LENGTH);
const START: LogHead = { number: 0, hash: LOG_CHAIN_START };

const headOf = (entries: readonly LogEntry[]): LogHead => {
  const last = entries.at(-1);
  return last === undefined ? START : { number: last.number, hash: last.hash };
};
/** One of the log's entries as it reads after a hand was at it, by its number. */
const except = (number: number, change: (entry: LogEntry) => readonly LogEntry[]): readonly LogEntry[] =>
  written.flatMap((entry) => (entry.number === number ? change(entry) : [entry]));
/** All entries from one on are rewritten, each with its right hash: an attacker who knows this file. */
const rewrittenFrom = (number: number): readonly LogEntry[] => {
  const anew: LogEntry[] = [];
  for (const entry of written) {
    const previousHash = anew.at(-1)?.hash ?? LOG_CHAIN_START;
    const worker = entry.number === number ? 'Somebody else' : entry.worker;
    anew.push(withHash({ ...entry, worker, previousHash }));
  }
  return anew;
};

/** In the words of the page and of the script there. */
const words = (findings: LogFindings): string =>
  findings.kind === 'sound'
    ? `sound ${findings.head.number} ${findings.head.hash}${findings.redacted > 0 ? ` redacted ${findings.redacted}` : ''}`
    : `${findings.fault.kind} ${findings.fault.number}`;

/** A case: its name, the log's entries, the entries that are known from elsewhere, and the verdict in the words of the page. */
type Case = readonly [name: string, entries: readonly LogEntry[], known: readonly LogHead[], verdict: string];

/** Runs the script that the documentation gives to strangers once per line of arguments, in one process. */
const RUNS = `
import contextlib, io, json, runpy, sys
for arguments in json.load(sys.stdin):
    sys.argv = ['verify_log.py', *arguments]
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.suppress(SystemExit):
        runpy.run_path('docs/examples/verify_log.py', run_name='__main__')
    print(said.getvalue().strip())
`;

/** The verdicts of that script, one for each case. */
function pythonVerdicts(cases: readonly Case[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'log-export-'));
  try {
    const runs = cases.map(([, entries, known], index) => {
      const file = join(folder, `${index}.jsonl`);
      const head = logExportHead({
        environment: 'uat',
        customerId: customerId.parse(4711),
        chain: logChainId.parse('5f0c7d3e-6a8b-4c1d-9e2f-0a1b2c3d4e5f'),
        exportedAt: 0,
        head: headOf(entries),
      });
      writeFileSync(file, [head, ...entries.map(logExportLine)].join(''));
      return [file, ...known.map(({ number, hash }) => `${number}:${hash}`)];
    });
    const run = spawnSync('python3', ['-c', RUNS], { encoding: 'utf8', input: JSON.stringify(runs) });
    expect(run.stderr).toBe('');
    return run.stdout.trimEnd().split('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const nothing: readonly LogHead[] = [];
const head = headOf(written);
const middle: LogHead = headOf(written.slice(0, 6));

const changes: readonly Case[] = [
  ['was not touched', written, [head, middle], `sound ${LENGTH} ${head.hash}`],
  ['is empty', [], nothing, `sound 0 ${LOG_CHAIN_START}`],
  ['had a word changed', except(5, (entry) => [{ ...entry, data: '{"serial":"000"}' }]), nothing, 'changed 5'],
  ['had a time changed', except(5, (entry) => [{ ...entry, at: entry.at + 1 }]), nothing, 'changed 5'],
  ['had a name changed and hashed again', except(5, (entry) => [withHash({ ...entry, worker: 'X' })]), nothing, 'unlinked 6'],
  ['lost an entry', except(5, () => []), nothing, 'removed 5'],
  ['lost its beginning', written.slice(3), nothing, 'removed 1'],
  ['has an entry at a later place', [...written.slice(0, 4), ...written.slice(5, 8), ...written.slice(4, 5), ...written.slice(8)], nothing, 'reordered 5'],
  ['has an entry twice', except(5, (entry) => [entry, entry]), nothing, 'inserted 5'],
  ['had an entry slipped in that follows rightly', except(5, (entry) => [withHash({ ...entry, type: 'job-finished' }), entry]), nothing, 'inserted 5'],
  ['goes on with the entries of another laptop', [...written.slice(0, 5), ...another.slice(5)], nothing, 'unlinked 6'],
  ['lost its end, which the relay knows', written.slice(0, 9), [head], 'truncated 10'],
  ['lost all, which the relay knows', [], [head], 'truncated 1'],
  ['was rewritten from an entry on, and a report knows a later one', rewrittenFrom(5), [middle], 'other-log 6'],
  ['is the whole log of another laptop', another, [middle, head], 'other-log 6'],
  ['is an export of before there were redactions', written, [], `sound ${LENGTH} ${head.hash}`],
]; // prettier-ignore

/** Names are removed from entries 3 and 5, then a note from 5 as well: two redactions, numbers 13 and 14. */
const once = redacted(written, [
  { number: 3, fields: ['worker'] },
  { number: 5, fields: ['worker'] },
]);
const blank = redacted(once, [{ number: 5, fields: ['worker', 'data.note'] }], 2);
const blankHead = headOf(blank);
const blankExcept = (number: number, change: (entry: LogEntry) => readonly LogEntry[]): readonly LogEntry[] =>
  blank.flatMap((entry) => (entry.number === number ? change(entry) : [entry]));
const unmarked = (entry: LogEntry): LogEntry => ({ ...entry, redacted: undefined });
const asWritten = (number: number): readonly LogEntry[] => written.slice(number - 1, number);
/** Another last entry, with its right hash: a rewritten end. */
const endingWith = (data: Readonly<Record<string, unknown>>): readonly LogEntry[] =>
  blankExcept(14, (entry) => [withHash({ ...entry, data: JSON.stringify(data) })]);
const left5 = blank[4] ?? written[0];
const [hash5, rest5] = left5 === undefined ? ['', ''] : [left5.hash, hashOfRest(left5)];

const changesAfterRedactions: readonly Case[] = [
  ['was not touched since', blank, [blankHead, head, middle], `sound 14 ${blankHead.hash} redacted 2`],
  ['had an entry marked without a redaction', blankExcept(6, (entry) => [{ ...entry, redacted: true }]), nothing, 'changed 6'],
  ['had an entry blanked and marked without a redaction', blankExcept(6, (entry) => [{ ...entry, worker: '', redacted: true }]), nothing, 'changed 6'],
  ['had a mark taken off', blankExcept(3, (entry) => [unmarked(entry)]), nothing, 'changed 3'],
  ['had words put into what was blanked', blankExcept(3, (entry) => [{ ...entry, worker: 'Somebody else' }]), nothing, 'changed 3'],
  ['had words changed that were left', blankExcept(5, (entry) => [{ ...entry, data: entry.data.replace('0012', '0013') }]), nothing, 'changed 5'],
  ['had a time changed where words were removed', blankExcept(5, (entry) => [{ ...entry, at: entry.at + 1 }]), nothing, 'changed 5'],
  ['had a hash changed where words were removed', blankExcept(5, (entry) => [{ ...entry, hash: 'f'.repeat(64) }]), nothing, 'changed 5'],
  ['had an entry set back to where it was after the first of two redactions', blankExcept(5, () => once.slice(4, 5)), nothing, 'changed 5'],
  ['has a redacted entry as it was written', blankExcept(3, () => asWritten(3)), nothing, `sound 14 ${blankHead.hash} redacted 1`],
  ['has a redacted entry as it was written, still marked', blankExcept(3, () => asWritten(3).map((entry) => ({ ...entry, redacted: true }))), nothing, 'changed 3'],
  ['lost the entry that says what was removed', blankExcept(13, () => []), nothing, 'changed 3'],
  ['lost the end with all that says what was removed', blank.slice(0, 12), nothing, 'changed 3'],
  ['had the reason of a redaction changed', blankExcept(13, (entry) => [{ ...entry, data: entry.data.replace('left', 'joined') }]), nothing, 'changed 3'],
  ['had the last redaction blanked itself', blankExcept(14, (entry) => [{ ...entry, worker: '', redacted: true }]), nothing, 'changed 5'],
  ['has a redaction with a wrong hash of the entry', endingWith({ entries: `5:${'a'.repeat(64)}:${rest5}:worker` }), nothing, 'changed 5'],
  ['has a redaction with a wrong hash of what is left', endingWith({ entries: `5:${hash5}:${'a'.repeat(64)}:worker` }), nothing, 'changed 5'],
  ['has another end that vouches rightly, and a report knows the true one', endingWith({ entries: `5:${hash5}:${rest5}:worker` }), [blankHead], 'other-log 14'],
  ['has a redaction slipped in for a changed entry', blankExcept(6, (entry) => [{ ...entry, worker: '', redacted: true }]).flatMap((entry) => (entry.number === 13 ? [entry, ...redacted(written, [{ number: 6, fields: ['worker'] }]).slice(-1)] : [entry])), nothing, 'inserted 13'],
  ['lost an entry between a redacted one and what says so', blankExcept(8, () => []), nothing, 'removed 8'],
  ['had a word changed between a redacted entry and what says so', blankExcept(8, (entry) => [{ ...entry, type: 'x' }]), nothing, 'changed 8'],
  ['has a redacted entry twice', blankExcept(5, (entry) => [entry, entry]), nothing, 'inserted 5'],
  ['has a redacted entry at a later place', [...blank.slice(0, 4), ...blank.slice(5, 8), ...blank.slice(4, 5), ...blank.slice(8)], nothing, 'reordered 5'],
]; // prettier-ignore

describe.each([
  ['a log', changes],
  ['a log with words removed on request', changesAfterRedactions],
] as const)('of %s', (_log, cases) => {
  test.each(cases)('that %s, the check says so', async (_name, entries, known, verdict) => {
    expect(words(await verifyLog(entries, known))).toBe(verdict);
  });

  test('the script of the documentation says the same of each change', () => {
    const verdicts = pythonVerdicts(cases);
    expect(verdicts.map((verdict, index) => [cases[index]?.[0], verdict])).toEqual(
      cases.map(([name, , , verdict]) => [name, verdict]),
    );
  });
});

test('an entry behind the first bad one makes nothing trusted', async () => {
  const verdict = await verifyLog(blankExcept(8, (entry) => [{ ...entry, type: 'x' }]));
  expect(verdict).toMatchObject({
    kind: 'broken',
    trusted: headOf(written.slice(0, 2)),
    fault: { number: 8 },
  });
});

test('the part before the first bad entry stays trusted', async () => {
  const verdict = await verifyLog(except(5, () => []));
  expect(verdict).toMatchObject({ kind: 'broken', trusted: headOf(written.slice(0, 4)) });
});

test('a chain that continues another one is checked from where it begins', async () => {
  const later = written.slice(4);
  expect(await verifyLog(later, [], headOf(written.slice(0, 4)))).toEqual({
    kind: 'sound',
    head,
    redacted: 0,
  });
  expect(await verifyLog(later, [], { number: 4, hash: 'f'.repeat(64) })).toMatchObject({
    fault: { kind: 'unlinked' },
  });
});
