import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Topic } from '../../../shared/ipc/messages.ts';
import { ProblemError } from '../../../shared/problem.ts';
import { createIds } from '../../base/ids.ts';
import { maskSecrets } from '../../base/mask.ts';
import { readProxyVariables } from '../../base/network/proxy-list.ts';
import type { Log } from '../../base/ports.ts';
import type { Checklists } from '../../jobs/checklists.ts';
import { defaultPolicy } from '../../operations/queue/parts.ts';
import { openNetwork, outsideOver } from '../../session/outside.ts';
import { type OpenProfile, openProfile } from '../../session/open-profile.ts';
import {
  type EnvironmentProfile,
  type NetworkSettings,
  readEnvironmentProfile,
  readNetworkSettings,
  readRunSettings,
  refusalLines,
  type RunSettings,
  type Variables,
} from '../../profiles/environment-profile.ts';
import { withPolicy, policySourcesOf, readPolicy } from '../../profiles/machine-policy.ts';
import { clock, explain, sentencesOf } from './terminal.ts';

/* The profile of a headless run: read from the environment, opened in this process, and watched for changes. */

/** Crash limit: a rerun is a request to retry, so a row is parked only after this many crashes. */
const CRASH_LIMIT = 50;

/** The profile of the environment variables, opened in this process. */
export interface OpenHere {
  readonly open: OpenProfile;
  /** Calls back after every commit and every change of connectivity; the returned function unsubscribes. */
  readonly onChange: (listener: () => void) => () => void;
}

/** Opens it. Throws what `openProfile` throws. */
export function openHere(
  { profile, dataDir, quarantineMs, network: settings }: GivenProfile,
  { checklists, readsOnly }: { readonly checklists: Checklists; readonly readsOnly: boolean },
): OpenHere {
  const { address, credentials, customerId, relay, assumptions } = profile;
  const listeners = new Set<() => void>();
  const log: Log = (level, event, detail) => {
    if (level !== 'info') explain(maskSecrets(`${event}${detail === undefined ? '' : `: ${detail}`}`));
  };
  const ofSystem = readProxyVariables(process.env);
  const network = openNetwork({
    settings,
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
    dataDir,
    clock,
    random: Math.random,
    ids: createIds(),
    policy: { ...defaultPolicy, quarantineMs, crashLimit: CRASH_LIMIT },
    checklists,
    worker: () => 'headless',
    userAgent: `Boxwright/${packageJson.version}`,
    log,
    outside: outsideOver(network.connect),
    publish: (_topics: ReadonlySet<Topic>) => {
      for (const listener of listeners) listener();
    },
    readsOnly,
    pid: process.pid,
  });
  return {
    open,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The validated settings of a run, from its environment. */
export interface GivenProfile {
  readonly profile: EnvironmentProfile;
  readonly dataDir: string;
  readonly quarantineMs: number;
  readonly network: NetworkSettings;
}

/** @param folder relative to the account's home; used where the environment names none. */
export const dataDirOf = ({ dataDir }: RunSettings, folder: string): string =>
  resolve(dataDir ?? join(homedir(), folder));

/** Reads the variables and reports everything that is missing or refused at once. */
export async function readGiven(needs: {
  readonly needsRelay: boolean;
  readonly folder: string;
}): Promise<GivenProfile | { readonly refused: readonly string[] }> {
  const profile = readEnvironmentProfile(process.env, needs);
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
  const dataDir = dataDirOf(settings.value, needs.folder);
  if (!canBeMade(dataDir)) return { refused: ['BOXWRIGHT_DATA_DIR must be a folder that can be used.'] };
  const { quarantineMs } = settings.value;
  return { profile: profile.value, dataDir, quarantineMs, network: network.value };
}

/** The environment's variables, with the values set by the laptop's administrator as defaults. */
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

/**
 * Tracks changes since the last check, including those that the watcher itself makes. A change between the check and
 * the wait must not be missed. The end of the run counts as a change.
 */
export function watchChanges({
  onChange,
  over,
}: {
  readonly onChange: (listener: () => void) => () => void;
  readonly over: AbortSignal;
}) {
  let changed = false;
  let wake: () => void = () => undefined;
  const note = () => {
    changed = true;
    wake();
  };
  const stopListening = onChange(note);
  over.addEventListener('abort', note);
  return {
    noted: () => {
      changed = false;
    },
    /** Resolves after the commit that triggered it, never inside it. */
    next: () =>
      new Promise<void>((resolve) => {
        wake = () => setImmediate(resolve);
        if (changed) wake();
      }),
    stop: () => {
      stopListening();
      over.removeEventListener('abort', note);
    },
  };
}
