import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { car as carResource } from '../../../shared/operator/resources.ts';
import { notable } from '../../operator/seed/notable.ts';
import { childEnvironment } from '../../runner/child-environment.ts';
import { tempFolder } from '../directory/fixture.ts';
import { systemClock } from '../operator/fixture.ts';
import { connected } from './connected.ts';
import { type OperatorProcess, startOperatorProcess } from './operator-process.ts';

const CARS = 1_000;
const PAGE = 150;
/** A first sync reads the newest 200 cars ahead of the others, 50 at once. */
const NEWEST_PAGES = 4;

const ownedCars = z.array(carResource.extend({ customerId: z.number() }));
const requests = z.array(z.object({ sequence: z.number(), path: z.string(), query: z.string() }));

/** Runs a first sync in a process of its own, and kills it once so many cars are stored. */
async function killedSync(file: string, operator: OperatorProcess, atCars: number): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'killed-laptop.ts')], {
    env: { ...childEnvironment(), FILE: file, OPERATOR_URL: operator.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close');
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === `cars ${atCars}`) break;
  }
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
}

/** The positions of the car pages that were requested in the order of ids. */
const positions = (asked: z.infer<typeof requests>): readonly number[] =>
  asked
    .map(({ query }) => new URLSearchParams(query))
    .filter((query) => query.get('$orderby') === 'id asc')
    .map((query) => Number(query.get('$skip')));

test('a first sync that is killed twice continues after its last stored page, and its copy is exact', async () => {
  const operator = await startOperatorProcess(CARS);
  await operator.tell('POST', '/settings', { maxTop: PAGE });
  const file = join(tempFolder(), 'directory.db');
  // The third page of cars of each run is never answered; each page repeats the last row of the page before.
  const thirdPage = { path: '/cars', effect: { kind: 'hang' } };
  await operator.tell('POST', '/faults', { ...thirdPage, nth: NEWEST_PAGES + 3 });
  await killedSync(file, operator, 2 * PAGE - 1);
  await operator.tell('DELETE', '/faults');
  await operator.tell('POST', '/faults', { ...thirdPage, nth: 1 + 3 });
  await killedSync(file, operator, 4 * PAGE - 3);
  await operator.tell('DELETE', '/faults');

  const before = (await operator.ask('/journal', requests)).at(-1)?.sequence ?? 0;
  const { database, directory, sync } = connected(operator.url, { file, clock: systemClock });
  expect(database.sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(await sync.start()).toMatchObject({ state: 'complete' });
  const asked = await operator.ask(`/journal?after=${before}`, requests);
  expect(new Set(asked.map(({ path }) => path))).toEqual(new Set(['/oauth2/token', '/cars']));
  expect(positions(asked)[0]).toBe(4 * PAGE - 4);

  const theirs = (await operator.ask('/state/cars', ownedCars)).filter(
    ({ customerId }) => customerId === notable.customerId,
  );
  expect(theirs).toHaveLength(CARS);
  const kept = z.array(z.number()).parse(database.sqlite.prepare('SELECT id FROM car').pluck().all());
  expect(new Set(kept)).toEqual(new Set(theirs.map(({ id }) => id)));
  const notFound = theirs.filter(
    ({ id, name }) => !directory.searchCars(name, 50).rows.some((found) => found.id === id),
  );
  expect(notFound).toEqual([]);
});
