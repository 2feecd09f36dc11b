import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTranslator } from '../../../electron/base/translator.ts';
import { createExportService, type TableOrder } from '../../../electron/reports/exports/service.ts';
import { type ExportedRow, logStatusWord } from '../../../shared/domain/supervision-job.ts';
import { newestFirst, supervisionFilter } from '../../../shared/domain/supervision.ts';
import { installationsExport } from '../../../shared/domain/supervision-export.ts';
import { customerId } from '../../../shared/ids.ts';
import { exportedRow as row, jobsOf } from '../../unit/supervision-exports/rows.ts';
import { openly } from './read-exports.ts';

const order = (departs: Partial<TableOrder> = {}): TableOrder => ({
  filter: supervisionFilter.parse({}),
  sort: newestFirst,
  format: 'csv',
  manner: openly,
  ...departs,
});

/** A service over these jobs, and what became of it. */
function deskOver(rows: Iterable<ExportedRow>, total: number) {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-exports-'));
  const seen = { changes: 0 };
  const printed: string[] = [];
  const service = createExportService({
    open: () => jobsOf(rows, total),
    target: () => ({ environment: 'uat', baseUrl: 'http://127.0.0.1:9', customerId: customerId.parse(4711) }),
    clock: { now: () => row(1).startedAt },
    translator: createTranslator,
    pdf: {
      render: (html) => {
        printed.push(html);
        return Promise.resolve(new TextEncoder().encode('%PDF'));
      },
    },
    onChange: () => void (seen.changes += 1),
  });
  onTestFinished(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });
  return { service, seen, folder, path: join(folder, 'out'), files: () => readdirSync(folder), printed };
}

const many = (count: number) => Array.from({ length: count }, (_, index) => row(index + 1));

