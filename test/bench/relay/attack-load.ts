import { attackUntil } from '../../attacks/attacker.ts';

/* `node attack-load.ts PORT TOKEN...`: attacks a relay with each token until SIGTERM, then prints how often it was answered with which status. */

const [port = '', ...tokens] = process.argv.slice(2);
const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());
const all = await Promise.all(
  tokens.map((token) => attackUntil(`http://127.0.0.1:${port}`, token, stop.signal)),
);
const counts = new Map<number, number>();
for (const [status, count] of all.flatMap((answers) => [...answers])) {
  counts.set(status, (counts.get(status) ?? 0) + count);
}
process.stdout.write(JSON.stringify(Object.fromEntries(counts)));
