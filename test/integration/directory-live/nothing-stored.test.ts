import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { uninstallPreview } from '../../../electron/edits/cars-and-boxes.ts';
import { createLiveAnswers, createPreflightRefresh } from '../../../electron/jobs/background-reads.ts';
import { boxesInCar, chooseLeavingBox, readLosses } from '../../../electron/jobs/leaving/take-out.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { carId } from '../../../shared/ids.ts';
import { notable } from '../../operator/seed/notable.ts';
import { startEdits } from '../edits/edits.ts';

const car = carId.parse(20_001);
const WAITED = 'waited for the copies';
const [box] = notable.boxes.free;

/** A removal job at a car, over local copies whose writes never reach the disk. */
async function overFullDisk() {
  const { operator, open } = await startEdits();
  const directory = { ...open.directory, written: () => Promise.reject(new Error(WAITED)) };
  const { client, jobs } = open;
  const job = startJob(jobs, 'removal');
  chooseCar(jobs, job, car);
  chooseLeavingBox(jobs, job, { serialNumber: 'LABEL-77' });
  const product = jobs.directory.productsBySerial(notable.boxes.installed).rows[0]?.id;
  if (product === undefined) throw new Error('the seed has this Box');
  return { operator, job, product, parts: { ...jobs, client, directory } };
}

const fails = (path: string) => ({ path, count: 'all', effect: { kind: 'status', status: 500 } }) as const;

describe('a read at the operator that stored nothing', () => {
  test('answers with the Boxes of the car at once', async () => {
    const { operator, job, parts } = await overFullDisk();
    operator.faults.add({ path: '/cars/*/products', effect: { kind: 'status', status: 200, body: '[]' } });
    expect(await boxesInCar(parts, job)).toEqual({ checked: true, boxes: [] });
    operator.faults.add(fails('/cars/*/products'));
    expect(await boxesInCar(parts, job)).toMatchObject({ checked: false });
  });

  test('saves the accesses that end with the Box at once', async () => {
    const { operator, job, parts } = await overFullDisk();
    operator.faults.add(fails('/cars/*/assignments'));
    await expect(readLosses(parts, job)).resolves.toBeUndefined();
  });

  test('previews a removal at once', async () => {
    const { operator, product, parts } = await overFullDisk();
    operator.faults.add(fails('/cars/*/assignments'));
    expect(await uninstallPreview(parts, product, undefined)).toMatchObject({ assignments: null });
  });

  test('refreshes the pre-flight at once', async () => {
    const { job, parts } = await overFullDisk();
    const answers = createLiveAnswers();
    const publish = vi.fn<Parameters<typeof createPreflightRefresh>[0]['publish']>();
    const refresh = createPreflightRefresh({ ...parts, answers, publish });
    onTestFinished(refresh.stop);
    refresh.ask(job, '009999999', null);
    await vi.waitFor(() => expect(publish).toHaveBeenCalledWith(new Set([`job:${job}`])));
    expect(answers.noBoxAt('009999999')).not.toBeNull();
  });
});

describe('a read at the operator whose rows cannot be stored', () => {
  test('answers with the fault of the copies', async () => {
    const { job, product, parts } = await overFullDisk();
    await expect(readLosses(parts, job)).rejects.toThrow(WAITED);
    await expect(uninstallPreview(parts, product, undefined)).rejects.toThrow(WAITED);
  });

  test('ends without new facts in the background', async () => {
    const { job, parts } = await overFullDisk();
    const publish = vi.fn<Parameters<typeof createPreflightRefresh>[0]['publish']>();
    const written = vi.fn<typeof parts.directory.written>(parts.directory.written);
    const refresh = createPreflightRefresh({
      ...parts,
      directory: { ...parts.directory, written },
      answers: createLiveAnswers(),
      publish,
    });
    refresh.ask(job, box, null);
    await vi.waitFor(() => expect(written).toHaveBeenCalledOnce());
    await refresh.stop();
    expect(publish).not.toHaveBeenCalled();
  });
});
