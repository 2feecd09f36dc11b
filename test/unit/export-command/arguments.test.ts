import { expect, test } from 'vitest';
import { readExportArguments } from '../../../electron/app/headless-run/arguments.ts';

const day = (year: number, month: number, date: number) => new Date(year, month - 1, date).getTime();
const filterOf = (...argv: string[]) => {
  const read = readExportArguments(['--out', 'a.csv', ...argv]);
  return read.ok && read.value.task === 'table' ? read.value.filter : null;
};

test('a file is enough: all jobs as a spreadsheet, people named, cars in full', () => {
  expect(readExportArguments(['--out', 'a.csv'])).toMatchObject({
    ok: true,
    value: {
      task: 'table',
      file: 'a.csv',
      format: 'csv',
      manner: { people: 'named', cars: 'full', language: 'en' },
      filter: { from: null, until: null, sites: [], groups: [] },
      timeoutMs: 300_000,
    },
  });
});

test.for([
  [['--month', '2026-10'], day(2026, 10, 1), day(2026, 11, 1)],
  [['--month', '2026-12'], day(2026, 12, 1), day(2027, 1, 1)],
  [['--from', '2026-10-03'], day(2026, 10, 3), null],
  [['--to', '2026-10-31'], null, day(2026, 11, 1)],
  [['--from', '2026-10-03', '--to', '2026-10-03'], day(2026, 10, 3), day(2026, 10, 4)],
] as const)('%j is from its first to the end of its last day', ([argv, from, until]) => {
  expect(filterOf(...argv)).toMatchObject({ from, until });
});

test('sites and groups may be several', () => {
  expect(filterOf('--site', 'Munich', '--site=Bonn', '--group', '')).toBeNull();
  expect(filterOf('--site', 'Munich', '--site=Bonn', '--group', 'Vans')).toMatchObject({
    sites: ['Munich', 'Bonn'],
    groups: ['Vans'],
  });
});

test('a pack is of one month', () => {
  expect(
    readExportArguments(['--out', 'a.zip', '--pack', '--month', '2026-10', '--site', 'Munich']),
  ).toMatchObject({
    ok: true,
    value: { task: 'pack', month: '2026-10', filter: { from: day(2026, 10, 1), sites: ['Munich'] } },
  });
});

test.for([
  [['--out', 'a', '--pack'], '--pack needs --month'],
  [['--out', 'a', '--pack', '--from', '2026-10-01'], '--pack needs --month'],
  [['--out', 'a', '--pack', '--month', '2026-10', '--format', 'csv'], '--pack needs --month'],
  [[], '--out needs a file'],
  [['--out', ''], '--out needs a file'],
  [['--out', 'a', '--format', 'pdf'], '--format is one of csv, json'],
  [['--out', 'a', '--people', 'all'], '--people is one of'],
  [['--out', 'a', '--cars', 'all'], '--cars is one of'],
  [['--out', 'a', '--language', 'it'], '--language is one of'],
  [['--out', 'a', '--month', '2026-13'], '--month is a month'],
  [['--out', 'a', '--month', '26-1'], '--month is a month'],
  [['--out', 'a', '--month', '2026-10', '--from', '2026-10-01'], '--month stands without'],
  [['--out', 'a', '--from', '2026-02-30'], '--from and --to are days'],
  [['--out', 'a', '--from', '2026-10-02', '--to', '2026-10-01'], '--to is not before --from'],
  [['--out', 'a', '--timeout', '0'], '--timeout must be'],
  [['--out', 'a', '--site'], '--site and --group need a name'],
  [['--out', 'a', '--constructor', 'x'], 'There is an option'],
] as const)('%j is refused', ([argv, sentence]) => {
  expect(readExportArguments(argv)).toMatchObject({ ok: false });
  expect(JSON.stringify(readExportArguments(argv))).toContain(sentence);
});

test('given values are never repeated: they may be secrets', () => {
  for (const argv of [
    ['canary'],
    ['--out', 'a', 'canary'],
    ['--canary'],
    ['--out', 'a', '--month', 'canary'],
    ['--out', 'a', '--people=canary'],
  ]) {
    const read = readExportArguments(argv);
    expect(read.ok).toBe(false);
    expect(JSON.stringify(read)).not.toContain('canary');
  }
});
