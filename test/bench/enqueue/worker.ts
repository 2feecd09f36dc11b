import { z } from 'zod';
import { openCore } from '../search/boxwright.ts';
import { steps } from './steps.ts';

/*
 * A laptop that works steps in a process of its own, so that it can be slowed. Prints the milliseconds of the steps, by round; the
 * first round warms up and is left out.
 */

const [dataDir, rounds, many] = z
  .tuple([z.string(), z.coerce.number(), z.coerce.number()])
  .parse(process.argv.slice(2));
const core = await openCore(dataDir);
const taken: (readonly number[])[] = [];
for (let round = 0; round <= rounds; round += 1) taken.push(await steps(core.ask, many, round * many));
await core.close();
console.log(JSON.stringify(taken.slice(1)));
