import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseHandedFile, seal, unseal } from '../../../electron/jobs/hand-over/file-format.ts';
import { fileOfGiven, giveJob } from '../../../electron/jobs/hand-over/give.ts';
import { signContent } from '../../../electron/jobs/hand-over/parties.ts';
import { takeJob } from '../../../electron/jobs/hand-over/take.ts';
import { outboxRows } from '../../../electron/db/tables/queue/planned-work.ts';
import { startJob, saveDraft } from '../../../electron/jobs/start.ts';
import { installBox, takeKey } from '../../../electron/jobs/steps/box.ts';
import { createCar } from '../../../electron/jobs/steps/car.ts';
import { plannedJobId } from '../../../shared/ids.ts';
import { ProblemError } from '../../../shared/problem.ts';
import { type JobBench, known, openJobs, someKey } from './bench.ts';
import { decided, restoring } from './leaving-bench.ts';

const WORDS = 'correct horse 7';

/** The code of what a file is refused with; null = it was taken, and its job can be shown. Anything else is thrown. */
async function answerTo(bench: JobBench, text: string): Promise<string | null> {
  const { sqlite } = bench.database;
  sqlite.exec('BEGIN IMMEDIATE');
  try {
    bench.viewAny(await takeJob(bench.parts, parseHandedFile(text), { mayRestore: () => true }));
    return null;
  } catch (cause) {
    if (cause instanceof ProblemError) return cause.problem.code;
    throw cause;
  } finally {
    sqlite.exec('ROLLBACK');
  }
}

async function someSwap(): Promise<string> {
  const { bench, job, uninstall, leave } = await decided('swap');
  leave(uninstall);
  giveJob(bench.parts, job, null);
  return JSON.stringify(fileOfGiven(bench.parts, job));
}

function someInstallation(): string {
  const bench = openJobs();
  const job = startJob(bench.parts);
  createCar(bench.parts, job, { name: '', licensePlate: 'M XY 7', vin: '', brand: 'Ford', model: 'Transit' });
  takeKey(bench.parts, job, someKey);
  installBox(bench.parts, job, known.box);
  saveDraft(bench.parts, job, 'fitting', '{"unsaved":{}}');
  const [create] = bench.operations(job);
  if (create !== undefined) bench.isDone(create.id, 20_400);
  giveJob(bench.parts, job, null);
  return JSON.stringify(fileOfGiven(bench.parts, job));
}

test.each(['unsigned', 'signed by an unknown laptop'] as const)(
  'a file that is %s claims no planned job, because it may name the one of another car',
  async (origin) => {
    const giver = openJobs();
    const job = startJob(giver.parts);
    giveJob(giver.parts, job, null);
    const { pictures, signed: _own, ...given } = fileOfGiven(giver.parts, job);
    const office = { id: plannedJobId.parse('3f0c1c1e-7f3f-4b52-9a55-0d9a3c6d2a11'), revision: 1 };
    const content = { ...given, office };
    const signed = origin === 'unsigned' ? {} : { signed: signContent(giver.parts, content) };
    const bench = openJobs();
    await takeJob(bench.parts, parseHandedFile(JSON.stringify({ ...content, pictures, ...signed })), {
      mayRestore: () => true,
    });
    expect(outboxRows(bench.database.sqlite)).toEqual([]);
  },
);

test('a file of a swap that asks for the new Box twice is refused', async () => {
  const { bench: giver, job } = await decided('swap');
  giveJob(giver.parts, job, null);
  const { signed: _own, ...given } = fileOfGiven(giver.parts, job);
  const once = openJobs();
  await takeJob(once.parts, parseHandedFile(JSON.stringify(given)), { mayRestore: () => true });
  expect(once.queued(job)).toEqual(['uninstall ready', 'install waiting']);
  const twice = changed(given, ['todo', 'fits'], true);
  expect(await answerTo(openJobs(), JSON.stringify(twice))).toBe('hand-over-unreadable');
});

