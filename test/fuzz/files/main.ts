import { fuzzArguments } from '../arguments.ts';
import { fuzzFiles } from './fuzz-files.ts';

/** `npm run fuzz:files -- [--runs N] [--seed NUMBER]`: exit code 1 when something was read as it must not be. */
async function main(): Promise<number> {
  const given = fuzzArguments('fuzz:files');
  if (given === null) return 2;
  const { runs, seed } = given;
  const began = performance.now();
  const { outcomes, wrong } = await fuzzFiles(runs, seed);
  const cases = [...outcomes.values()].reduce((sum, count) => sum + count, 0);
  console.log(`${cases} cases with seed ${seed}, ${Math.round((performance.now() - began) / 1000)} s`);
  for (const [outcome, count] of outcomes) console.log(`${String(count).padStart(7)}  ${outcome}`);
  for (const sentence of wrong) console.log(`WRONG: ${sentence}`);
  return wrong.length === 0 ? 0 : 1;
}

process.exitCode = await main();
