import { newestFirst, supervisionFilter } from '../../../shared/domain/supervision.ts';
import { answering, openFleet } from './fleet-file.ts';
import { timed } from './timing.ts';

/*
 * A process of its own, as an app that has just been started: opens the file, builds the board, answers the first window, and
 * prints what that took. Nothing is warm but the disk.
 */
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('which file?');

let total = 0;
const took = timed(() => {
  const { lookUp } = answering(openFleet(file).sqlite);
  ({ total } = lookUp.window(supervisionFilter.parse({}), newestFirst, 0, 100));
});
process.stdout.write(JSON.stringify({ ...took, total }));
