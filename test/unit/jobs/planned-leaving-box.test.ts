import { expect, test } from 'vitest';
import { chooseLeavingBox } from '../../../electron/jobs/leaving/take-out.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { beginFor } from '../../planned/begun-plan.ts';
import { known, openJobs } from './bench.ts';

/** A removal or a swap for which the office planned the Box that leaves. */
function plannedFor(kind: 'removal' | 'swap', leaves: string) {
  const bench = openJobs();
  const { parts } = bench;
  const job = startJob(parts, kind);
  beginFor(bench, job, { kind, leaves });
  chooseCar(parts, job, known.car);
  const choose = (serialNumber: string, reason?: string) =>
    chooseLeavingBox(parts, job, { serialNumber }, reason);
  const leaving = () => {
    const view = bench.viewAny(job);
    return view.kind === 'installation' ? null : (view.removal.box?.serialNumber ?? null);
  };
  return { bench, job, choose, leaving };
}

test.each(['removal', 'swap'] as const)('the planned Box of a %s leaves without a reason', (kind) => {
  for (const written of [known.box, '1234021', known.boxUniqueId]) {
    const { bench, job, choose, leaving } = plannedFor(kind, known.box);
    choose(written);
    expect(leaving()).toBe(known.box);
    expect(bench.logged(job)).not.toContain('other-box-leaves');
  }
});

test.each(['removal', 'swap'] as const)('another Box than the planned one of a %s needs a reason', (kind) => {
  const { bench, job, choose, leaving } = plannedFor(kind, known.box);
  for (const other of [known.otherBox, '999888777']) {
    expect(problemCodeOf(() => choose(other))).toBe('leaving-box-not-planned');
    expect(problemCodeOf(() => choose(other, ' '))).toBe('leaving-box-not-planned');
  }
  expect(leaving()).toBeNull();
  choose(known.otherBox, 'The planned one is in another car');
  expect(leaving()).toBe(known.otherBox);
  expect(bench.logged(job)).toContain('other-box-leaves');
});

test('a plan that names no Box to leave asks for no reason', () => {
  const { choose, leaving } = plannedFor('removal', '');
  choose(known.otherBox);
  expect(leaving()).toBe(known.otherBox);
});
