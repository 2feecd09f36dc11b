import { expect, test } from 'vitest';
import { createHealthDesk, type PartLook } from '../../../electron/diagnostics/health/desk.ts';
import { attention, good } from '../../../electron/diagnostics/health/finding.ts';
import type { HealthFinding } from '../../../shared/domain/health.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';

function deskOf(parts: readonly PartLook[]) {
  let changes = 0;
  const desk = createHealthDesk({
    parts: () => parts,
    clock: { now: () => 5 },
    onChange: () => (changes += 1),
  });
  return { desk, changes: () => changes };
}
const never: PartLook = { part: 'relay', look: () => new Promise(() => {}) };
const partsOf = (desk: ReturnType<typeof createHealthDesk>) => desk.state().findings.map(({ part }) => part);

test('what is found first is shown first, in the place it has among all', async () => {
  const { promise, resolve } = Promise.withResolvers<HealthFinding>();
  const operator: PartLook = { part: 'operator', look: () => promise };
  const { desk, changes } = deskOf([operator, { part: 'disk', look: () => good('disk', { free: 9000 }) }]);
  const looking = desk.look();
  await expect.poll(() => partsOf(desk)).toEqual(['disk']);
  expect(desk.state()).toMatchObject({ looking: { done: 1, total: 2 }, lookedAt: null });
  const before = changes();
  resolve(good('operator'));
  await looking;
  expect(partsOf(desk)).toEqual(['operator', 'disk']);
  expect(desk.state()).toMatchObject({ looking: null, lookedAt: 5, stopped: false });
  expect(changes()).toBeGreaterThan(before);
});

test('a part whose check fails is reported with its reason, and none of the others is missing', async () => {
  const { desk } = deskOf([
    {
      part: 'queue',
      look: () => {
        throw new ProblemError(makeProblem('database-damaged'));
      },
    },
    { part: 'disk', look: () => Promise.reject(new Error('statfs')) },
    { part: 'backup', look: () => attention('backup', makeProblem('backup-behind')) },
  ]);
  await desk.look();
  expect(desk.state().findings).toMatchObject([
    { part: 'queue', state: 'broken', problem: { code: 'database-damaged' } },
    { part: 'disk', state: 'broken', problem: { code: 'unexpected', raw: 'statfs' } },
    { part: 'backup', state: 'attention', problem: { code: 'backup-behind' } },
  ]);
});

test('a look that waits for ever is stopped: what was found stays, and it says that it was not through', async () => {
  const { desk } = deskOf([never, { part: 'disk', look: () => good('disk', { free: 9000 }) }]);
  const looking = desk.look();
  await expect.poll(() => partsOf(desk)).toEqual(['disk']);
  await desk.stop();
  await looking;
  expect(partsOf(desk)).toEqual(['disk']);
  expect(desk.state()).toMatchObject({ looking: null, stopped: true });
});

test('who asks twice at once is answered by one look, and the next look is a new one', async () => {
  let looks = 0;
  const { desk } = deskOf([
    {
      part: 'disk',
      look: () => {
        looks += 1;
        return good('disk', { free: looks });
      },
    },
  ]);
  await Promise.all([desk.look(), desk.look()]);
  expect(looks).toBe(1);
  await desk.look();
  expect(looks).toBe(2);
  expect(desk.state().findings).toHaveLength(1);
});
