import { randomUUID } from 'node:crypto';
import BetterQueue from 'better-queue';
import { buildDBClient, Runner, SqliteQueue } from 'liteque';
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

/**
 * better-queue over the statements of its own SQLite store (better-queue-sqlite 1.0.7), but on this database, which is at FULL:
 * that store turns syncs off. Its batches are of one task. Answers milliseconds for all orders; closes the database.
 */
export async function betterQueue(sqlite, orders) {
  const store = storeOf(sqlite);
  sqlite.transaction(() => {
    for (const [number, order] of orders.entries()) store.put(String(number), order);
  })();
  let from = 0;
  const queue = new BetterQueue((_order, done) => done(), {
    store,
    batchSize: 1,
    concurrent: 1,
    autoResume: true,
  });
  await new Promise((resolve, reject) => {
    from = performance.now();
    queue.on('drain', resolve);
    queue.on('error', reject);
    queue.resume();
  });
  const took = performance.now() - from;
  const left = sqlite.prepare('SELECT count(*) FROM task').pluck().get();
  if (left !== 0) throw new Error(`better-queue left ${left} orders`);
  sqlite.close();
  return took;
}

function storeOf(sqlite) {
  sqlite.exec(
    'CREATE TABLE task (id TEXT UNIQUE, lock TEXT, task TEXT, priority NUMERIC, added INTEGER PRIMARY KEY AUTOINCREMENT);' +
      'CREATE INDEX priorityIndex ON task (lock, priority DESC, added)',
  );
  const insert = sqlite.prepare(
    "INSERT OR REPLACE INTO task (id, task, priority, lock) VALUES (?, ?, ?, '')",
  );
  const open = sqlite.prepare("SELECT task FROM task WHERE id = ? AND lock = ''").pluck();
  const remove = sqlite.prepare('DELETE FROM task WHERE id = ?');
  const taken = sqlite.prepare('SELECT id, task FROM task WHERE lock = ?');
  const running = sqlite.prepare("SELECT id, lock, task FROM task WHERE lock <> ''");
  const release = sqlite.prepare('DELETE FROM task WHERE lock = ?');
  const take = (order) =>
    sqlite.prepare(
      `UPDATE task SET lock = ? WHERE id IN (SELECT id FROM task WHERE lock = '' ORDER BY priority DESC, added ${order} LIMIT ?)`,
    );
  const [first, last] = [take('ASC'), take('DESC')];
  const count = sqlite.prepare("SELECT count(*) FROM task WHERE lock = ''").pluck();
  const taking = (statement) => (many, answer) => {
    const lock = randomUUID();
    answer(null, statement.run(lock, many).changes > 0 ? lock : '');
  };
  return {
    put: (id, task) => insert.run(id, JSON.stringify(task), 1),
    connect: (answer) => answer(null, count.get()),
    getTask: (id, answer) => {
      const task = open.get(id);
      answer(null, task === undefined ? undefined : JSON.parse(task));
    },
    deleteTask: (id, answer) => answer(null, remove.run(id)),
    putTask: (id, task, priority, answer) => answer(null, insert.run(id, JSON.stringify(task), priority)),
    getLock: (lock, answer) =>
      answer(null, Object.fromEntries(taken.all(lock).map(({ id, task }) => [id, JSON.parse(task)]))),
    getRunningTasks: (answer) => {
      const tasks = {};
      for (const { id, lock, task } of running.all())
        tasks[lock] = { ...tasks[lock], [id]: JSON.parse(task) };
      answer(null, tasks);
    },
    releaseLock: (lock, answer) => answer(null, release.run(lock)),
    takeFirstN: taking(first),
    takeLastN: taking(last),
  };
}

/**
 * liteque sets a weaker sync by itself: it is set back to FULL. Its transactions are asynchronous functions, which this better-sqlite3
 * refuses: they begin and commit here by themselves, one at a time. Answers milliseconds for all orders.
 */
export async function liteque(file, orders) {
  const database = buildDBClient(file, { runMigrations: true });
  const sqlite = database.$client ?? database.session.client;
  const queue = new SqliteQueue('order', database, {
    defaultJobArgs: { numRetries: 1 },
    keepFailedJobs: false,
  });
  sqlite.exec('BEGIN');
  for (const order of orders) await queue.enqueue(order);
  sqlite.exec('COMMIT');
  sqlite.pragma('synchronous = FULL');
  database.transaction = async (work) => {
    sqlite.exec('BEGIN');
    const answer = await work(database);
    sqlite.exec('COMMIT');
    return answer;
  };
  let done = 0;
  const runner = new Runner(
    queue,
    { run: () => Promise.resolve(), onComplete: () => Promise.resolve(void (done += 1)) },
    { pollIntervalMs: 1, timeoutSecs: 5, concurrency: 1 },
  );
  const from = performance.now();
  await runner.runUntilEmpty();
  const took = performance.now() - from;
  if (done !== orders.length) throw new Error(`liteque did ${done} of ${orders.length} orders`);
  if (sqlite.pragma('synchronous', { simple: true }) !== 2) throw new Error('liteque was not at FULL');
  sqlite.close();
  return took;
}
