import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { startDemoServices } from '../../demo/services.ts';
import { planDay } from '../../e2e/fixture/day-plan.ts';
import { bench } from '../frame/bench.ts';
import { atMost, reported, type Row } from '../frame/rows.ts';
import { longLog } from './long-log.ts';
import { windowAtRest } from './window-at-rest.ts';
import { bytesByTable } from './sizes.ts';

const JOBS = 20;
const CARS = 4_000;
const RESULT_DELAY_MS = 50;
const REST_MS = 60_000;
/** The largest parts of queue.db. */
const SHARES = ['job', 'log_entry', 'operation'] as const;
const KIB = 1024;
const MIB = 1024 * KIB;

const spent = z.object({ atMs: z.number(), wakes: z.number(), cpuMs: z.number(), written: z.number() });
const figures = z.object({
  worked: spent,
  answers: z.object({ bytes: z.number(), changes: z.number(), readAgain: z.number() }),
  rested: spent,
});

/** Works the jobs in another process, and answers its figures. */
async function atWork(folder: string, jobs: number, restMs: number) {
  const services = await startDemoServices({ cars: CARS, resultDelayMs: RESULT_DELAY_MS });
  try {
    const order = join(folder, 'order.json');
    const dataDir = join(folder, 'laptop');
    mkdirSync(dataDir);
    const plans = planDay(services.operator, jobs, 'Day shift');
    writeFileSync(order, JSON.stringify({ env: services.env, dataDir, jobs: plans, restMs }));
    const { stdout } = await promisify(execFile)(process.execPath, [
      join(import.meta.dirname, 'laptop.ts'),
      order,
    ]);
    const [queueFile] = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('queue.db'),
    );
    if (queueFile === undefined) throw new Error('the laptop made no queue.db');
    return { ...figures.parse(JSON.parse(stdout)), queueFile: join(dataDir, queueFile) };
  } finally {
    await services.stop();
  }
}

await bench('growth', async ({ jobs = JOBS, rest = REST_MS }) => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-bench-growth-'));
  try {
    const count = Number(jobs);
    const { worked, answers, rested, queueFile } = await atWork(folder, count, Number(rest));
    const tables = bytesByTable(queueFile);
    const perJob = (bytes: number) => bytes / count / KIB;
    const perMinute = (value: number) => (value / rested.atMs) * 60_000;
    const window = await windowAtRest(folder, Number(rest));
    const log = await longLog(queueFile, mkdtempSync(join(folder, 'log-')));
    const all = [...tables.values()].reduce((sum, bytes) => sum + bytes, 0);
    const perThousand = (bytes: number) => ((bytes / count) * 1000) / MIB;
    const perMillion = (bytes: number, entries: number) => ((bytes / entries) * 1e6) / MIB;
    const bound = (what: string, unit: string, value: number, limit: number): Row =>
      atMost({ what, unit, rounds: [value] }, limit);
    return [
      bound('at rest: wake-ups of main a minute', '', perMinute(rested.wakes), 240),
      bound('at rest: processor time of main a minute', 'ms', perMinute(rested.cpuMs), 150),
      bound('at rest: written a minute', 'KiB', perMinute(rested.written) / KIB, 80),
      bound('a job: written by main, copies included', 'KiB', perJob(worked.written), 5000),
      bound('a job: processor time of main', 'ms', worked.cpuMs / count, 400),
      bound('a job: answers to the window', 'KiB', perJob(answers.bytes), 900),
      bound(
        'a job: changes for which the window reads it again, of all',
        '×',
        answers.readAgain / answers.changes,
        0.6,
      ),
      reported({ what: 'window at rest: tasks a minute', unit: 'ms', rounds: [window.taskMs] }),
      bound('window at rest: styles worked out a minute', '', window.styles, 30),
      bound('queue.db: 1,000 jobs', 'MiB', perThousand(all), 90),
      ...SHARES.map((table) =>
        reported({
          what: `queue.db, ${table}: 1,000 jobs`,
          unit: 'MiB',
          rounds: [perThousand(tables.get(table) ?? 0)],
        }),
      ),
      bound('log in queue.db: 1,000,000 entries', 'MiB', perMillion(log.before, log.entries), 600),
      bound('log in log-archive.db: 1,000,000 entries', 'MiB', perMillion(log.archive, log.moved), 600),
      bound('log in queue.db after a move, of before', '×', log.after / log.before, 0.05),
      reported({
        what: 'a move: processor time of 1,000 entries',
        unit: 'ms',
        rounds: [(log.moveMs / log.moved) * 1000],
      }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
