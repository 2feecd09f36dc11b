import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../../host/build.ts';
import { notable } from '../../operator/seed/notable.ts';
import { bench } from '../frame/bench.ts';
import { atMost, reported } from '../frame/rows.ts';
import { inTurn, ratios } from '../frame/turns.ts';
import { BASE_URL } from '../search/boxwright.ts';
import { fillProfile, FULL } from './full-profile.ts';
import { emptyWindow, startOfApp } from './starts.ts';

const ROUNDS = 7;

/** A managed laptop whose operator is not to be reached: what is shown comes from the laptop alone. */
const laptop: Readonly<Record<string, string>> = {
  BOXWRIGHT_ENVIRONMENT: 'uat',
  BOXWRIGHT_BASE_URL: BASE_URL,
  BOXWRIGHT_API_KEY: 'key',
  BOXWRIGHT_USERNAME: 'user',
  BOXWRIGHT_PASSWORD: 'word',
  BOXWRIGHT_CUSTOMER_ID: String(notable.customerId),
};

await bench('startup', async () => {
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
    const taken = await inTurn(
      [
        { name: 'window', round: emptyWindow(place('window')) },
        { name: 'empty', round: () => startOfApp(laptop, nothing) },
        { name: 'full', round: () => startOfApp(laptop, all) },
      ],
      ROUNDS,
    );
    const of = (name: string) => taken.get(name) ?? [];
    return [
      atMost(
        {
          what: 'start to Home, nothing in the databases, as a multiple of an empty window',
          unit: '×',
          rounds: ratios(of('empty'), of('window')),
        },
        1.5,
      ),
      atMost(
        {
          what: `start to Home with ${FULL.cars} cars, ${FULL.jobs} jobs, ${FULL.entries} entries, as a multiple of empty databases`,
          unit: '×',
          rounds: ratios(of('full'), of('empty')),
        },
        1.1,
      ),
      reported({ what: 'an empty window of the same host', unit: 'ms', rounds: of('window') }),
      reported({ what: 'start to Home, nothing in the databases', unit: 'ms', rounds: of('empty') }),
      reported({ what: 'start to Home, full', unit: 'ms', rounds: of('full') }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
});
