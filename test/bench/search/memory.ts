import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { askForCars, idsOf, openCore } from './boxwright.ts';

/*
 * A process of its own that holds no fleet: what an app that has searched for everything takes, as the system counts it,
 * the database's own buffers included. Arguments: data folder, file with the texts that are typed.
 */
const [dataDir, file] = z.tuple([z.string(), z.string()]).parse(process.argv.slice(2));
const typed = z.array(z.string()).parse(JSON.parse(readFileSync(file, 'utf8')));

const { ask, close } = await openCore(dataDir);
for (const text of typed) idsOf(await askForCars(ask, text));
globalThis.gc?.();
process.stdout.write(JSON.stringify(process.memoryUsage().rss / (1024 * 1024)));
await close();
