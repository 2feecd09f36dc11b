import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import type { Clock } from '../../shared/clock.ts';
import type { Topic } from '../../shared/ipc/topics.ts';
import { type Problem, ProblemError } from '../../shared/problem.ts';
import { type JobArguments, readArguments, USAGE } from './headless-run/arguments.ts';
import { giveBundle } from './headless-run/give-bundle.ts';
import { type Ending, EndRun, type OverReason } from './headless-run/ending.ts';
import { type JobIntent, readJobFile } from './headless-run/job-file.ts';
import { runJob } from './headless-run/run.ts';
import { createTranslator } from '../base/translator.ts';
import { createIds } from '../base/ids.ts';
import { maskSecrets } from '../base/mask.ts';
import { createChecklists } from '../jobs/checklists/checklists.ts';
import { openNetwork } from '../session/open-network.ts';
import { outsideOver } from '../session/outside.ts';
import { readProxyVariables } from '../base/network/proxy-variables.ts';
import { openProfile } from '../session/open-profile.ts';
import { maskText } from '../operator/masking.ts';
import type { Log } from '../base/ports.ts';
import {
  type EnvironmentProfile,
  readEnvironmentProfile,
  type NetworkSettings,
  readNetworkSettings,
  readRunSettings,
  type RunSettings,
  refusalLines,
} from '../profiles/environment-profile.ts';
import { policySourcesOf, readPolicy, withPolicy } from '../profiles/machine-policy.ts';
import type { Variables } from '../profiles/variables.ts';
import { defaultPolicy } from '../operations/queue/policy.ts';

/** Composition root without a window (architecture.md §9): the same core, one job, one JSON object per line. */

/** A person who starts the run again wants it tried again; only a row that never gets through is parked. */
const CRASH_LIMIT = 50;
/** The documented exit codes are 0, 2, 3 and 4; this one says that Boxwright itself is at fault. */
const OWN_FAULT = 1;

const clock: Clock = {
  now: () => Date.now(),
  passed: () => performance.now(),
  setTimer: (callback, delayMs) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
const translate = createTranslator('en');

/** The secrets of this run, in any quotation: an operator may echo its input. */
const secrets = ['BOXWRIGHT_API_KEY', 'BOXWRIGHT_PASSWORD', 'BOXWRIGHT_RELAY_TOKEN'].flatMap(
  (name) => process.env[name]?.trim() || [],
);
const masked = (value: unknown) => (typeof value === 'string' ? maskText(value, secrets) : value);

const write = (line: Readonly<Record<string, unknown>>) => {
  const fields = Object.entries(line).map(([name, value]) => [name, masked(value)]);
  console.log(JSON.stringify({ at: new Date(clock.now()).toISOString(), ...Object.fromEntries(fields) }));
};
const explain = (text: string) => {
  console.error(masked(text));
};

/** Everything a run was given, checked. */
interface Given {
  readonly options: JobArguments;
  readonly intent: JobIntent;
  readonly profile: EnvironmentProfile;
  readonly dataDir: string;
  readonly quarantineMs: number;
  readonly network: NetworkSettings;
}

async function main(): Promise<number> {
  const asked = readArguments(process.argv.slice(2));
  if (!asked.ok) return refuse([asked.error]);
  if (asked.value.task === 'help') {
    console.log(`${USAGE}\n\nThe form of the job, exit codes and environment variables: docs/headless.md.`);
    return 0;
  }
  if (asked.value.task === 'bundle') return bundle(asked.value.file);
  const given = await readAll(asked.value);
  if ('refused' in given) return refuse(given.refused);
  const over = new AbortController();
  const end = (because: OverReason) => {
    over.abort(because);
  };
  const cancelTimeout = clock.setTimer(() => end('gave-up-waiting'), given.options.timeoutMs);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => end('stopped'));
  try {
    return tellEnding(await run(given, over.signal));
  } catch (cause) {
    if (cause instanceof EndRun) return tellEnding(cause.ending);
    // The reason why a data folder cannot be opened is for the person who set the run up.
    if (cause instanceof ProblemError) {
      return tellEnding({ code: 2, because: 'configuration', problem: cause.problem });
    }
    explain(maskSecrets(`Boxwright stopped: ${cause instanceof Error ? cause.message : String(cause)}`));
    return OWN_FAULT;
  } finally {
    // A pending timer would keep the process alive after its end.
    cancelTimeout();
  }
}

/** The support bundle of the data folder, whether it can be opened or not: no login is needed for it. */
async function bundle(file: string): Promise<number> {
  const settings = readRunSettings(process.env);
  if (!settings.ok) return refuse(refusalLines(settings.error));
  const refused = await giveBundle({
    file: resolve(file),
    dataDir: dataDirOf(settings.value),
    version: packageJson.version,
    now: clock.now(),
    environment: process.env,
    secrets,
    write,
  });
  return refused === null ? 0 : refuse([refused]);
}

const dataDirOf = ({ dataDir }: RunSettings) => resolve(dataDir ?? join(homedir(), '.boxwright-headless'));

