import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { oneAtATime } from '../../../host/one-at-a-time.ts';

/** Takes its turn again and again, and writes down when it began and when it ended. `forever`: begins one and stays in it; else it waits for a word first. */
const [, , lock = '', diary = '', rounds = ''] = process.argv;
const note = (word: string) => appendFileSync(diary, `${word} ${process.pid}\n`);

if (rounds === 'forever') {
  await oneAtATime(lock, async () => {
    note('began');
    process.stdout.write('began\n');
    await new Promise(() => setInterval(() => undefined, 60_000));
  });
}
process.stdout.write('ready\n');
await once(process.stdin, 'data');
for (let round = 0; round < Number(rounds); round += 1) {
  await oneAtATime(lock, async () => {
    note('began');
    for (let turn = 0; turn < 50; turn += 1) await nextTurn();
    note('ended');
  });
}
process.stdin.destroy();
