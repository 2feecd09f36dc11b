import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { describeFault } from '../../../electron/base/mask.ts';
import { createStopRecords } from '../../../electron/diagnostics/records.ts';
import { HOUR } from '../../../shared/time.ts';

function place() {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-stops-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let now = Date.parse('2026-11-22T10:00:00Z');
  let changes = 0;
  const open = () =>
    createStopRecords({ folder, version: '1.2.3', now: () => now, onChange: () => (changes += 1) });
  return { folder, open, advance: (ms: number) => (now += ms), changes: () => changes };
}
const gone = (reason: string) => ({ reason, code: null, frames: [] });

test('a stop record is there after a restart, unreported until a person has seen it', () => {
  const { open } = place();
  open().keep('window', gone('crashed'));
  const after = open();
  expect(after.unreported()).toMatchObject([
    { kind: 'window', reason: 'crashed', version: '1.2.3', reported: false },
  ]);
  after.reported(after.unreported()[0]?.at ?? 0);
  expect(open().unreported()).toEqual([]);
  expect(open().list()).toHaveLength(1);
});

test('a stop after a report is reported by itself', () => {
  const { open, advance } = place();
  const stops = open();
  stops.keep('window', gone('crashed'));
  const [first] = stops.unreported();
  advance(HOUR);
  stops.keep('window', gone('oom'));
  stops.reported(first?.at ?? 0);
  expect(stops.unreported().map(({ reason }) => reason)).toEqual(['oom']);
});

test('twenty are kept and no more, the newest ones', () => {
  const { open, folder, advance } = place();
  const stops = open();
  for (let turn = 1; turn <= 25; turn += 1) {
    advance(HOUR);
    stops.keep('helper', gone(`GPU ${turn}`));
  }
  expect(readdirSync(folder)).toHaveLength(20);
  expect(stops.list().at(0)?.reason).toBe('GPU 25');
  expect(stops.list().at(-1)?.reason).toBe('GPU 6');
});

test('the same fault over and over is one within a minute', () => {
  const { open, advance } = place();
  const stops = open();
  for (let turn = 0; turn < 50; turn += 1) stops.keep('app', gone('TypeError'));
  expect(stops.list()).toHaveLength(1);
  advance(HOUR);
  stops.keep('app', gone('TypeError'));
  expect(stops.list()).toHaveLength(2);
});

test('a run that did not close is reported at the next start, one that closed is not', () => {
  const { open } = place();
  open().begin();
  const next = open();
  next.begin();
  expect(next.unreported()).toMatchObject([{ kind: 'ended' }]);
  next.reported(next.unreported()[0]?.at ?? 0);
  next.end();
  const last = open();
  last.begin();
  expect(last.unreported()).toEqual([]);
});

test('an unreadable or unwritable record stops nothing', () => {
  const { open, folder } = place();
  writeFileSync(join(folder, 'stop-1700000000000.json'), '{"at":');
  const stops = open();
  expect(stops.list()).toEqual([]);
  stops.keep('app', gone('Error'));
  expect(stops.list()).toHaveLength(1);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'a file in the place of the folder');
  expect(() => stops.keep('window', gone('crashed'))).not.toThrow();
  expect(stops.list()).toEqual([]);
});

test('a record names the place of a fault and no data', () => {
  const { open, folder } = place();
  const canary = 'B-KC 4821 of Anna Weber, secret-token';
  const error = Object.assign(new TypeError(`${canary}\n    at ${canary}`), { code: 'ERR_INVALID_ARG_TYPE' });
  open().keep('app', describeFault(error));
  const [name = ''] = readdirSync(folder);
  const written = readFileSync(join(folder, name), 'utf8');
  for (const word of ['4821', 'Weber', 'secret-token', tmpdir(), process.cwd()]) {
    expect(written).not.toContain(word);
  }
  expect(JSON.parse(written)).toMatchObject({ reason: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' });
  expect(written).toContain('unit/diagnostics/stop-records.test.ts:');
});

test('an error whose name and code are data keeps neither', () => {
  const error = Object.assign(new Error('x'), { name: 'Anna Weber', code: 'b-kc 4821' });
  expect(describeFault(error)).toMatchObject({ reason: 'Error', code: null });
  expect(describeFault('Anna Weber')).toEqual({ reason: 'not an Error', code: null, frames: [] });
});
