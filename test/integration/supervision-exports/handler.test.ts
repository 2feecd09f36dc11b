import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { logChainId } from '../../../shared/relay/log.ts';
import { createTranslator } from '../../../electron/base/translator.ts';
import { exportCalls } from '../../../electron/handlers/supervision.ts';
import { createChecklists } from '../../../electron/jobs/checklists.ts';
import type { Profile } from '../../../electron/profiles/profile.ts';
import { createExportService, type ExportServiceParts } from '../../../electron/reports/exports/service.ts';
import { exportedJobs, photosOfOtherJobs } from '../../../electron/supervision/copies-reader.ts';
import { logsToHand } from '../../../electron/supervision/laptop-logs.ts';
import { installationsExport } from '../../../shared/domain/supervision-export.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { attachmentDigest } from '../../../shared/relay/attachments.ts';
import { type Copies, NOW, openCopies, OWNER } from '../supervision/copies.ts';
import { job, loggingLaptops } from '../supervision/logging-laptops.ts';
import { openly } from './read-exports.ts';

const caller = { sender: { windowId: 1, url: '', isMainFrame: true, page: 'page-1' } };
const OCTOBER = new Date(2026, 9, 12, 9).getTime();
const lost = attachmentDigest.parse('a'.repeat(64));
const profile: Profile = {
  address: { environment: 'uat', baseUrl: 'https://operator.example/v3', apiKeyHeader: 'service-API-Key' },
  credentials: { apiKey: 'key', username: 'user', password: 'password' },
  customer: { id: OWNER.customerId, name: 'Fleet North' },
  relay: null,
  keeping: 'memory-only',
};
const checklists = createChecklists({ folder: null, remembered: () => [] });

let copies: Copies;
beforeEach(async () => {
  copies = openCopies();
  const log = loggingLaptops(copies);
  const car = (plate: string) =>
    ['car-chosen', { car: 7, plate, name: null, vin: null, brand: 'Ford', model: 'Transit' }] as const;
  log('Munich / Bay 1', job(1), 'Jo Hill', OCTOBER, [
    ['job-started', { kind: 'installation' }],
    car('M-BX 1'),
    ['photo-taken', { item: 'photo', text: 'Photo', digest: lost }],
  ]);
  log('Berlin / Bay 2', job(2), 'Ann Poe', OCTOBER, [
    ['job-started', { kind: 'installation' }],
    car('B-BX 2'),
  ]);
  log('Munich / Bay 1', job(3), 'Jo Hill', new Date(2026, 10, 1, 0, 30).getTime(), [
    ['job-started', { kind: 'installation' }],
    car('M-BX 3'),
  ]);
  await copies.settle();
});
afterEach(() => copies.close());

const lostBox = {
  serial: '0011',
  sap: 'SAP-100',
  place: 'site',
  condition: 'lost',
  laptop: 'Munich / Bay 1',
  chain: logChainId.parse('c0000000-0000-4000-8000-000000000001'),
  number: 1,
  state: 'lost',
  at: NOW,
} as const;

/** The calls over these copies, and what they asked of the machine. @param choose where a person saves; null = cancelled. */
function calls(choose: (suggested: string) => string | null = (suggested) => suggested) {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-pack-'));
  const asked: string[] = [];
  const shown: string[] = [];
  const { sqlite } = copies.database;
  const sources = { sqlite, queue: copies.queue.sqlite, owner: OWNER, checklists };
  const open: ExportServiceParts['open'] = (filter, sort) =>
    exportedJobs(sources, copies.lookUp().all(filter, sort));
  const pdf = { render: async (html: string) => Buffer.from(`%PDF ${html}`) };
  const clock = { now: () => NOW };
  const service = createExportService({
    open,
    target: () => ({ ...OWNER, baseUrl: profile.address.baseUrl }),
    clock,
    translator: createTranslator,
    pdf,
    onChange: () => undefined,
  });
  onTestFinished(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });
  const found = exportCalls({
    current: () => ({ profile }),
    service,
    open,
    jobs: {
      read: (id) => copies.jobPage(id),
      photosOfOthers: (page) => photosOfOtherJobs(sqlite, page),
      get: async () => ({ picture: null, missing: 'not-brought' }),
      here: () => null,
    },
    stock: ({ site }) => [{ ...lostBox, site }],
    logs: (chains) => logsToHand(sources, chains, NOW),
    pdf,
    saveDialog: {
      choose: async ({ suggestedName }) => {
        asked.push(suggestedName);
        const name = choose(suggestedName);
        return name === null ? null : join(folder, name);
      },
    },
    savedFiles: { showInFolder: (path) => shown.push(path), openFile: () => Promise.resolve(true) },
    clock,
  });
  return { found, asked, shown, service, files: () => readdirSync(folder) };
}

