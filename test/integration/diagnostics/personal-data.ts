import { expect, vi } from 'vitest';
import { notable } from '../../operator/seed/notable.ts';
import type { RunningOperator } from '../../operator/start.ts';
import { connection } from '../profiles/core.ts';
import type { Laptop } from './laptop.ts';

const WORKER = 'Canaria Weberknecht';
const GROUP = 'Vertraulicher Fuhrpark';
const CAR = {
  name: 'Kanarienvogel Siebenschläfer',
  licensePlate: 'QX-ZZ 7391',
  vin: 'WVWZZZ1JZXW424242',
  brand: 'Volkswagen',
  model: 'Caddy',
};

/**
 * Does what a job does with data of people: signs in, reads the fleet, fits a Box into a new car and makes a group. Answers every word of it that
 * must not leave, the login included.
 */
export async function personalDataOf(
  { call }: Laptop,
  operator: RunningOperator,
): Promise<readonly string[]> {
  await call('people.signIn', { by: 'name', name: WORKER });
  await call('directory.sync', {});
  await vi.waitFor(async () => expect((await call('app.status', {})).sync.state).toBe('complete'));
  const [serial] = notable.boxes.free;
  const { id: jobId } = await call('jobs.start', { kind: 'installation' });
  await call('jobs.createCar', { jobId, car: CAR });
  await call('jobs.skipStep', { jobId, step: 'before', reason: 'For the test' });
  await call('jobs.installBox', { jobId, serialNumber: serial });
  await call('edits.createGroup', { name: GROUP });
  await vi.waitFor(async () => expect((await call('app.status', {})).queue.unfinished).toBe(0));
  const { apiKey, username, password } = connection(operator).credentials;
  return [
    apiKey,
    username,
    password,
    WORKER,
    GROUP,
    CAR.name,
    CAR.licensePlate,
    CAR.vin,
    serial,
    notable.plates.withoutBox,
    notable.emptyGroup,
    'Bay 3 Tester',
  ];
}