describe('the table', () => {
  test('as CSV has a line for each job under one line of names, and Excel takes it for UTF-8', async () => {
    const { service, path } = deskOver(many(3), 3);
    expect(await service.saveTable(path, order())).toBe(true);
    const text = readFileSync(path, 'utf8');
    expect(text.startsWith('\uFEFFStarted,')).toBe(true);
    const { data, errors } = Papa.parse<Record<string, string>>(text.slice(1), {
      header: true,
      skipEmptyLines: true,
    });
    expect(errors).toEqual([]);
    expect(data).toHaveLength(3);
    expect(data[0]).toMatchObject({
      'Licence plate': 'M-BX 1001',
      'Box serial number': '0070001',
      Installer: 'Bay 3',
      State: 'Complete',
    });
  });

  test.each([
    ['en', ['Log has a fault', 'Log not signed', 'Log partly signed', 'Log checked']],
    [
      'de',
      [
        'Protokoll hat einen Fehler',
        'Protokoll nicht unterschrieben',
        'Protokoll teils unterschrieben',
        'Protokoll geprüft',
      ],
    ],
  ] as const)('says of each job how its log stands, in %s', async (language, words) => {
    const standings = logStatusWord.options;
    const rows = standings.map((log, index) => row(index + 1, { log }));
    const { service, path } = deskOver(rows, rows.length);
    await service.saveTable(path, order({ manner: { ...openly, language } }));
    const [head, ...lines] = Papa.parse<readonly string[]>(readFileSync(path, 'utf8').slice(1), {
      skipEmptyLines: true,
    }).data;
    const column = head?.indexOf(language === 'en' ? 'Log' : 'Protokoll') ?? -1;
    expect(lines.map((line) => line[column])).toEqual(words);
    await service.saveTable(path, order({ format: 'json' }));
    const { jobs } = installationsExport.parse(JSON.parse(readFileSync(path, 'utf8')));
    expect(jobs.map(({ log }) => log)).toEqual(standings);
  });

  test('in another language has its words, its separator and its decimal sign', async () => {
    const { service, path } = deskOver(many(1), 1);
    await service.saveTable(path, order({ manner: { ...openly, language: 'de' } }));
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(';Kennzeichen;');
    expect(text).toContain('"31,5"');
  });

  test.each([true, false])(
    'says when a test access ends, and whether that is estimated: %s',
    async (estimated) => {
      const open = row(1, { openAccess: { until: row(1).startedAt, estimated } });
      const { service, path } = deskOver([open, row(2)], 2);
      await service.saveTable(path, order());
      const { data } = Papa.parse<Record<string, string>>(readFileSync(path, 'utf8').slice(1), {
        header: true,
      });
      expect(data[0]?.['Test access ends']).toBe(data[0]?.['Started']);
      expect(data[0]?.['End is estimated']).toBe(estimated ? 'yes' : 'no');
      expect([data[1]?.['Test access ends'], data[1]?.['End is estimated']]).toEqual(['', '']);
      await service.saveTable(path, order({ format: 'json' }));
      const { jobs } = installationsExport.parse(JSON.parse(readFileSync(path, 'utf8')));
      expect(jobs.map((job) => job.openAccess)).toEqual([
        { until: new Date(row(1).startedAt).toISOString(), estimated },
        null,
      ]);
    },
  );

  test('as JSON matches the published schema, with exact serials', async () => {
    const { service, path } = deskOver(many(250), 250);
    await service.saveTable(path, order({ format: 'json', manner: { ...openly, people: 'numbered' } }));
    const parsed = installationsExport.parse(JSON.parse(readFileSync(path, 'utf8')));
    expect(parsed.jobs).toHaveLength(250);
    expect(parsed.jobs[0]).toMatchObject({ serial: '0070001', installer: 'person 1' });
    expect(JSON.stringify(parsed)).not.toContain('Bay ');
  });

  test('of nothing is a complete file', async () => {
    const { service, path } = deskOver([], 0);
    await service.saveTable(path, order({ format: 'json' }));
    expect(installationsExport.parse(JSON.parse(readFileSync(path, 'utf8'))).jobs).toEqual([]);
  });

  test('reports its progress, and stopped in the middle leaves nothing behind', async () => {
    let give = 0;
    const stopping: Promise<void>[] = [];
    const endless: Iterable<ExportedRow> = {
      *[Symbol.iterator]() {
        for (;;) {
          give += 1;
          if (give === 5000) stopping.push(service.stop());
          yield row(give);
        }
      },
    };
    const { service, path, files, seen } = deskOver(endless, 10_000);
    expect(await service.saveTable(path, order())).toBe(false);
    await Promise.all(stopping);
    expect(seen.changes).toBeGreaterThan(40);
    expect(files()).toEqual([]);
    expect(service.state()).toEqual({ task: null, ended: null });
  });

  test('that breaks in the middle leaves nothing behind and says why', async () => {
    function* breaking(): Generator<ExportedRow> {
      yield row(1);
      throw new Error('disk I/O error');
    }
    const { service, path, files } = deskOver(breaking(), 2);
    await expect(service.saveTable(path, order())).rejects.toThrow('disk I/O error');
    expect(files()).toEqual([]);
    expect(service.state()).toMatchObject({
      task: null,
      ended: { how: 'failed', problem: { code: 'unexpected' } },
    });
  });

  test('is remembered with its place until the next begins, and not for another profile', async () => {
    const { service, path } = deskOver(many(3), 3);
    expect(service.state().ended).toBeNull();
    await service.saveTable(path, order());
    expect(service.state().ended).toEqual({ how: 'saved', path, missing: 0 });
    const next = service.savePage(path, 'sheet', () => Promise.resolve(null));
    expect(service.state().ended).toBeNull();
    expect(await next).toBe(false);
    expect(service.state().ended).toBeNull();
    await service.saveTable(path, order());
    service.clearEnd();
    expect(service.state().ended).toBeNull();
  });

  test('is written one at a time', async () => {
    const { service, path, folder } = deskOver(many(2000), 2000);
    const first = service.saveTable(path, order());
    await expect(service.saveTable(join(folder, 'other'), order())).rejects.toMatchObject({
      problem: { code: 'export-busy' },
    });
    expect(await first).toBe(true);
  });
});

test('a sheet is printed and written', async () => {
  const { service, path, printed } = deskOver([], 0);
  expect(await service.savePage(path, 'sheet', () => Promise.resolve('<html></html>'))).toBe(true);
  expect(readFileSync(path, 'utf8')).toBe('%PDF');
  expect(printed).toEqual(['<html></html>']);
});
