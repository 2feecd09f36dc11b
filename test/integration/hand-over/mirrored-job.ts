import { saveDraft, startJob } from '../../../electron/jobs/start.ts';
import { installBox } from '../../../electron/jobs/steps/box.ts';
import { createCar } from '../../../electron/jobs/steps/car.ts';
import { customerId, type JobId } from '../../../shared/ids.ts';
import { ProblemError } from '../../../shared/problem.ts';
import { laptopCode } from '../../../shared/relay/access.ts';
import { notable } from '../../operator/seed/notable.ts';
import { tokenFor } from '../relay/running-relay.ts';
import { crewAtRelay } from './crew.ts';
import type { Laptop } from './laptop.ts';

export const newCar = { name: '', licensePlate: 'M XY 7', vin: '', brand: 'Ford', model: 'Transit' };

/** A job of which a new car and its Box are decided. */
export function begun(laptop: Laptop) {
  const job = startJob(laptop.parts);
  createCar(laptop.parts, job, newCar);
  installBox(laptop.parts, job, notable.boxes.free[0]);
  saveDraft(laptop.parts, job, 'group', '{"name":"Nor"}');
  return job;
}

/** The code of the problem that the work throws; null = none. */
export async function refusal(work: unknown) {
  try {
    await work;
  } catch (cause) {
    if (cause instanceof ProblemError) return cause.problem.code;
    throw cause;
  }
  return null;
}

/** Two laptops of one crew. The first has a job that has not left, and has mirrored it. */
export async function mirroredJob() {
  const crew = await crewAtRelay();
  const one = await crew.laptop('Kim', 'Bay 1');
  const two = await crew.laptop('Sam', 'Bay 2');
  const dead = one.open();
  dead.cut(true);
  const job = begun(dead);
  await dead.mirrored(job);
  /** A claim by a token without the key of the crew. */
  const { id: tokenId } = await tokenFor(crew.relay, [notable.customerId], 'installer', 'Thief');
  const liar = (jobId: JobId) => ({
    environment: 'uat' as const,
    customerId: customerId.parse(notable.customerId),
    jobId,
    turn: 1,
    code: laptopCode.parse('0000-0000'),
    proof: Buffer.alloc(60).toString('base64'),
    tokenId,
  });
  return { ...crew, one, dead, taker: two.open(), job, liar };
}