test('a file of a swap that asks for a Box that it reports as installed is refused', async () => {
  const { bench: giver, job, install, restored } = await restoring();
  expect(giver.operations(job).find(({ id }) => id === restored)?.state).not.toBe('done');
  giveJob(giver.parts, job, null);
  const { signed: _own, ...given } = fileOfGiven(giver.parts, job);
  expect(await answerTo(openJobs(), JSON.stringify(given))).toBeNull();
  expect(giver.operations(job).find(({ id }) => id === install)?.state).toBe('done');
  const again = changed(given, ['todo', 'fits'], true);
  expect(await answerTo(openJobs(), JSON.stringify(again))).toBe('hand-over-unreadable');
});

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
/** Content that no app has written. */
const strange = fc.oneof(
  fc.constantFrom<unknown>(
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
    2 ** 53,
    1e308,
    -1,
    0,
    0.5,
    null,
    true,
    '',
    'x'.repeat(100_000),
    [],
    {},
    '00000000-0000-4000-8000-000000000000',
    '{"code":"unexpected","params":{}}',
  ),
  fc.integer({ min: 1, max: 500 }).map(nested),
  fc.string(),
  fc.jsonValue(),
);

const branches = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]);
const fields = z.record(z.string(), z.unknown());

/** The ways to every value of a text. */
function ways(value: unknown, before: readonly string[] = []): readonly (readonly string[])[] {
  const inner = branches.safeParse(value);
  const below = inner.success
    ? Object.entries(inner.data).flatMap(([name, one]) => ways(one, [...before, name]))
    : [];
  return [before, ...below];
}

/** The same with another value at the end of a way; `undefined` takes it out. */
function changed(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  if (Array.isArray(value)) {
    return value.flatMap((one: unknown, at) => {
      if (String(at) !== name) return [one];
      const other = changed(one, rest, by);
      return other === undefined ? [] : [other];
    });
  }
  const all = fields.parse(value);
  return { ...all, [name]: changed(all[name], rest, by) };
}

test.each([
  ['an installation', () => Promise.resolve(someInstallation())],
  ['a swap', someSwap],
] as const)(
  'whatever stands in the file of %s, it is refused with one problem or its job can be shown',
  async (_kind, make) => {
    const text = await make();
    const content: unknown = JSON.parse(text);
    const bench = openJobs();
    expect(await answerTo(bench, text)).toBeNull();
    const places = ways(content);
    const refusals = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...places),
        fc.oneof({ arbitrary: strange, weight: 6 }, { arbitrary: fc.constant(undefined), weight: 1 }),
        async (way, by) => {
          const answer = await answerTo(bench, JSON.stringify(changed(content, way, by)) ?? '');
          if (answer !== null) refusals.add(answer);
        },
      ),
      { numRuns: 600, seed: 6 },
    );
    expect([...refusals]).toContain('hand-over-unreadable');
  },
);

test('any text at all is refused with one problem', async () => {
  const bench = openJobs();
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (text) => {
      expect(await answerTo(bench, text)).toBe('hand-over-unreadable');
    }),
  );
});

test('a file that was cut off, lengthened or changed anywhere is refused before anything is read', async () => {
  const file = await seal('{"version":2}', WORDS, 2);
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.nat({ max: file.length - 1 }).map((end) => file.subarray(0, end)),
        fc.uint8Array({ minLength: 1, maxLength: 40 }).map((more) => Buffer.concat([file, more])),
        fc.tuple(fc.nat({ max: file.length - 1 }), fc.integer({ min: 1, max: 255 })).map(([at, by]) => {
          const other = Buffer.from(file);
          other[at] = (other[at] ?? 0) ^ by;
          return other;
        }),
        fc.uint8Array({ maxLength: 400 }),
      ),
      async (bytes) => {
        const code = await unseal(bytes, WORDS).then(
          () => 'opened',
          (cause: unknown) => (cause instanceof ProblemError ? cause.problem.code : 'crashed'),
        );
        expect(['hand-over-unreadable', 'hand-over-newer', 'hand-over-passphrase']).toContain(code);
      },
    ),
    { numRuns: 20 },
  );
});

test('a file of a newer app is refused by name, before and after the passphrase; one of the first format is read', async () => {
  const text = someInstallation();
  const file = await seal(text, WORDS, 1);
  expect(parseHandedFile(await unseal(file, WORDS))).toMatchObject({ version: 1 });
  const newer = Buffer.from(file);
  newer[7] = 3;
  await expect(unseal(newer, 'whatever it is')).rejects.toMatchObject({
    problem: { code: 'hand-over-newer' },
  });
  const bench = openJobs();
  const content = fields.parse(JSON.parse(text));
  expect(await answerTo(bench, JSON.stringify({ ...content, version: 3, more: {} }))).toBe('hand-over-newer');
});
