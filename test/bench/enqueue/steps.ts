import { z } from 'zod';
import type { openCore } from '../search/boxwright.ts';

const started = z.object({ id: z.string() });
type Ask = Awaited<ReturnType<typeof openCore>>['ask'];

export async function startJob(ask: Ask): Promise<string> {
  const begun = await ask('jobs.start', { kind: 'installation' });
  if (!begun.ok) throw new Error(`a job could not be started: ${begun.error.code}`);
  return started.parse(begun.value).id;
}

/**
 * Each step makes a new car durable, as the window asks for it: job, operation, log entry with its hash, search words. Answers the
 * milliseconds of each; the cars are numbered from `first` on.
 */
export async function steps(ask: Ask, many: number, first: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let number = first; number < first + many; number += 1) {
    const id = await startJob(ask);
    const vin = `W1V${String(number).padStart(14, '0')}`;
    const car = { name: 'Vito', licensePlate: `M QX ${number}`, vin, brand: 'Mercedes', model: 'Vito' };
    const from = performance.now();
    const answer = await ask('jobs.createCar', { jobId: id, car });
    times.push(performance.now() - from);
    if (!answer.ok) throw new Error(`the step was refused: ${answer.error.code}`);
  }
  return times;
}
