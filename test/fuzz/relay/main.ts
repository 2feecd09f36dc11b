import { parseArgs } from 'node:util';
import { answerHelp } from '../../../relay/command-line.ts';
import { fuzzedRelay } from './fuzzed-relay.ts';

/** `npm run fuzz:relay -- [--runs N] [--from NUMBER]`: exit code 1 when the relay did what it must not. */
const USAGE = 'npm run fuzz:relay -- [--runs N] [--from NUMBER]';

async function main(): Promise<number> {
  answerHelp(USAGE);
  const { values } = parseArgs({
    options: { runs: { type: 'string', default: '100000' }, from: { type: 'string', default: '1' } },
  });
  const [runs, from] = [Number(values.runs), Number(values.from)];
  if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(from) || from < 0) {
    console.error(`Usage: ${USAGE}`);
    return 2;
  }
  const began = performance.now();
  const { answers, faulted, memory, wrong } = await fuzzedRelay(runs, from);
  const seconds = (performance.now() - began) / 1000;
  console.log(`${runs} cases from ${from} on, ${Math.round(seconds)} s`);
  for (const [status, count] of [...answers].toSorted(([one], [other]) => one - other))
    console.log(`${status}  ${count}`);
  console.log(`${faulted} were answered 503 while the store was locked`);
  const levels = (kind: 'held' | 'resident'): string =>
    memory.map((level) => level[kind].toFixed(1)).join(', ');
  console.log(
    `memory held after a full collection: ${levels('held')} MiB; resident: ${levels('resident')} MiB`,
  );
  for (const sentence of wrong.slice(0, 50)) console.log(`WRONG: ${sentence}`);
  return wrong.length === 0 ? 0 : 1;
}

process.exitCode = await main();