const packOf = async (site: string | null) => {
  const { found } = calls();
  const { path, missing } = await found['exports.savePack'](
    { month: '2026-10', site, manner: openly },
    caller,
  );
  const files = unzipSync(readFileSync(path ?? ''));
  const text = (name: string) => Buffer.from(files[name] ?? []).toString('utf8');
  const { jobs } = installationsExport.parse(JSON.parse(text('table.json')));
  return { missing, names: Object.keys(files), text, plates: new Set(jobs.map(({ plate }) => plate)) };
};

test('the stock is saved as CSV under its filter, and its file can be shown', async () => {
  const { found, asked, shown } = calls();
  const filter = { site: 'Munich', sapNumber: null, state: null, serial: '' };
  const { path } = await found['exports.saveStock']({ filter, language: 'en' }, caller);
  expect(asked).toEqual(['boxes-uat.csv']);
  expect(readFileSync(path ?? '', 'utf8')).toContain('0011,SAP-100,Munich,Lost,Munich / Bay 1,');
  await found['exports.show']({ path: path ?? '', how: 'folder' }, caller);
  expect(shown).toEqual([path]);
});

test('the paper of a job withholds a photo that only another job blurs', async () => {
  const { found } = calls();
  const isWithheld = async () => {
    const { path } = await found['exports.saveJob']({ jobId: job(1), manner: openly }, caller);
    return readFileSync(path ?? '', 'utf8').includes('Picture that lacks a blur');
  };
  expect(await isWithheld()).toBe(false);
  const blurred = { item: 'photo', digest: 'b'.repeat(64), original: lost, blurred: true };
  loggingLaptops(copies)('Berlin / Bay 4', job(4), 'Ann Poe', OCTOBER, [
    ['photo-taken', { item: 'photo', text: 'Photo', digest: lost }],
    ['photo-annotated', blurred],
  ]);
  await copies.settle();
  expect(await isWithheld()).toBe(true);
});

describe('a monthly pack from the window', () => {
  test('has the jobs that began in the month, at one site or at all', async () => {
    expect((await packOf('Munich')).plates).toEqual(new Set(['M-BX 1']));
    expect((await packOf(null)).plates).toEqual(new Set(['B-BX 2', 'M-BX 1']));
  });

  test('has printed acceptance sheets, the logs, and the customer; the call tells how many photos it lacks', async () => {
    const { names, text, missing } = await packOf('Munich');
    expect(names.filter((name) => name.startsWith('acceptance/'))).toEqual(['acceptance/group-001-1.pdf']);
    expect(text('acceptance/group-001-1.pdf')).toMatch(/^%PDF/);
    expect(names.filter((name) => name.endsWith('.jsonl'))).toHaveLength(1);
    expect(text('README.txt')).toContain('Fleet North, Munich, 2026-10');
    expect(missing).toBe(1);
  });

  test('also has the acceptance pages of a group whose name no filter takes, and one line for it', async () => {
    const name = `Vans\tof\nbay 3 ${'x'.repeat(200)}`;
    loggingLaptops(copies)('Munich / Bay 4', job(4), 'Jo Hill', OCTOBER, [
      ['job-started', { kind: 'installation' }],
      ['group-chosen', { group: name, isNew: false }],
    ]);
    await copies.settle();
    const { names, text } = await packOf('Munich');
    expect(text('groups.txt').trimEnd().split('\n')).toHaveLength(2);
    expect(names.filter((file) => file.startsWith('acceptance/'))).toHaveLength(2);
  });

  test('of a month without jobs is refused before a place is asked for', async () => {
    const { found, asked } = calls();
    await expect(
      found['exports.savePack']({ month: '2026-09', site: null, manner: openly }, caller),
    ).rejects.toMatchObject({ problem: { code: 'pack-empty' } });
    expect(asked).toEqual([]);
  });

  test('is named by its month and site, and nothing is written where no place is chosen', async () => {
    const { found, asked, files } = calls(() => null);
    expect(
      await found['exports.savePack']({ month: '2026-10', site: 'Munich', manner: openly }, caller),
    ).toEqual({
      path: null,
      missing: 0,
    });
    expect(asked).toEqual(['pack-2026-10-munich.zip']);
    expect(files()).toEqual([]);
  });

  test('that is stopped leaves nothing', async () => {
    const { found, service, files } = calls();
    const saving = found['exports.savePack']({ month: '2026-10', site: null, manner: openly }, caller);
    await expect.poll(() => service.state().task).not.toBeNull();
    await found['exports.stop']({}, caller);
    expect(await saving).toEqual({ path: null, missing: 0 });
    expect(files()).toEqual([]);
  });
});

test('a file is shown in its folder once it was saved; no other path is', async () => {
  const { found, shown } = calls();
  const { path } = await found['exports.savePack']({ month: '2026-10', site: null, manner: openly }, caller);
  expect(existsSync(path ?? '')).toBe(true);
  await found['exports.show']({ path: path ?? '', how: 'folder' }, caller);
  await expect(found['exports.show']({ path: '/etc/passwd', how: 'file' }, caller)).rejects.toEqual(
    new ProblemError(makeProblem('not-found')),
  );
  expect(shown).toEqual([path]);
});
