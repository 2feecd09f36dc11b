import { generateKeyPairSync } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseJobFile } from '../../electron/app/headless-run/job-file.ts';
import { createIds } from '../../electron/base/ids.ts';
import { readAuthorities } from '../../electron/base/network/trust.ts';
import { openDatabase } from '../../electron/db/open.ts';
import { queueMigrations } from '../../electron/db/migrations/queue.ts';
import { findDamage, tableShapes, salvage } from '../../electron/db/recovery/damage.ts';
import { shippedTemplates } from '../../electron/jobs/checklists.ts';
import { parseHandedFile, seal, unseal } from '../../electron/jobs/hand-over/file-format.ts';
import { fileOfGiven, giveJob } from '../../electron/jobs/hand-over/give.ts';
import { takeJob } from '../../electron/jobs/hand-over/take.ts';
import { startJob, skipStep } from '../../electron/jobs/start.ts';
import { installBox } from '../../electron/jobs/steps/box.ts';
import { createCar, chooseGroup } from '../../electron/jobs/steps/car.ts';
import { createInstallationLog } from '../../electron/log/append.ts';
import { readPolicyFile, registryValues } from '../../electron/profiles/machine-policy.ts';
import { checkUpdateFile } from '../../electron/updates/release.ts';
import { decodeText, readList } from '../../renderer/screens/batch/read-csv.ts';
import { guessColumns, mappingOf, rowOf } from '../../shared/domain/batch.ts';
import { readTemplate } from '../../shared/domain/checklist-faults.ts';
import { JOB_FILES } from '../fuzz/files/job-files.ts';
import { movingClock } from '../integration/queue/moving-clock.ts';
import { known, openJobs } from '../unit/jobs/bench.ts';
import { costOf, costsWorseThanLinear, refusing, worseThanLinear } from './growth.ts';
import { grownPlaces } from './grown.ts';
import { hostileTexts } from './hostile-texts.ts';

/* Files as their readers take them, with one place grown: the time grows with the length and no faster. */

const worse = (
  makers: Readonly<Record<string, (length: number) => string>>,
  read: (text: string) => unknown,
): readonly string[] =>
  Object.entries(makers).flatMap(([name, make]) => {
    const found = worseThanLinear(refusing(read), make);
    return found === null ? [] : [`${name}: ${found}`];
  });

/** The contents of a hand-over file of an unfinished job. */
function handedFile(): string {
  const { parts } = openJobs();
  const job = startJob(parts);
  createCar(parts, job, { name: 'Van 12', licensePlate: 'M XY 7', vin: '', brand: 'Ford', model: 'Transit' });
  skipStep(parts, job, 'keyfob', { typed: 'For the test' });
  skipStep(parts, job, 'before', { typed: 'For the test' });
  installBox(parts, job, known.box);
  chooseGroup(parts, job, { name: 'North' });
  giveJob(parts, job, null);
  return JSON.stringify(fileOfGiven(parts, job));
}

describe('a file of JSON', () => {
  it.each(JOB_FILES.map((right, index) => [index + 1, right] as const))('job.json %i', (_index, right) => {
    expect(worse(grownPlaces(right), (text) => parseJobFile(text, 'job.json'))).toEqual([]);
  });

  it('a checklist', () => {
    expect(worse(grownPlaces(shippedTemplates[0]), readTemplate)).toEqual([]);
  });

  it('a handed job, read and taken over @long', async () => {
    const { parts, database } = openJobs();
    const right: unknown = JSON.parse(handedFile());
    const taken = async (text: string) => {
      const file = parseHandedFile(text);
      // Undone, so that the next one is not refused as taken already.
      database.sqlite.exec('BEGIN IMMEDIATE');
      try {
        await takeJob(parts, file, { mayRestore: () => true });
      } finally {
        database.sqlite.exec('ROLLBACK');
      }
    };
    expect(await worseOf(grownPlaces(right), taken)).toEqual([]);
  });
});

/** The same of a reader that waits. */
async function worseOf(
  makers: Readonly<Record<string, (length: number) => string>>,
  read: (text: string) => Promise<unknown>,
  longest?: number,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [name, make] of Object.entries(makers)) {
    const grown = await costsWorseThanLinear((text) => costOf(() => read(text)), make, longest);
    if (grown !== null) found.push(`${name}: ${grown}`);
  }
  return found;
}

