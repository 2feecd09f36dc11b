import { callNames } from '../../../shared/ipc/contract.ts';
import { fuzzArguments } from '../arguments.ts';
import { fuzzWindow } from './fuzz-window.ts';

/** A run of 100,000 takes some 15 minutes. */
const SHOWN_EVERY = 10_000;

/** `npm run fuzz:window -- [--runs N] [--seed NUMBER]`: exit code 1 when the app did what it must not. */
async function main(): Promise<number> {
  const given = fuzzArguments('fuzz:window');
  if (given === null) return 2;
  const { runs, seed } = given;
  const began = performance.now();
  const { outcomes, done, wrong } = await fuzzWindow(runs, seed, (made) => {
    if (made % SHOWN_EVERY === 0) console.log(`${made} of ${runs}`);
  });
  console.log(`${runs} calls with seed ${seed}, ${Math.round((performance.now() - began) / 1000)} s`);
  for (const [outcome, count] of [...outcomes].toSorted(([, one], [, other]) => other - one))
    console.log(`${String(count).padStart(7)}  ${outcome}`);
  const never = callNames.filter((name) => !done.has(name));
  console.log(`${done.size} of ${callNames.length} calls did their work; never: ${never.join(', ')}`);
  for (const sentence of wrong.slice(0, 50)) console.log(`WRONG: ${sentence}`);
  return wrong.length === 0 ? 0 : 1;
}

process.exitCode = await main();
