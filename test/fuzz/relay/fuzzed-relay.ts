import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createToken } from '../../../relay/access/credentials.ts';
import { openSqliteStore } from '../../../relay/store/sqlite/sqlite-store.ts';
import { customerId } from '../../../shared/ids.ts';
import { fuzzRelay, type FuzzReport } from './fuzz-relay.ts';
import { keepBooks } from './kept.ts';
import { growth, memoryOf, type Memory } from './memory.ts';
import { childEnvironment } from '../../runner/child-environment.ts';
import { builtRelay } from '../../runner/relay-bundle.ts';

export type Verdict = FuzzReport & {
  /** Plain sentences; empty when everything held. */
  readonly wrong: readonly string[];
  /** After the first thousand cases, and after each window of the rest. */
  readonly memory: readonly Memory[];
};

/** The limit of the relay's heap: it ends when it needs more, so a leak ends it. */
const HEAP_MIB = 96;
const WARM_UP = 1000;
/** The rest is sent in so many parts; memory is looked at after each. */
const WINDOWS = 3;
const SECRET = 'fuzzed-secret';

/** Starts a real relay with little memory, sends it `runs` cases and judges what it did. The relay and its folder end with it. */
export async function fuzzedRelay(runs: number, from: number): Promise<Verdict> {
  const dataDir = mkdtempSync(join(tmpdir(), 'boxwright-fuzz-'));
  const tokens = await makeTokens(dataDir);
  const { relay: main } = await builtRelay();
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${HEAP_MIB}`,
      '--expose-gc',
      `--import=${join(import.meta.dirname, 'tell-memory.ts')}`,
      main,
    ],
    {
      env: {
        ...childEnvironment(),
        RELAY_PORT: '0',
        RELAY_DATA_DIR: dataDir,
        RELAY_SECRET_UAT: SECRET,
        RELAY_SECRET_PROD: SECRET,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('the relay has no output');
  const ended = once(child, 'close');
  let log = '';
  stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-100_000);
  });
  try {
    const port = await listening(stdout);
    const books = keepBooks();
    const run = { port, dataDir, keys: { secret: SECRET, tokens }, books } as const;
    const warmUp = Math.min(WARM_UP, runs);
    let report = await fuzzRelay({ ...run, runs: warmUp, from });
    const memory = [await memoryOf(child)];
    for (let window = 1, done = warmUp; window <= WINDOWS && done < runs; window += 1) {
      const upTo = warmUp + Math.ceil(((runs - warmUp) * window) / WINDOWS);
      report = together(report, await fuzzRelay({ ...run, runs: upTo - done, from: from + done }));
      memory.push(await memoryOf(child));
      done = upTo;
    }
    const metrics = await metricsOf(port);
    const wrong = [
      ...report.failures.map(
        (number) => `case ${number} was answered 5xx, or was whole and not answered once`,
      ),
      ...(log.includes('internal error') ? ['the log tells of an internal error'] : []),
      ...growth(memory),
      ...books.compare(dataDir, metrics),
      ...(child.exitCode === null ? [] : ['the relay ended']),
    ];
    return { ...report, wrong, memory };
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

/** Also proves that it still serves. */
const metricsOf = async (port: number): Promise<string> =>
  (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

function together(one: FuzzReport, other: FuzzReport): FuzzReport {
  const answers = new Map(one.answers);
  for (const [status, count] of other.answers) answers.set(status, (answers.get(status) ?? 0) + count);
  return {
    answers,
    failures: [...one.failures, ...other.failures],
    faulted: one.faulted + other.faulted,
  };
}
