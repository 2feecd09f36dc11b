import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { installationsExport } from '../../../shared/domain/supervision-export.ts';
import { customerId, jobId, logEntryId } from '../../../shared/ids.ts';
import { attachmentDigest } from '../../../shared/relay/attachments.ts';
import { LOG_CHAIN_START, logChainId, type LogEntry } from '../../../shared/relay/log.ts';
import { madeJpeg } from '../../pictures/made-pictures.ts';
import { AMPLE_SECONDS } from '../../runner/patience.ts';
import { withHash } from '../../unit/log/made-up-chain.ts';
import { CUSTOMER } from '../relay/webhooks.ts';
import { clientOf, relayWithLaptops, workshopLogs } from '../supervision/fleet-at-relay.ts';
import { scheduler } from './export-process.ts';

const owner = { environment: 'uat', customerId: customerId.parse(CUSTOMER) } as const;
const AT = Date.UTC(2026, 9, 12, 9);
const JOB = jobId.parse('b0000000-0000-4000-8000-000000000001');
const CHAIN = logChainId.parse('c0000000-0000-4000-8000-000000000009');
const digestOf = (bytes: Uint8Array) =>
  attachmentDigest.parse(createHash('sha256').update(bytes).digest('hex'));
const picture = madeJpeg('a Box in its place');
const lost = digestOf(madeJpeg('never brought'));

/** A job of October in Munich, with a photo that the relay has and one that it has not. */
function munich(): readonly LogEntry[] {
  const steps: readonly (readonly [string, object])[] = [
    ['job-started', { kind: 'installation' }],
    ['car-chosen', { brand: 'Ford', car: 7, model: 'Transit', name: 'Van 17', plate: 'M-BX 17', vin: null }],
    ['photo-taken', { digest: digestOf(picture), item: 'photo', template: 'van', text: 'Photo', version: 3 }],
    ['photo-taken', { digest: lost, item: 'photo', template: 'van', text: 'Photo', version: 3 }],
    ['checklist-completed', { template: 'van', version: 3 }],
    ['group-chosen', { group: 'Vans / South', isNew: false }],
    ['job-finished', {}],
  ];
  const entries: LogEntry[] = [];
  for (const [index, [type, data]] of steps.entries()) {
    const said = {
      number: index + 1,
      id: logEntryId.parse(`e0000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`),
      at: AT + index * 60_000,
      clockOffsetMs: 0,
      worker: 'Jo Hill',
      jobId: JOB,
      type,
      data: JSON.stringify(data),
      previousHash: entries.at(-1)?.hash ?? LOG_CHAIN_START,
    };
    entries.push(withHash(said));
  }
  return entries;
}

async function relayOfTwoSites() {
  const laptops = await relayWithLaptops();
  await laptops.bring(workshopLogs(12));
  await laptops.bring([{ chain: CHAIN, laptop: 'Munich / Bay 9', entries: munich() }]);
  const bay = await clientOf(laptops.relay, 'Munich / Bay 8', 'installer');
  const brought = await bay.putPiece({
    ...owner,
    sha256: digestOf(picture),
    mediaType: 'image/jpeg',
    total: picture.length,
    piece: { start: 0, bytes: picture },
  });
  expect(brought.ok).toBe(true);
  return laptops.relay;
}

const OCTOBER = ['--pack', '--month', '2026-10', '--site', 'Munich', '--timeout', AMPLE_SECONDS] as const;
const heads = z.array(
  z.looseObject({
    chain: z.string(),
    laptop: z.string(),
    head: z.object({ number: z.number(), hash: z.string() }),
  }),
);

async function packed(changes: readonly string[] = []) {
  const place = await scheduler(await relayOfTwoSites());
  const file = place.path('october.zip');
  const ended = await place.run([...OCTOBER, '--out', file, ...changes]).ended;
  expect([ended.code, ended.stderr]).toEqual([0, '']);
  const files = new Map(Object.entries(unzipSync(readFileSync(file))));
  const text = (name: string) => strFromU8(files.get(name) ?? new Uint8Array());
  return { place, ended, files, text };
}

describe('a monthly pack', () => {
  test('has the table, the acceptance page of each group, the photos by digest, and the logs', async () => {
    const { ended, files, text } = await packed();
    expect(ended.lines).toMatchObject([{ code: 0, because: 'written', jobs: 1, photos: 1, missing: 1 }]);
    expect([...files.keys()].toSorted()).toEqual([
      'README.txt',
      'acceptance/group-001-1.html',
      'groups.txt',
      `logs/${CHAIN}.jsonl`,
      'logs/heads.json',
      `photos/${digestOf(picture)}.jpg`,
      'photos/missing.json',
      'table.csv',
      'table.json',
    ]);
    const { data } = Papa.parse<Record<string, string>>(text('table.csv').slice(1), {
      header: true,
      skipEmptyLines: true,
    });
    expect(data.map((line) => line['Licence plate'])).toEqual(['M-BX 17']);
    expect(installationsExport.parse(JSON.parse(text('table.json'))).jobs).toHaveLength(1);
    expect(text('groups.txt')).toBe('group-001\tVans / South\n');
    expect(text('acceptance/group-001-1.html')).toContain('M-BX 17');
    expect(digestOf(files.get(`photos/${digestOf(picture)}.jpg`) ?? new Uint8Array())).toBe(
      digestOf(picture),
    );
    expect(JSON.parse(text('photos/missing.json'))).toEqual([
      { digest: lost, job: JOB, why: 'Not uploaded to the relay yet' },
    ]);
  });

  test('has logs that a stranger verifies by the page in docs, and knows for changed when they are', async () => {
    const { place, text } = await packed();
    const [head] = heads.parse(JSON.parse(text('logs/heads.json')));
    expect(head).toMatchObject({ chain: CHAIN, laptop: 'Munich / Bay 9', head: { number: 7 } });
    const verdictOf = (log: string) => {
      const path = place.path('pack/log.jsonl');
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, log);
      const known = `${head?.head.number}:${head?.head.hash}`;
      return spawnSync('python3', ['docs/examples/verify_log.py', path, known], { encoding: 'utf8' }).stdout;
    };
    const log = text(`logs/${CHAIN}.jsonl`);
    expect(verdictOf(log)).toBe(`sound 7 ${head?.head.hash}\n`);
    expect(verdictOf(log.replace('M-BX 17', 'M-BX 18'))).toBe('changed 2\n');
    expect(text('README.txt')).toContain('python3 verify_log.py');
  });

  test('in a discreet manner names neither person nor car: heads without logs, no photo of a car', async () => {
    const { files, text } = await packed(['--people', 'numbered', '--cars', 'left-out', '--language', 'de']);
    expect([...files.keys()].filter((name) => /^(?:logs|photos)\//.test(name)).toSorted()).toEqual([
      'logs/heads.json',
      'photos/missing.json',
    ]);
    const all = [...files.keys()].map(text).join('\n');
    expect(all).not.toMatch(/Jo Hill|M-BX|Van 17/);
    expect(all).not.toContain(digestOf(picture));
    expect(text('README.txt')).toContain('Prüfen');
    expect(all).not.toMatch(/exports\.pack|\{\{/);
  });

  test('of a month without a job is none @long', async () => {
    const place = await scheduler(await relayOfTwoSites());
    const file = place.path('may.zip');
    const run = place.run(['--pack', '--month', '2026-05', '--out', file, '--timeout', AMPLE_SECONDS]);
    const { code, lines } = await run.ended;
    expect(code).toBe(2);
    expect(lines).toMatchObject([{ code: 2, problem: 'pack-empty' }]);
    expect(existsSync(file)).toBe(false);
  });
});
