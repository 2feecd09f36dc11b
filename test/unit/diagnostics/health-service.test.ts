import { expect, test } from 'vitest';
import { createHealthService, type PartCheck } from '../../../electron/diagnostics/health/service.ts';
import { attention, good } from '../../../electron/diagnostics/health/checks.ts';
import type { HealthFinding } from '../../../shared/domain/diagnostics.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';

function deskOf(parts: readonly PartCheck[]) {
  let changes = 0;
  const service = createHealthService({
    parts: () => parts,
    clock: { now: () => 5 },
    onChange: () => (changes += 1),
  });
  return { service, changes: () => changes };
}
const never: PartCheck = { part: 'relay', check: () => new Promise(() => {}) };
const partsOf = (service: ReturnType<typeof createHealthService>) =>
  service.state().findings.map(({ part }) => part);

test('the first finding is shown first, in its place among all', async () => {
  const { promise, resolve } = Promise.withResolvers<HealthFinding>();
  const operator: PartCheck = { part: 'operator', check: () => promise };
  const { service, changes } = deskOf([
    operator,
    { part: 'disk', check: () => good('disk', { free: 9000 }) },
  ]);
  const looking = service.check();
  await expect.poll(() => partsOf(service)).toEqual(['disk']);
  expect(service.state()).toMatchObject({ looking: { done: 1, total: 2 }, lookedAt: null });
  const before = changes();
  resolve(good('operator'));
  await looking;
  expect(partsOf(service)).toEqual(['operator', 'disk']);
  expect(service.state()).toMatchObject({ looking: null, lookedAt: 5, stopped: false });
  expect(changes()).toBeGreaterThan(before);
});

test('a part whose check fails is reported with its reason, and none of the others is missing', async () => {
  const { service } = deskOf([
    {
      part: 'queue',
      check: () => {
        throw new ProblemError(makeProblem('database-damaged'));
      },
    },
    { part: 'disk', check: () => Promise.reject(new Error('statfs')) },
    { part: 'backup', check: () => attention('backup', makeProblem('backup-behind')) },
  ]);
  await service.check();
  expect(service.state().findings).toMatchObject([
    { part: 'queue', state: 'broken', problem: { code: 'database-damaged' } },
    { part: 'disk', state: 'broken', problem: { code: 'unexpected', raw: 'statfs' } },
    { part: 'backup', state: 'attention', problem: { code: 'backup-behind' } },
  ]);
});

test('a check that never ends is stopped: its findings stay, and it is reported as incomplete', async () => {
  const { service } = deskOf([never, { part: 'disk', check: () => good('disk', { free: 9000 }) }]);
  const looking = service.check();
  await expect.poll(() => partsOf(service)).toEqual(['disk']);
  await service.stop();
  await looking;
  expect(partsOf(service)).toEqual(['disk']);
  expect(service.state()).toMatchObject({ looking: null, stopped: true });
});

test('two simultaneous requests share one check, and the next request starts another', async () => {
  let looks = 0;
  const { service } = deskOf([
    {
      part: 'disk',
      check: () => {
        looks += 1;
        return good('disk', { free: looks });
      },
    },
  ]);
  await Promise.all([service.check(), service.check()]);
  expect(looks).toBe(1);
  await service.check();
  expect(looks).toBe(2);
  expect(service.state().findings).toHaveLength(1);
});