describe('a sealed file', () => {
  const PASSPHRASE = 'correct horse battery';
  const NAME = 'BWJOB\0\0\u0001';
  const latin1 = (text: string) => Buffer.from(text, 'latin1');
  /** The sealed files of these texts: each is sealed once, and named by its text. */
  const sealed = new Map<string, Buffer>();
  const open = async (text: string) => {
    const file = sealed.get(text) ?? (await seal(text, PASSPHRASE, 1));
    sealed.set(text, file);
    return unseal(file, PASSPHRASE);
  };

  it('is opened with its passphrase', async () => {
    const makers = {
      'one long text': (length: number) => 'x'.repeat(length),
      'characters of several bytes': (length: number) => 'é\u{1F697}'.repeat(length / 3),
    };
    for (const [name, make] of Object.entries(makers)) {
      const text = make(16 * 1024);
      expect({ name, same: (await open(text)) === text }).toEqual({ name, same: true });
    }
    expect(await worseOf(makers, open)).toEqual([]);
  });

  it('is refused with another passphrase, changed, or made up', async () => {
    const makers = {
      'no file of ours': (length: number) => '\0'.repeat(length),
      'a head and any bytes': (length: number) => NAME + '\u00ff'.repeat(length),
      'heads alone': (length: number) => NAME.repeat(length / NAME.length),
      'a later format': (length: number) => `BWJOB\0\0\u00ff${'x'.repeat(length)}`,
    };
    await expect(unseal(latin1(makers['heads alone'](4096)), PASSPHRASE)).rejects.toThrow(
      'hand-over-passphrase',
    );
    expect(await worseOf(makers, (text) => unseal(latin1(text), PASSPHRASE))).toEqual([]);
  });
});

describe('a file whose header announces a large size', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'boxwright-growth-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const written = (text: string | Buffer): string => {
    const file = join(folder, 'file');
    writeFileSync(file, text);
    return file;
  };
  const policy = {
    role: 'lead',
    proxy: 'http://proxy.example:8080',
    updates: 'https://updates.example',
    customers: [4711],
  };

  it('a policy', () => {
    const makers = { ...hostileTexts, ...grownPlaces(policy) };
    expect(worse(makers, (text) => readPolicyFile(written(text)))).toEqual([]);
  });

  it('a policy of the registry', () => {
    const line = '    proxy    REG_SZ    proxy.example\r\n';
    const makers = {
      ...hostileTexts,
      'the same value': (length: number) => line.repeat(length / line.length),
      gaps: (length: number) => ' '.repeat(length),
      'ends of texts': (length: number) => `    customers    REG_MULTI_SZ    ${'\\0'.repeat(length / 2)}`,
    };
    expect(worse(makers, (text) => registryValues(Buffer.from(text)))).toEqual([]);
  });

  it('a file of authorities', () => {
    const [begin, end] = ['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----'];
    const makers = {
      ...hostileTexts,
      'beginnings of certificates': (length: number) => begin.repeat(length / begin.length),
      'a certificate that never ends': (length: number) => begin + 'A'.repeat(length),
      'empty certificates': (length: number) => `${begin}A${end}`.repeat(length / 60),
    };
    expect(worse(makers, (text) => readAuthorities(written(text)))).toEqual([]);
  });

  it('an update', async () => {
    const { publicKey: key } = generateKeyPairSync('ed25519');
    const head = { version: '2.0.0', kind: 'deb', notes: 'x', size: 1, sha512: 'AAAA', signature: 'AAAA' };
    const withHead = (text: string) => {
      const bytes = Buffer.from(text, 'utf8');
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.byteLength);
      return written(
        Buffer.concat([Buffer.from('BWUPD\0\u00001', 'latin1'), length, bytes, Buffer.alloc(1)]),
      );
    };
    const check = (text: string) => checkUpdateFile(withHead(text), { version: '1.0.0', kind: 'deb', key });
    await expect(check(JSON.stringify(head))).rejects.toThrow('update-not-genuine');
    expect(await worseOf({ ...hostileTexts, ...grownPlaces(head) }, check, 100_000)).toEqual([]);
  });
});

