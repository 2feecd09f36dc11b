import { describe, expect, it } from 'vitest';
import { refoldBoxes } from '../../../electron/db/tables/queue/box-stock.ts';
import { listBoxes, markBox, moveBoxes, readBoxes } from '../../../electron/jobs/boxes.ts';
import { discardJob, startJob, skipStep } from '../../../electron/jobs/start.ts';
import { installBox, takeKey } from '../../../electron/jobs/steps/box.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import type { JobId } from '../../../shared/ids.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { type JobBench, known, openJobs, someKey } from './bench.ts';
import { decided } from './leaving-bench.ts';

const unknownBox = '0217700-1';

/** An installation in the known car, at its Box step. */
function atBoxStep(bench: JobBench): JobId {
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  takeKey(bench.parts, job, someKey);
  skipStep(bench.parts, job, 'before', { typed: 'Not what this is about' });
  return job;
}

const boxOf = (bench: JobBench, serial: string) => readBoxes(bench.parts, [serial])[0];
const placeOf = (bench: JobBench, serial: string) => boxOf(bench, serial)?.place;
const listed = (bench: JobBench) => listBoxes(bench.parts).map(({ serial }) => serial);
const moved = (bench: JobBench, serials: readonly string[], to: 'site' | 'installer' | 'returned') => {
  bench.later(1);
  moveBoxes(bench.parts, serials, to);
};

describe('movements of Boxes', () => {
  it('are one entry of the log per Box, however often it was scanned and by whichever number', () => {
    const bench = openJobs();
    moved(bench, [known.box, known.boxUniqueId, ` ${known.box} `, unknownBox], 'site');
    const entries = bench.database.sqlite
      .prepare<[], string>("SELECT data FROM log_entry WHERE type = 'box-moved' ORDER BY number")
      .pluck()
      .all();
    expect(entries.map((data): unknown => JSON.parse(data))).toEqual([
      { sap: 'SAP-100', serial: known.box, to: 'site' },
      { sap: null, serial: unknownBox, to: 'site' },
    ]);
  });

  it('lists the Boxes at hand, with the person who moved them last', () => {
    const bench = openJobs();
    moved(bench, [known.box, known.otherBox], 'site');
    moved(bench, [known.otherBox], 'installer');
    expect(listed(bench)).toEqual([known.otherBox, known.box]);
    expect(boxOf(bench, known.boxUniqueId)).toMatchObject({
      serial: known.box,
      sapNumber: 'SAP-100',
      place: 'site',
      movedBy: 'Bay 3 Tester',
      condition: 'good',
    });
    moved(bench, [known.box], 'returned');
    expect(listed(bench)).toEqual([known.otherBox]);
  });

  it('are all or none', () => {
    const bench = openJobs();
    expect(problemCodeOf(() => moved(bench, [known.box, 'no serial at all!'], 'site'))).toBe(
      'serial-malformed',
    );
    expect(listed(bench)).toEqual([]);
  });

  it('keep a Box that is out of use on the list until it is returned', () => {
    const bench = openJobs();
    moved(bench, [known.box], 'site');
    markBox(bench.parts, known.box, 'defective', 'No light');
    expect(listBoxes(bench.parts)).toMatchObject([{ condition: 'defective', reason: 'No light' }]);
    moved(bench, [known.box], 'returned');
    expect(listed(bench)).toEqual([]);
  });
});

describe('a Box in a job', () => {
  it('is in its car once it is chosen, and with the installer when another one or none is', () => {
    const bench = openJobs();
    moved(bench, [known.box, known.otherBox], 'site');
    const job = atBoxStep(bench);
    installBox(bench.parts, job, known.box);
    expect([placeOf(bench, known.box), listed(bench)]).toEqual(['car', [known.otherBox]]);
    installBox(bench.parts, job, known.otherBox);
    expect([placeOf(bench, known.box), placeOf(bench, known.otherBox)]).toEqual(['installer', 'car']);
    const second = startJob(bench.parts);
    chooseCar(bench.parts, second, known.otherCar);
    skipStep(bench.parts, second, 'before', { typed: 'Not what this is about' });
    installBox(bench.parts, second, unknownBox);
    for (const { id } of bench.operations(second)) bench.becomes(id, 'failed');
    expect(placeOf(bench, unknownBox)).toBe('installer');
  });

  it('is back with the installer when the job is discarded', () => {
    const bench = openJobs();
    moved(bench, [known.otherBox], 'site');
    const job = startJob(bench.parts, 'swap');
    chooseCar(bench.parts, job, known.car);
    installBox(bench.parts, job, known.otherBox);
    expect(placeOf(bench, known.otherBox)).toBe('car');
    discardJob(bench.parts, job, 'The car is sold');
    expect(placeOf(bench, known.otherBox)).toBe('installer');
  });

  it('is taken out by a removal, unless the operator refuses it', async () => {
    const { bench, uninstall } = await decided('removal');
    expect(boxOf(bench, known.box)).toMatchObject({ place: 'removed', condition: 'defective' });
    expect(listed(bench)).toEqual([known.box]);
    bench.becomes(uninstall, 'failed');
    expect(boxOf(bench, known.box)).toMatchObject({ place: 'car', condition: 'good' });
    expect(listed(bench)).toEqual([]);
  });
});

it('the table is a fold of the log and can be rebuilt from it', async () => {
  const { bench } = await decided('swap');
  moved(bench, [unknownBox, '0217700-2'], 'site');
  markBox(bench.parts, unknownBox, 'lost', 'Not on the shelf');
  const rows = () => bench.database.sqlite.prepare('SELECT * FROM box_stock ORDER BY serial_key').all();
  const before = rows();
  expect(before).toHaveLength(4);
  bench.database.write(refoldBoxes);
  expect(rows()).toEqual(before);
});
