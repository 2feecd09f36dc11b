import { better, defineQueue } from 'plainjob';

const silent = {
  error: () => undefined,
  warn: () => undefined,
  info: () => undefined,
  debug: () => undefined,
};

/** plainjob sets a weaker sync by itself: it is set back to FULL. Returns milliseconds for all orders; closes the database. */
export function plainjob(sqlite, orders) {
  const queue = defineQueue({ connection: better(sqlite), logger: silent });
  sqlite.pragma('synchronous = FULL');
  queue.addMany('order', [...orders]);
  const from = performance.now();
  for (;;) {
    const job = queue.getAndMarkJobAsProcessing('order');
    if (job === undefined) break;
    queue.getJobById(job.id);
    queue.markJobAsDone(job.id);
  }
  const took = performance.now() - from;
  if (sqlite.pragma('synchronous', { simple: true }) !== 2) throw new Error('plainjob was not at FULL');
  queue.close();
  return took;
}
