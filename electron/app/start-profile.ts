import { join } from 'node:path';
import type { StartFailure } from '../../shared/domain/status.ts';
import type { Policy, ProfileView } from '../../shared/domain/profile.ts';
import { neverReached } from '../../shared/never.ts';
import { defaultPreferences, type Language } from '../../shared/domain/settings.ts';
import { makeProblem, type Problem, ProblemError } from '../../shared/problem.ts';
import type { CorePorts } from '../base/ports.ts';
import type { Sessions } from '../session/sessions.ts';
import type { CustomerNames, ProfileStore } from '../profiles/profile-store.ts';
import { isManaged, orRefuse, readEnvironmentProfile } from '../profiles/environment-profile.ts';
import { outsidePolicy } from '../profiles/machine-policy.ts';
import { type Profile, rememberedView } from '../profiles/profile.ts';
import { createTranslator } from '../base/translator.ts';
import { maskSecrets } from '../base/mask.ts';
import { createPreferencesStore } from '../profiles/preferences-store.ts';
import { createSettingsFile } from '../profiles/settings-store.ts';

/* The start of the app: the profile that is opened, and the problem where it or the app itself cannot be opened. */

/**
 * A connection of this laptop, whether or not it could be opened. `relayToken` null = the token is not on this laptop.
 */
export interface KnownConnection extends Pick<Profile, 'address' | 'customer'> {
  readonly relay: { readonly relayUrl: string; readonly relayToken: string | null } | null;
}

/** The result of opening the profile that the app finds when it starts. */
export interface StartProfile {
  /** Opens the profile or determines why it cannot be opened. Concurrent calls share one run. Never rejects. */
  readonly start: () => Promise<void>;
  /** The reason why no profile is open; null where one was opened, or where there is none to open. */
  readonly failure: () => StartFailure | null;
  /** The saved profile that lacks its secrets. */
  readonly remembered: () => ProfileView | null;
  /** The connection that was found, also where it was not opened; null = this laptop has none, or its policy sets another. */
  readonly known: () => KnownConnection | null;
  readonly forget: () => void;
}

interface StartParts {
  readonly deps: Pick<CorePorts, 'env' | 'dataDir' | 'secrets' | 'clock' | 'log' | 'publish'>;
  readonly store: ProfileStore;
  readonly policy: Policy;
  readonly customerNames: CustomerNames;
  readonly use: Sessions['use'];
}

/** Nothing is open before `start`. When the data cannot be opened, a window with the reason and diagnostics remains. */
export function createStartProfile(parts: StartParts): StartProfile {
  const { clock, log, publish } = parts.deps;
  let failure: StartFailure | null = null;
  let remembered: ProfileView | null = null;
  let known: KnownConnection | null = null;
  let inFlight: Promise<void> | null = null;
  const learn = (found: KnownConnection) => {
    known = found;
  };
  const attempt = async () => {
    try {
      remembered = await openKnownProfile(parts, learn);
      failure = null;
    } catch (cause) {
      const problem = startProblem(cause);
      failure = { problem, at: clock.now() };
      log(
        'error',
        'app.start-failed',
        [problem.code, ...(problem.raw === null ? [] : [problem.raw])].join(': '),
      );
    }
    publish(new Set(['status']));
  };
  return {
    start: () => {
      inFlight ??= attempt().finally(() => {
        inFlight = null;
      });
      return inFlight;
    },
    failure: () => failure,
    remembered: () => remembered,
    known: () => known,
    forget: () => {
      remembered = null;
      known = null;
    },
  };
}

/** Opens what can be opened; returns the saved profile that lacks its secrets. */
async function openKnownProfile(
  { deps, store, policy, customerNames, use }: StartParts,
  learn: (known: KnownConnection) => void,
): Promise<ProfileView | null> {
  if (isManaged(deps.env)) {
    const managed = orRefuse(readEnvironmentProfile(deps.env, { needsRelay: false }));
    const { address, credentials, customerId, relay, assumptions } = managed;
    const name = customerNames.known(address, customerId) ?? `Customer ${customerId}`;
    const profile: Profile = {
      address,
      credentials,
      customer: { id: customerId, name },
      relay,
      keeping: 'environment-variables',
      assumptions,
    };
    learn(profile);
    await use(profile, { dataDir: deps.dataDir, kept: false });
    return null;
  }
  const isOutside = ({ address, customer, relay }: KnownConnection): boolean => {
    const wanted = { address, customerId: customer.id, relayUrl: relay?.relayUrl ?? null };
    const other = outsidePolicy(policy, wanted);
    if (other !== null) deps.log('warn', 'profile.not-opened', `set-by-policy: ${other}`);
    return other !== null;
  };
  const loaded = await store.load();
  switch (loaded.state) {
    case 'none':
      return null;
    case 'ready': {
      if (isOutside(loaded.profile)) return null;
      learn(loaded.profile);
      await use(loaded.profile);
      return null;
    }
    case 'damaged':
      deps.log('warn', 'profile.not-opened', loaded.problem.code);
      return null;
    case 'incomplete': {
      const { address, customer, relayUrl } = loaded.saved;
      const found = {
        address,
        customer,
        relay: relayUrl === null ? null : { relayUrl, relayToken: null },
      };
      deps.log('warn', 'profile.not-opened', loaded.problem.code);
      if (isOutside(found)) return null;
      learn(found);
      return rememberedView(loaded.saved, await deps.secrets.keeping());
    }
    default:
      return neverReached(loaded);
  }
}

/** The message for a start without a window: one plain sentence, the next step, and the original error text. */
export function startFailure(
  cause: unknown,
  dataDir: string,
): { readonly title: string; readonly text: string } {
  const translate = createTranslator(languageOf(dataDir));
  const title = translate({ key: 'app.couldNotStart', params: {} });
  const { code, params, raw } = startProblem(cause);
  const [says, next] = [`problems.${code}.says`, `problems.${code}.next`].map((key) =>
    translate({ key, params }),
  );
  return { title, text: maskSecrets([says, next, ...(raw === null ? [] : [raw])].join('\n\n')) };
}

/** The chosen language; falls back where the preferences themselves cannot be read. */
function languageOf(dataDir: string): Language {
  try {
    return createPreferencesStore(createSettingsFile(join(dataDir, 'preferences.json'))).read().language;
  } catch {
    return defaultPreferences.language;
  }
}

/** The problem when the app or the saved work cannot be opened. No save was in progress. */
function startProblem(cause: unknown): Problem {
  if (!(cause instanceof ProblemError)) {
    return makeProblem('unexpected', {}, maskSecrets(cause instanceof Error ? cause.message : String(cause)));
  }
  const { problem } = cause;
  return problem.code === 'not-saved-disk-full'
    ? makeProblem('disk-full-at-start', {}, problem.raw)
    : problem;
}
