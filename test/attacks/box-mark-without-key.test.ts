import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { openDirectoryFile } from '../../electron/directory/directory.ts';
import { noteDeviceKey } from '../../electron/db/tables/queue/device-keys.ts';
import { conditionOf, isUsable } from '../../electron/jobs/box-lookup.ts';
import { markBox } from '../../electron/jobs/boxes.ts';
import { createSharedMountings } from '../../electron/jobs/shared-mountings.ts';
import type { Signer } from '../../electron/trust/signatures.ts';
import type { BoxCondition } from '../../shared/domain/boxes.ts';
import { foldSerial } from '../../shared/domain/serial.ts';
import { ok } from '../../shared/result.ts';
import { deviceKey } from '../../shared/relay/access.ts';
import { sharedNote, type SharedNote, sharedNotePage } from '../../shared/relay/log.ts';
import { canonicalBoxMark } from '../../shared/relay/signing.ts';
import { writtenHere } from '../integration/directory/written-here.ts';
import { makeSigner } from '../integration/relay/signed-batch.ts';
import { uuid } from '../integration/relay/uuid.ts';
import { BEGIN, dataFolder, type JobBench, known, openJobs } from '../unit/jobs/bench.ts';

/*
 * A stolen token, or a relay, hands out marks of Boxes that no laptop has signed. A mark as good counts only with the
 * signature of a known laptop; a mark as defective or lost always counts, until a later one that counts.
 */

const MINUTE = 60_000;

let bench: JobBench;
let folder: string;
let bay: Signer;
beforeEach(() => {
  folder = dataFolder();
  bench = openJobs(folder);
  bay = registered('Bay 9');
});

function registered(laptop: string): Signer {
  const signer = makeSigner();
  const common = { sequence: 1, device: 'bay-9', laptop, role: 'installer', storage: 'secret-store' };
  bench.database.write((context) => {
    noteDeviceKey(context, deviceKey.parse({ ...common, key: signer.key, registeredAt: 50 }), 50);
  });
  return signer;
}

interface Mark {
  readonly condition: BoxCondition;
  readonly at: number;
  readonly by?: Signer;
  /** Facts that the relay changes after the mark was signed. */
  readonly after?: object;
  /** The number of its note; left out: its place on the page. */
  readonly id?: number;
}

/** A note as the relay hands it out. */
function note({ condition, at, by, after = {}, id }: Mark, index: number): SharedNote {
  const { environment, customerId } = bench.parts.target;
  const serialKey = foldSerial(known.box);
  const signed = by?.sign(canonicalBoxMark({ environment, customerId, serialKey, condition, markedAt: at }));
  const data = { serial: known.box, condition, ...(signed === undefined ? {} : { markedAt: at, ...signed }) };
  return sharedNote.parse({
    sequence: index + 1,
    id: uuid('e', id ?? index + 1),
    jobId: uuid('b', id ?? index + 1),
    at,
    type: 'box-marked',
    data: JSON.stringify({ ...data, ...after }),
  });
}

/** The laptop reads these marks from the relay. */
async function arrive(...marks: readonly Mark[]): Promise<void> {
  const { clock, target } = bench.parts;
  const file = join(folder, 'directory.db');
  const { database } = openDirectoryFile({ file, onCommitted: () => undefined, clock });
  onTestFinished(() => database.close());
  const notes = marks.map(note);
  let read = false;
  const others = createSharedMountings({
    ...target,
    database: writtenHere(database),
    client: {
      sharedNotes: async ({ type }) => {
        read ||= type === 'box-marked';
        const page = { notes: type === 'box-marked' ? notes : [], cursor: notes.length, upToDate: true };
        return ok(sharedNotePage.parse(page));
      },
      attachment: () => Promise.reject(new Error('no photo is named')),
    },
    clock,
    refreshKeys: async () => undefined,
    isRemoved: () => false,
    report: (cause) => {
      throw cause;
    },
  });
  others.startReading();
  await vi.waitFor(() => expect(read).toBe(true));
  await others.stop();
}

const fits = () => isUsable(bench.parts, known.box);

it('a mark as good by a known laptop lets a Box be fitted that was marked as defective here', async () => {
  markBox(bench.parts, known.box, 'defective', 'No light');
  bench.later(2 * MINUTE);
  await arrive({ condition: 'good', at: BEGIN + MINUTE, by: bay });
  expect(fits()).toBe(true);
});

it.each<[string, () => Partial<Mark>]>([
  ['has no signature', () => ({})],
  ['is signed by a key that no laptop registered', () => ({ by: makeSigner() })],
  ['was signed with another condition', () => ({ by: bay, condition: 'lost', after: { condition: 'good' } })],
  [
    'is an old one under a later time',
    () => ({ by: bay, at: BEGIN - MINUTE, after: { markedAt: BEGIN + MINUTE } }),
  ],
  ['was signed for another Box', () => ({ by: bay, after: { serial: known.otherBox } })],
])('a mark as good that %s does not let a defective Box be fitted', async (_, forged) => {
  markBox(bench.parts, known.box, 'defective', 'No light');
  markBox(bench.parts, known.otherBox, 'defective', 'No light');
  bench.later(2 * MINUTE);
  await arrive({ condition: 'good', at: BEGIN + MINUTE, ...forged() });
  expect(fits()).toBe(false);
  expect(isUsable(bench.parts, known.otherBox)).toBe(false);
});

it('a forged mark as good does not hide the mark as lost of another laptop', async () => {
  bench.later(5 * MINUTE);
  await arrive(
    { condition: 'lost', at: BEGIN + MINUTE },
    ...Array.from({ length: 30 }, (_, index) => ({
      condition: 'good' as const,
      at: BEGIN + 2 * MINUTE + index,
      by: makeSigner(),
    })),
  );
  expect(conditionOf(bench.parts, known.box)).toMatchObject({ condition: 'lost', by: 'elsewhere' });
});

it('the later of two marks of other laptops counts', async () => {
  bench.later(5 * MINUTE);
  await arrive(
    { condition: 'good', at: BEGIN + 3 * MINUTE, by: bay },
    { condition: 'lost', at: BEGIN + 2 * MINUTE },
  );
  expect(fits()).toBe(true);
});

it('a mark of the future does not outlive a mark that is made here later', async () => {
  await arrive({ condition: 'lost', at: BEGIN + 365 * 24 * 60 * MINUTE });
  expect(fits()).toBe(false);
  bench.later(MINUTE);
  markBox(bench.parts, known.box, 'good', 'It is on the shelf');
  expect(fits()).toBe(true);
});

it.each<[string, () => Mark]>([
  ['says that it is good', () => ({ condition: 'good', at: BEGIN + 3 * MINUTE, by: makeSigner() })],
  ['says an earlier time', () => ({ condition: 'lost', at: BEGIN })],
])('a mark as lost that was read is not erased by one under its id that %s', async (_, forged) => {
  bench.later(5 * MINUTE);
  await arrive(
    { condition: 'good', at: BEGIN + MINUTE, by: bay, id: 7 },
    { condition: 'lost', at: BEGIN + 2 * MINUTE, id: 8 },
    { ...forged(), id: 8 },
  );
  expect(fits()).toBe(false);
});
