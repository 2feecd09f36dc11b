import packageJson from '../../../package.json' with { type: 'json' };
import type { Topic } from '../../../shared/ipc/pushed.ts';
import { createIds } from '../../base/ids.ts';
import { maskSecrets } from '../../base/mask.ts';
import { readProxyVariables } from '../../base/network/proxy-list.ts';
import type { Log } from '../../base/ports.ts';
import type { Checklists } from '../../jobs/checklists/checklists.ts';
import { defaultPolicy } from '../../operations/queue/policy.ts';
import { openNetwork } from '../../session/open-network.ts';
import { type OpenProfile, openProfile } from '../../session/open-profile.ts';
import { outsideOver } from '../../session/outside.ts';
import type { GivenProfile } from './given.ts';
import { clock, explain } from './terminal.ts';

/** A person who starts the run again wants it tried again; only a row that never gets through is parked. */
const CRASH_LIMIT = 50;

/** The profile that the environment gives, at work in this process. */
export interface OpenHere {
  readonly open: OpenProfile;
  /** Calls back after every commit and every change of connection; the answer stops it. */
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
