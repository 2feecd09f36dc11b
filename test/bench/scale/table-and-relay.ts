import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { newChildren } from '../../kill/children.ts';
import { measureDelivery } from '../relay/measure.ts';
import { relayOnSqlite } from '../relay/relays.ts';
import { fill } from '../supervision/filling.ts';
import { answering, openFleet } from '../supervision/fleet-file.ts';
import { openedCold } from '../supervision/opened-cold.ts';
import { type Question, questions } from '../supervision/questions.ts';
import { p95Of, timed } from '../supervision/timing.ts';
import { type Cost, type Subject, TIMES } from './growth.ts';

const LEAST_JOBS = 500;
const FLEET = { laptops: 40, seed: 1, begins: 1_700_000_000_000 };
const OPENED = 5;
const ASKED = 10;
const LEAST_LAPTOPS = 10;
/** Webhooks, one after the other; fewer where each goes to many. */
const WEBHOOKS: Readonly<Record<(typeof TIMES)[number], number>> = { 1: 100, 10: 40, 100: 10 };

/** The questions of one kind: the slowest counts. */
const slowest = (all: readonly Question[], kind: string): number =>
  Math.max(
    ...all
      .filter(({ name }) => name.startsWith(kind))
      .map(({ put }) => p95Of(Array.from({ length: ASKED }, (_, round) => timed(() => put(round))))),
  );

/** The supervisor's table: a new process that opens it, its slowest filter and its slowest search. */
export async function tables(folder: string): Promise<Subject> {
  const costs: Cost[] = [];
  for (const times of TIMES) {
    const jobs = LEAST_JOBS * times;
    const place = join(folder, `table-${times}`);
    mkdirSync(place);
    const file = join(place, 'supervision.db');
    await fill(place, file, { ...FLEET, jobs });
    const opened = Array.from({ length: OPENED }, () => openedCold(file).wallMs);
    const database = openFleet(file);
    const { jobIndex, lookUp } = answering(database.sqlite);
    const all = questions(lookUp, jobIndex);
    costs.push(
      { name: 'opened', size: jobs, rounds: opened },
      { name: 'filter', size: jobs, rounds: [slowest(all, 'filter')] },
      { name: 'search', size: jobs, rounds: [slowest(all, 'search')] },
    );
    database.close();
  }
  return { title: "Supervisor's table, slowest", of: 'jobs', unit: 'ms', costs };
}

/** A webhook to all laptops that wait at one relay, and the relay's memory. */
export async function relays(folder: string): Promise<readonly Subject[]> {
  const children = newChildren();
  const [delivered, held]: [Cost[], Cost[]] = [[], []];
  try {
    for (const times of TIMES) {
      const laptops = LEAST_LAPTOPS * times;
      const { latency, memory } = await measureDelivery(
        { folder, children, say: (line) => console.error(line) },
        { laptops, rounds: WEBHOOKS[times], oneCore: true },
        relayOnSqlite,
      );
      delivered.push({ name: 'p50', size: laptops, rounds: [latency.p50] });
      delivered.push({ name: 'p99', size: laptops, rounds: [latency.p99] });
      held.push({ name: 'resident', size: laptops, rounds: [memory.after.now] });
    }
  } finally {
    children.end();
  }
  const of = 'waiting laptops';
  const ordered = (name: string) => delivered.filter((cost) => cost.name === name);
  return [
    { title: 'Relay: webhook to laptop', of, unit: 'ms', costs: [...ordered('p50'), ...ordered('p99')] },
    { title: 'Relay: memory', of, unit: 'MiB', costs: held },
  ];
}
