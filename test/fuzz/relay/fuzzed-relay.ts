import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { createToken } from '../../../relay/access/tokens.ts';
import { openSqliteStore } from '../../../relay/store/sqlite/sqlite-store.ts';
import { customerId } from '../../../shared/ids.ts';
import { fuzzRelay, type FuzzReport } from './fuzz-relay.ts';

export type Verdict = FuzzReport & {
  /** Plain sentences; empty when everything held. */
  readonly wrong: readonly string[];
  /** Resident memory of the relay, in MiB, after a first thousand and at the end. */
  readonly memory: { readonly early: number; readonly late: number };
};

/** What the relay's heap may take: it ends when it needs more, so a leak ends it. */
const HEAP_MIB = 96;
const WARM_UP = 1000;
/** Beyond this, resident memory has grown and not merely moved. */
const GROWTH_MIB = 96;
const SECRET = 'fuzzed-secret';

/** Starts a real relay with little memory, sends it `runs` cases and judges what it did. The relay and its folder end with it. */
export async function fuzzedRelay(runs: number, from: number): Promise<Verdict> {
  const dataDir = mkdtempSync(join(tmpdir(), 'boxwright-fuzz-'));
  const tokens = await makeTokens(dataDir);
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${HEAP_MIB}`, join(import.meta.dirname, '../../../relay/main.ts')],
    {
      env: {
        PATH: process.env['PATH'],
        RELAY_PORT: '0',
        RELAY_DATA_DIR: dataDir,
        RELAY_SECRET_UAT: SECRET,
        RELAY_SECRET_PROD: SECRET,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = once(child, 'close');
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-100_000);
  });
  try {
    const port = await listening(child.stdout);
    const run = { port, dataDir, keys: { secret: SECRET, tokens } } as const;
    const first = await fuzzRelay({ ...run, runs: Math.min(WARM_UP, runs), from });
    const early = residentMib(child.pid);
    const rest = await fuzzRelay({ ...run, runs: Math.max(0, runs - WARM_UP), from: from + WARM_UP });
    const late = residentMib(child.pid);
    const report = together(first, rest);
    const kept = await keptByCount(port);
    const wrong = [
      ...report.failures.map((number) => `case ${number} was answered 5xx`),
      ...(log.includes('internal error') ? ['the log tells of an internal error'] : []),
      ...(late - early > GROWTH_MIB ? [`memory grew from ${early} to ${late} MiB`] : []),
      // One that is kept may not be answered: what cannot be read behind it ends its connection meanwhile.
      ...(kept >= (report.answers.get(204) ?? 0) ? [] : [`${kept} webhooks counted, fewer than 204s`]),
      ...(child.exitCode === null ? [] : ['the relay ended']),
    ];
    return { ...report, wrong, memory: { early, late } };
  } finally {
    child.kill('SIGKILL');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function makeTokens(dataDir: string): Promise<[string, ...string[]]> {
  const store = openSqliteStore(dataDir);
  const customers = [customerId.parse(4711)];
  const make = async (): Promise<string> => {
    const made = await createToken(store, { name: 'Bay', role: 'installer', customers }, 0);
    if (!made.ok) throw new Error(made.error);
    return made.value.token;
  };
  const tokens: [string, ...string[]] = [await make()];
  // Many, so that a token that asks too often is not all that is met.
  while (tokens.length < 20) tokens.push(await make());
  await store.close();
  return tokens;
}

function listening(stdout: NodeJS.ReadableStream): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = '';
    stdout.on('data', (more: Buffer) => {
      text += more.toString('utf8');
      const port = /^relay listening on http:\/\/[^:]+:(\d+)\n/.exec(text)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    stdout.on('end', () => reject(new Error('the relay ended before it listened')));
  });
}

/** What the kernel says the process holds. */
function residentMib(pid: number | undefined): number {
  const status = readFileSync(`/proc/${z.number().parse(pid)}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024);
}

/** How many webhooks the relay says it answered 204; also proves that it still serves. */
async function keptByCount(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  // An event that is not known is answered 204 as well, and set aside.
  const counts = text.matchAll(
    /^relay_webhooks_(?:received_total\{.*\}|quarantined_total\{.*"unknown-event"\}) (\d+)$/gm,
  );
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

function together(one: FuzzReport, other: FuzzReport): FuzzReport {
  const answers = new Map(one.answers);
  for (const [status, count] of other.answers) answers.set(status, (answers.get(status) ?? 0) + count);
  return {
    answers,
    failures: [...one.failures, ...other.failures],
    faulted: one.faulted + other.faulted,
  };
}
