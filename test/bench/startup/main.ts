import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../../host/build.ts';
import { bench } from '../frame/bench.ts';
import { atMost, reported, type Row } from '../frame/rows.ts';
import { inTurn, ratios } from '../frame/turns.ts';
import { asOldLaptop, inOwnProcess, oldLaptop } from '../old-laptop/old-laptop.ts';
import { fillProfile, FULL } from './full-profile.ts';
import { emptyWindow, laptop, startOfApp } from './starts.ts';

const ROUNDS = 7;
const OLD_ROUNDS = 3;
/** From the start to a full Home on an old laptop. */
const OLD_HOME_S = 5;

type Taken = ReadonlyMap<string, readonly number[]>;
const of = (taken: Taken, name: string) => taken.get(name) ?? [];

const timesOfEmpty = (taken: Taken): readonly Row[] => [
  reported({ what: 'an empty window of the same host', unit: 'ms', rounds: of(taken, 'window') }),
  reported({ what: 'start to Home, nothing in the databases', unit: 'ms', rounds: of(taken, 'empty') }),
];

const judged = (taken: Taken): readonly Row[] => [
  atMost(
    {
      what: 'start to Home, nothing in the databases, as a multiple of an empty window',
      unit: '×',
      rounds: ratios(of(taken, 'empty'), of(taken, 'window')),
    },
    1.5,
  ),
  atMost(
    {
      what: `start to Home with ${FULL.cars} cars, ${FULL.jobs} jobs, ${FULL.entries} entries, as a multiple of empty databases`,
      unit: '×',
      rounds: ratios(of(taken, 'full'), of(taken, 'empty')),
    },
    1.1,
  ),
  ...timesOfEmpty(taken),
  reported({ what: 'start to Home, full', unit: 'ms', rounds: of(taken, 'full') }),
];

const judgedOld = (taken: Taken): readonly Row[] => [
  atMost(
    { what: 'start to Home, full', unit: 's', rounds: of(taken, 'full').map((ms) => ms / 1000) },
    OLD_HOME_S,
  ),
  ...timesOfEmpty(taken),
];

await bench('startup', async ({ old: isOld }) => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-bench-startup-'));
  const place = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path);
    return path;
  };
  try {
    await ensureBuilt(() => undefined);
    const [nothing, all] = [place('empty'), place('full')];
    await fillProfile(all);
    const old = isOld === true ? await oldLaptop(folder) : null;
    try {
      const slower = old === null ? [] : [await old.slowdown('in a process', inOwnProcess)];
      const env = { ...laptop, ...old?.env };
      const taken = await inTurn(
        [
          { name: 'window', round: emptyWindow(place('window'), old?.env ?? {}) },
          { name: 'empty', round: () => startOfApp(env, nothing) },
          { name: 'full', round: () => startOfApp(env, all) },
        ],
        old === null ? ROUNDS : OLD_ROUNDS,
      );
      return old === null ? judged(taken) : asOldLaptop([...slower, ...judgedOld(taken)]);
    } finally {
      await old?.end();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
});
