import { runPair } from './pair.ts';
import { answerHelp } from '../../relay/command-line.ts';

answerHelp(`npm run pairs [-- --pairs NUMBER]

Starts two headless runs together on a new data folder, again and again (100 pairs). Exit code 1 when a pair did what it must not.`);

const DEFAULT_PAIRS = 100;

async function main(): Promise<number> {
  const [name, given = String(DEFAULT_PAIRS)] = process.argv.slice(2);
  const pairs = Number(given);
  if ((name !== undefined && name !== '--pairs') || !Number.isInteger(pairs) || pairs < 1) {
    console.error('Usage: npm run pairs -- [--pairs NUMBER]');
    return 2;
  }
  let wrong = 0;
  for (let pair = 1; pair <= pairs; pair += 1) {
    const ends: (() => void | Promise<void>)[] = [];
    const faults = await runPair({ onTestFinished: (end) => void ends.unshift(end) });
    for (const end of ends) await end();
    if (faults.length > 0) wrong += 1;
    for (const fault of faults) console.log(`pair ${pair}: ${fault}`);
  }
  console.log(`${pairs} pairs, ${wrong} wrong`);
  return wrong === 0 ? 0 : 1;
}

process.exitCode = await main();