async function readAll(options: JobArguments): Promise<Given | { readonly refused: readonly string[] }> {
  const { jobFile } = options;
  const intent = readJobFile(jobFile);
  if (!intent.ok) {
    const refusal = intent.error;
    return {
      refused: [
        'sentence' in refusal
          ? refusal.sentence
          : `The job file ${jobFile} does not fit: ${refusal.field}: ${sentencesOf(refusal.problem)}`,
      ],
    };
  }
  const profile = readEnvironmentProfile(process.env, {
    needsRelay: intent.value.steps.verify !== undefined,
  });
  const settings = readRunSettings(process.env);
  const managed = await readManaged();
  if ('refused' in managed) return managed;
  const network = readNetworkSettings(managed.variables);
  if (!profile.ok || !settings.ok || !network.ok) {
    return {
      refused: [
        ...(profile.ok ? [] : refusalLines(profile.error)),
        ...(settings.ok ? [] : refusalLines(settings.error)),
        ...(network.ok ? [] : refusalLines(network.error)),
      ],
    };
  }
  const dataDir = dataDirOf(settings.value);
  if (!canBeMade(dataDir)) return { refused: ['BOXWRIGHT_DATA_DIR must be a folder that can be used.'] };
  const { quarantineMs } = settings.value;
  return {
    options,
    intent: intent.value,
    profile: profile.value,
    dataDir,
    quarantineMs,
    network: network.value,
  };
}

/** The variables with what the laptop's administrator has set beneath them. */
async function readManaged(): Promise<
  { readonly variables: Variables } | { readonly refused: readonly string[] }
> {
  try {
    const policy = await readPolicy(policySourcesOf(process.env, process.platform));
    return { variables: withPolicy(process.env, policy) };
  } catch (cause) {
    if (cause instanceof ProblemError) return { refused: [sentencesOf(cause.problem)] };
    throw cause;
  }
}

function canBeMade(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    return true;
  } catch {
    return false;
  }
}

async function run(given: Given, over: AbortSignal): Promise<Ending> {
  const { address, credentials, customerId, relay, assumptions } = given.profile;
  const listeners = new Set<() => void>();
  const log: Log = (level, event, detail) => {
    if (level !== 'info') explain(maskSecrets(`${event}${detail === undefined ? '' : `: ${detail}`}`));
  };
  const ofSystem = readProxyVariables(process.env);
  const network = openNetwork({
    settings: given.network,
    resolveProxy: ofSystem.resolveProxy,
    logins: { read: (proxy) => Promise.resolve(ofSystem.loginOf(proxy)), write: () => Promise.resolve() },
    clock,
    log,
    onLogin: () => undefined,
  });
  const open = openProfile({
    profile: {
      address,
      credentials,
      customer: { id: customerId, name: `Customer ${customerId}` },
      relay,
      keeping: 'environment-variables',
      assumptions,
    },
    dataDir: given.dataDir,
    clock,
    random: Math.random,
    ids: createIds(),
    policy: { ...defaultPolicy, quarantineMs: given.quarantineMs, crashLimit: CRASH_LIMIT },
    checklists: createChecklists({ folder: null, remembered: () => [] }),
    worker: () => 'headless',
    userAgent: `Boxwright/${packageJson.version}`,
    log,
    outside: outsideOver(network.connect),
    publish: (_topics: ReadonlySet<Topic>) => {
      for (const listener of listeners) listener();
    },
    pid: process.pid,
  });
  try {
    return await runJob({
      open,
      intent: given.intent,
      again: given.options.again,
      clock,
      translate,
      write,
      over,
      onChange: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    });
  } finally {
    await open.close();
  }
}

function refuse(lines: readonly string[]): 2 {
  for (const line of lines) explain(line);
  write({ event: 'end', code: 2, because: 'configuration', says: lines.join(' ') });
  return 2;
}

function sentencesOf(problem: Problem): string {
  const says = translate({ key: `problems.${problem.code}.says`, params: problem.params });
  const next = translate({ key: `problems.${problem.code}.next`, params: problem.params });
  return problem.raw === null ? `${says} ${next}` : `${says} ${next} (${problem.raw})`;
}

/** The last line on stdout, the same for a person on stderr. */
function tellEnding(ending: Ending): number {
  const { code, because } = ending;
  switch (code) {
    case 0:
      write({ event: 'end', code, because });
      break;
    case 2:
    case 3: {
      const { problem } = ending;
      const says = sentencesOf(problem);
      write({ event: 'end', code, because, problem: problem.code, operatorMessage: problem.raw, says });
      explain(says);
      break;
    }
    case 4: {
      const { problem, waitingFor } = ending;
      const start = because === 'stopped' ? 'Stopped while waiting for' : 'Gave up waiting for';
      const reason =
        problem === null
          ? ''
          : ` ${translate({ key: `problems.${problem.code}.says`, params: problem.params })}`;
      const says = `${start} ${waitingFor}.${reason} Everything is kept; start the same job again to go on.`;
      write({ event: 'end', code, because, waitingFor, problem: problem?.code ?? null, says });
      explain(says);
      break;
    }
  }
  return code;
}

process.exitCode = await main();
