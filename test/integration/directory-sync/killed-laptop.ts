import { z } from 'zod';
import { systemClock } from '../operator/fixture.ts';
import { openSyncedDirectory } from './synced-directory.ts';

/* A laptop that is to be killed during its first sync: it prints the number of stored cars after each commit. */

const env = z.object({ FILE: z.string(), OPERATOR_URL: z.string() }).parse(process.env);

const { sync } = openSyncedDirectory({
  baseUrl: env.OPERATOR_URL,
  file: env.FILE,
  clock: systemClock,
  onProgress: (state) => {
    if (state.state === 'running' && state.part === 'cars') console.log(`cars ${state.rows}`);
  },
});
console.log((await sync.start()).state);