describe('a list of cars', () => {
  const repeat =
    (piece: string, end = '') =>
    (length: number) =>
      piece.repeat(length / piece.length) + end;
  const makers = {
    'many lines': (length: number) => `Plate;VIN\n${'M BX 1;W1V44770513872041\n'.repeat(length / 25)}`,
    'many lines of one cell': repeat('a\n'),
    'many columns': (length: number) => `${'Plate;'.repeat(length / 12)}\n${'M BX 1;'.repeat(length / 14)}`,
    'many columns of different names': (length: number) =>
      `${Array.from({ length: length / 8 }, (_, number) => `C${number}`).join(';')}\nM BX 1`,
    'as many lines as columns': (length: number) => {
      const side = Math.round(Math.sqrt(length / 2));
      return `${';'.repeat(side)}\n`.repeat(side);
    },
    'quotes in quotes': (length: number) => `Plate;VIN\n"${'""'.repeat(length / 2)}";x`,
    'quotes that open in the middle': repeat('a"'),
    'a quote that never ends': (length: number) => `Plate;VIN\n"${'M BX 1;x\n'.repeat(length / 9)}`,
    'every separator': repeat(',;\t|'),
    'every line end': repeat('a\r\nb\rc\n'),
    'spaces before quotes': repeat(' "a" ;'),
  };

  it('read, its columns guessed, its rows made', () => {
    expect(
      worse(makers, (text) => {
        const list = readList(decodeText(Buffer.from(text, 'utf8')));
        if (typeof list === 'string') return list;
        const columns = guessColumns(list.headings, {});
        return [
          mappingOf(list.headings, columns),
          list.lines.map(({ line, cells }) => rowOf(line, cells, columns)),
        ];
      }),
    ).toEqual([]);
  });
});

describe('a backup and a damaged queue.db', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'boxwright-growth-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Bytes of a database for each character that is measured: a page is none. */
  const SCALE = 8;
  const PAGE = 4096;

  /** A queue.db of about that length, full of log entries; every `damagedEvery`th page after the first ten is overwritten. */
  const fileOf = (damagedEvery: number | null) => (length: number) => {
    const file = join(folder, `${damagedEvery}-${length}.db`);
    const database = openDatabase({
      file,
      migrations: queueMigrations,
      durability: 'normal',
      onCommitted: () => undefined,
    });
    const log = createInstallationLog({
      ids: createIds(),
      clock: movingClock(),
      worker: () => 'Bay 3',
      clockOffsetMs: () => null,
    });
    database.write((context) => {
      for (let written = 0; written < length * SCALE; written += 1000)
        log.append(context, {
          job: null,
          type: 'box-forced',
          data: { serial: '1', checks: 'label', reason: 'x'.repeat(500) },
        });
    });
    database.close();
    if (damagedEvery !== null) overwrite(file, damagedEvery);
    return file;
  };

  const overwrite = (file: string, every: number) => {
    const pages = statSync(file).size / PAGE;
    const descriptor = openSync(file, 'r+');
    // The first pages have the tables' names and roots.
    for (let page = Math.floor(pages / 2); page < pages; page += every)
      writeSync(descriptor, Buffer.alloc(PAGE, 0x5a), 0, PAGE, page * PAGE);
    closeSync(descriptor);
  };

  it('a backup is looked through', () => {
    expect(worse({ sound: fileOf(null), damaged: fileOf(50) }, (file) => findDamage(file, true))).toEqual([]);
  });

  it('reads the readable part of a damaged file', () => {
    const shapes = openDatabase({
      file: join(folder, 'shapes.db'),
      migrations: queueMigrations,
      durability: 'normal',
      onCommitted: () => undefined,
    });
    const tables = tableShapes(shapes.sqlite);
    shapes.close();
    const read = (file: string) =>
      salvage(file, { workFolder: join(folder, 'work'), tables, like: null }).rows('log_entry');
    expect(worse({ sound: fileOf(null), 'few pages': fileOf(200), 'many pages': fileOf(7) }, read)).toEqual(
      [],
    );
  });
});
