import type { Random } from '../operator/random.ts';
import { type RunningOperator, startOperator } from '../operator/start.ts';
import { troubles } from './troubles.ts';

/** As each start asks for a token, kills must not look like a client that asks too often. */
const TOKENS_PER_MINUTE = 10_000;

/** An operator with a small fleet that loses, delays and garbles a few answers. */
export async function troubledOperator(random: Random): Promise<RunningOperator> {
  const operator = await startOperator({
    seed: random.integer(1, 1_000_000),
    cars: 20,
    settings: { latencyMs: random.integer(30, 120), tokenRequestsPerMinute: TOKENS_PER_MINUTE },
  });
  for (const fault of random.shuffled([...troubles]).slice(0, 4))
    operator.faults.add({ ...fault, nth: random.integer(1, 3), count: random.integer(1, 2) });
  return operator;
}
