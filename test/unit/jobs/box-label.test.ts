import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { madeJpeg } from '../../pictures/made-pictures.ts';
import { nextAttachment } from '../../../electron/db/tables/queue/attachments.ts';
import { freeBoxesNear } from '../../../electron/jobs/box-lookup.ts';
import { loadJob, ofKind } from '../../../electron/jobs/change.ts';
import { followCorrection } from '../../../electron/jobs/corrected.ts';
import { parseHandedFile } from '../../../electron/jobs/hand-over/file-format.ts';
import { fileOfGiven, giveJob } from '../../../electron/jobs/hand-over/give.ts';
import { takeJob } from '../../../electron/jobs/hand-over/take.ts';
import { fittingOf, preflightChecks } from '../../../electron/jobs/preflight.ts';
import { startJob, skipStep } from '../../../electron/jobs/start.ts';
import { dropLabel, photographLabel, readLabel } from '../../../electron/jobs/steps/box-label.ts';
import { installBox, takeKey } from '../../../electron/jobs/steps/box.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { addPhoto } from '../../../electron/jobs/pictures.ts';
import { shippedTemplates } from '../../../electron/jobs/checklists.ts';
import { carId, type JobId, productId } from '../../../shared/ids.ts';
import { inPhase } from '../../../shared/domain/checklist-asking.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { dataFolder, type JobBench, known, openJobs, someKey } from './bench.ts';

/** A JPEG as small as one can be; `mark` makes it another one. */
const jpeg = (mark = 1) => madeJpeg(Buffer.from([mark]));
/** The unique ids of the bench's two Boxes. */
const [UNIQUE, OTHER_UNIQUE] = ['C1-08-F0-90', 'C1-08-F0-91'];
/** One wrong digit away from the known Box, and no Box at all. */
const SLIP = '001284021';

function begin(bench = openJobs(), kind: 'installation' | 'swap' = 'installation') {
  const job = startJob(bench.parts, kind);
  chooseCar(bench.parts, job, known.car);
  if (kind === 'installation') {
    takeKey(bench.parts, job, someKey);
    skipStep(bench.parts, job, 'before', { typed: 'Not needed here' });
  }
  return { bench, job };
}

const photograph = ({ parts }: JobBench, job: JobId, codes: readonly string[], beside: string, mark = 1) =>
  photographLabel(parts, job, { jpeg: jpeg(mark), codes, beside });

const handOf = (bench: JobBench, job: JobId) => {
  const view = bench.viewAny(job);
  if (view.kind === 'removal') throw new Error('no Box goes in');
  return view;
};

/** The pre-flight check of the label. */
function said(bench: JobBench, job: JobId, serial: string): readonly string[] {
  const { row, data: stored } = loadJob(bench.database.sqlite, job);
  const data = ofKind(stored, ['installation', 'swap']);
  return preflightChecks(bench.parts, fittingOf(bench.parts, { row, data }, serial), serial)
    .checks.filter(({ check }) => check.startsWith('label'))
    .map(({ check, state }) => `${check} ${state}`);
}

test.each(['installation', 'swap'] as const)(
  'in the %s the label is kept at once, is there after a restart, and belongs to the Box that is taken',
  async (kind) => {
    const folder = dataFolder();
    const { bench, job } = begin(openJobs(folder), kind);
    await photograph(bench, job, [known.box], known.box);
    const digest = handOf(bench, job).label?.digest;
    expect(readdirSync(join(folder, 'attachments'))).toEqual([digest]);
    expect(nextAttachment(bench.database.sqlite)?.sha256).toBe(digest);
    bench.database.close();

    const again = openJobs(folder);
    expect(handOf(again, job).label).toMatchObject({ digest, read: { serial: known.box, by: 'code' } });
    installBox(again.parts, job, known.box, '');
    expect(handOf(again, job)).toMatchObject({ label: null, forced: [], box: { label: { digest } } });
    expect(handOf(again, job).preflight[0]).toMatchObject({ check: 'label', state: 'passed' });
    expect(again.logged(job)).toEqual(expect.arrayContaining(['photo-taken', 'label-read']));
  },
);

test('a label with another number refuses the Box until it is corrected, or overridden with a reason that leaves a mark', async () => {
  const { bench, job } = begin();
  await photograph(bench, job, [known.otherBox], known.box);
  expect(problemCodeOf(() => installBox(bench.parts, job, known.box, ''))).toBe('box-refused');
  expect(bench.queued(job)).toEqual([]);
  // Mended: the right label.
  await photograph(bench, job, [known.box], known.box, 2);
  installBox(bench.parts, job, known.box, '');
  expect(bench.view(job)).toMatchObject({ forced: [], box: { serialNumber: known.box } });

  const other = begin();
  await photograph(other.bench, other.job, [known.otherBox], known.box);
  installBox(other.bench.parts, other.job, known.box, 'The label is of the old housing');
  expect(other.bench.view(other.job).forced).toMatchObject([
    {
      item: 'label',
      text: { en: 'The label says another number', de: 'Auf dem Etikett steht eine andere Nummer' },
      value: known.box,
      reason: 'The label is of the old housing',
    },
  ]);
  expect(other.bench.logged(other.job)).toContain('box-forced');
});

