import { z } from 'zod';
import { seededRandom } from '../../operator/random.ts';
import { askForCars, idsOf, openCore } from './boxwright.ts';
import { fleetCars, foldedCar, forSearch } from './fleet.ts';
import { order, type Answer, type KindFigures } from './messages.ts';
import { flexSearch, fts5, fuse, miniSearch, type Search, ufuzzy } from '../peers/search.js';
import { isFound, kindsOf, type Kind } from './queries.ts';

/*
 * One contender in a process of its own, so that its memory is its own: takes a set-up from its arguments, then one
 * round of all queries for each message.
 */

const [name, cars, queries, dataDir] = z
  .tuple([z.string(), z.coerce.number(), z.coerce.number(), z.string()])
  .parse(process.argv.slice(2));

const MEBIBYTE = 1024 * 1024;
/** The live memory here, buffers outside the heap included. */
const alive = (): number => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MEBIBYTE;
};

type Timed = (text: string) => Promise<{ readonly ms: number; readonly ids: readonly number[] }>;

const timed =
  (search: Search): Timed =>
  async (text) => {
    const from = performance.now();
    const ids = await search(text);
    return { ms: performance.now() - from, ids };
  };

async function boxwright(): Promise<Timed> {
  const { ask } = await openCore(dataDir);
  return async (text) => {
    const from = performance.now();
    const answer = await askForCars(ask, text);
    const ms = performance.now() - from;
    return { ms, ids: idsOf(answer) };
  };
}

const fleet = forSearch(fleetCars(cars));
const kinds = kindsOf(fleet, seededRandom(11), queries);
const folded = new Map(
  fleet.map((car) => {
    const { id, name: words, plate, vin, make } = foldedCar(car);
    return [id, [plate, vin, words, make].join('|').replaceAll(' ', '')];
  }),
);
const before = alive();
const began = performance.now();
const find = await build();
const builtMs = performance.now() - began;

function build(): Timed | Promise<Timed> {
  switch (name) {
    case 'Boxwright':
      return boxwright();
    case 'Fuse.js':
      return timed(fuse(fleet.map(foldedCar)));
    case 'MiniSearch':
      return timed(miniSearch(fleet.map(foldedCar)));
    case 'FlexSearch, beginnings':
      return timed(flexSearch(fleet.map(foldedCar), 'forward'));
    case 'FlexSearch, any part':
      return timed(flexSearch(fleet.map(foldedCar), 'full'));
    case 'uFuzzy':
      return timed(ufuzzy(fleet.map(foldedCar)));
    case 'FTS5, beginnings':
      return timed(fts5(fleet.map(foldedCar), 'beginnings'));
    case 'FTS5, trigrams':
      return timed(fts5(fleet.map(foldedCar), 'trigrams'));
    default:
      throw new Error(`no contender ${name}`);
  }
}

async function measure({ name: kind, queries: typed }: Kind, most: number): Promise<KindFigures> {
  const asked = typed.slice(0, most);
  const took: number[] = [];
  const missed: string[] = [];
  for (const query of asked) {
    const { ms, ids } = await find(query.text);
    took.push(ms);
    if (!isFound(query, ids, folded)) missed.push(query.text);
  }
  return { kind, took, missed };
}

async function oneRound(most: number): Promise<void> {
  const figures: KindFigures[] = [];
  for (const kind of kinds) figures.push(await measure(kind, most));
  const answer: Answer = { kinds: figures, addedMebibytes: alive() - before, builtMs };
  process.send?.(answer);
}

process.on('message', (message) => void oneRound(order.parse(message).most));
process.on('disconnect', () => process.exit());
process.send?.('ready');