test('a label agrees by the serial as it is written there, and by the Box’s unique id', async () => {
  const { bench, job } = begin();
  for (const printed of ['0012-34021', '(01)04260000000127(21)001234021', UNIQUE]) {
    await photograph(bench, job, [printed], known.box);
    expect(said(bench, job, known.box)).toEqual(['label passed']);
  }
  // Either way round: the unique id scanned, the serial on the label.
  await photograph(bench, job, [known.box], UNIQUE);
  expect(said(bench, job, UNIQUE)).toEqual(['label passed']);
  expect(said(bench, job, OTHER_UNIQUE)).toEqual(['label refused']);
});

test('of several codes the matching one counts, else a known Box; no VIN is taken for a serial', async () => {
  const { bench, job } = begin();
  const read = async (codes: readonly string[], beside: string) => {
    await photograph(bench, job, codes, beside);
    return bench.view(job).label?.read?.serial ?? null;
  };
  expect(await read(['4260000000127', known.otherBox, known.box], known.box)).toBe(known.box);
  expect(await read(['4260000000127', known.otherBox], SLIP)).toBe(known.otherBox);
  expect(await read(['W1V44770513872041', 'no serial, this'], known.box)).toBeNull();
});

test('a label without a code is unchecked until a person reads the number off the photo', async () => {
  const { bench, job } = begin();
  await photograph(bench, job, [], known.box);
  expect(said(bench, job, known.box)).toEqual(['label unchecked']);
  expect(problemCodeOf(() => readLabel(bench.parts, job, ' '))).toBe('serial-missing');
  readLabel(bench.parts, job, '0012 34022');
  expect(said(bench, job, known.box)).toEqual(['label refused']);
  readLabel(bench.parts, job, '0012 34021');
  expect(bench.view(job).label?.read).toEqual({ serial: '0012 34021', by: 'person' });
  expect(said(bench, job, known.box)).toEqual(['label passed']);
  expect(problemCodeOf(() => readLabel(begin(bench).bench.parts, startJob(bench.parts), known.box))).toBe(
    'step-not-ready',
  );
});

test('a label photo is required only if the checklist asks for it', async () => {
  const { bench, job } = begin();
  expect(said(bench, job, known.box)).toEqual([]);

  const [first] = shippedTemplates;
  if (first === undefined) throw new Error('a checklist is shipped');
  const asking = { ...first, labelPhoto: true, items: [...inPhase(first.items, 'after')] };
  const strict = begin(
    openJobs(dataFolder(), {
      current: () => asking,
      version: () => asking,
      suggest: () => asking,
      publicationOf: () => null,
    }),
  );
  expect(said(strict.bench, strict.job, known.box)).toEqual(['label-photo refused']);
  expect(problemCodeOf(() => installBox(strict.bench.parts, strict.job, known.box, ''))).toBe('box-refused');
  // An unread photo is not compared.
  await photograph(strict.bench, strict.job, [], known.box);
  expect(said(strict.bench, strict.job, known.box)).toEqual(['label-photo refused']);
  readLabel(strict.bench.parts, strict.job, known.box);
  installBox(strict.bench.parts, strict.job, known.box, '');
  expect(strict.bench.view(strict.job)).toMatchObject({ forced: [], box: { serialNumber: known.box } });

  const without = begin(
    openJobs(dataFolder(), {
      current: () => asking,
      version: () => asking,
      suggest: () => asking,
      publicationOf: () => null,
    }),
  );
  // The label is a check of the Box: leaving out the checks of the car does not leave it out.
  expect(said(without.bench, without.job, known.box)).toEqual(['label-photo refused']);
});

test('a replaced or removed photo is not sent, and the log keeps its entry', async () => {
  const { bench, job } = begin();
  const waiting = () => nextAttachment(bench.database.sqlite)?.sha256 ?? null;
  await photograph(bench, job, [known.box], known.box);
  await photograph(bench, job, [known.box], known.box, 2);
  expect(waiting()).toBe(bench.view(job).label?.digest);
  dropLabel(bench.parts, job);
  expect(bench.view(job).label).toBeNull();
  expect(waiting()).toBeNull();
  dropLabel(bench.parts, job);
  expect(bench.logged(job).filter((type) => type.startsWith('photo-'))).toEqual([
    'photo-taken',
    'photo-taken',
    'photo-removed',
    'photo-removed',
  ]);

  await photograph(bench, job, [known.box], known.box);
  installBox(bench.parts, job, known.box, '');
  expect(waiting()).not.toBeNull();
  installBox(bench.parts, job, known.otherBox, '');
  expect(bench.view(job).box).toMatchObject({ serialNumber: known.otherBox, label: null });
  expect(waiting()).toBeNull();
});

test('the same Box taken again keeps its label', async () => {
  const { bench, job } = begin();
  await photograph(bench, job, [known.box], known.box);
  installBox(bench.parts, job, known.box, '');
  installBox(bench.parts, job, '0012 34021', '');
  expect(bench.view(job).box?.label?.read?.serial).toBe(known.box);
  expect(bench.view(job).preflight[0]).toMatchObject({ check: 'label', state: 'passed' });
});

test('a photo that the checklist holds too is sent, although it was taken out as the label', async () => {
  const { bench, job } = begin();
  await addPhoto(bench.parts, job, 'photo-place', jpeg());
  await photograph(bench, job, [known.box], known.box);
  dropLabel(bench.parts, job);
  expect(nextAttachment(bench.database.sqlite)).toBeDefined();
});

test('a label whose log entry cannot be written is not in the job, and blocks nothing', async () => {
  const { bench, job } = begin();
  bench.refuseToLog('label-read');
  await expect(photograph(bench, job, [known.box], known.box)).rejects.toThrow('the log cannot be written');
  expect(bench.view(job).label).toBeNull();
  expect(nextAttachment(bench.database.sqlite)).toBeUndefined();
});

test('the history tells of the label in words of its own', async () => {
  const { bench, job } = begin();
  await photograph(bench, job, [known.box], known.box);
  dropLabel(bench.parts, job);
  const keys = bench.view(job).history.map(({ says }) => says.key);
  expect(keys.slice(-3)).toEqual(['history.label-taken', 'history.label-read', 'history.label-removed']);
});

test('the label travels with its Box to another laptop', async () => {
  const [one, two] = [openJobs(), openJobs()];
  const { job } = begin(one);
  await photograph(one, job, [known.box], known.box);
  installBox(one.parts, job, known.box, '');
  giveJob(one.parts, job, null);
  await takeJob(two.parts, parseHandedFile(JSON.stringify(fileOfGiven(one.parts, job))), {
    mayRestore: () => true,
  });
  const label = two.view(job).box?.label;
  expect(label?.read?.serial).toBe(known.box);
  expect(nextAttachment(two.database.sqlite)?.sha256).toBe(label?.digest);
});

test('a serial corrected in the queue against the label of its Box needs a reason and leaves a forced mark, also in the log', async () => {
  const { bench, job } = begin();
  await photograph(bench, job, [known.box], known.box);
  installBox(bench.parts, job, known.box, '');
  const [operation] = bench.operations(job);
  if (operation === undefined) throw new Error('a Box was asked for');
  const payload = JSON.stringify({ serialNumber: known.otherBox });
  const correction = { worker: () => 'Bay 3', log: bench.parts.log };
  const correct = (stored: string, reason: string) =>
    bench.database.write((context) =>
      followCorrection(correction, context, { ...operation, payload: stored }, reason),
    );
  expect(problemCodeOf(() => correct(payload, '  '))).toBe('box-refused');
  expect(bench.view(job)).toMatchObject({ box: { serialNumber: known.box }, forced: [] });
  correct(payload, 'The label is of the old Box.');
  expect(bench.view(job)).toMatchObject({
    box: { serialNumber: known.otherBox },
    preflight: [{ check: 'label', state: 'refused' }],
    forced: [
      {
        item: 'label',
        value: known.otherBox,
        reason: 'The label is of the old Box.',
        worker: 'Bay 3',
      },
    ],
  });
  expect(bench.logged(job).filter((type) => type === 'box-forced')).toHaveLength(1);
  const agreeing = JSON.stringify({ serialNumber: known.box });
  correct(agreeing, '');
  expect(bench.view(job)).toMatchObject({ preflight: [{ check: 'label', state: 'passed' }] });
  expect(bench.view(job).forced).toHaveLength(1);
});

test('another car in a swap keeps the label of the Box in hand', async () => {
  const { bench, job } = begin(openJobs(), 'swap');
  await photograph(bench, job, [known.box], known.box);
  installBox(bench.parts, job, known.box, '');
  chooseCar(bench.parts, job, known.otherCar);
  expect(handOf(bench, job)).toMatchObject({ box: null, label: { read: { serial: known.box } } });
});

test('a free Box one slip away is named where the operator knows none of the serial; one in a car is not', () => {
  const { bench } = begin();
  const near = (serial: string) =>
    freeBoxesNear(bench.directory, serial).map(({ serialNumber }) => serialNumber);
  expect(near(SLIP)).toEqual([known.box]);
  expect(near('001230421')).toEqual([known.box]);
  // Written without its zeros, and with another first digit.
  expect(near('1284021')).toEqual([known.box]);
  expect(near('801234022')).toEqual([known.otherBox]);
  expect(near('001288021')).toEqual([]);
  bench.directory.recordProductCar(productId.parse(270_001), carId.parse(20_002));
  expect(near(SLIP)).toEqual([]);
});
