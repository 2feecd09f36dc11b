import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Clock, type Instant, MINUTE } from '../../shared/time.ts';
import type { RoleSources } from '../../shared/domain/people.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { relayRole, type RelayRole } from '../../shared/relay/access.ts';
import type { SettingsStore } from '../profiles/settings-store.ts';
import type { RelayClient } from '../relay/client.ts';
import { isPin, isSealedOtherwise, readPin, sealPin, proveLogin, type AttemptCounter } from './proofs.ts';

/* The two sources of the window's role that change while the app runs: the administrator's PIN, and the relay's tokens. */

/** The elevation expires, in case the administrator leaves the laptop without ending it. */
const ELEVATION_MS = 15 * MINUTE;
/** The key under which wrong entries are counted. */
const SUBJECT = 'administrator';

const pinDocument = z.object({ pin: z.string().min(1).nullable() });

/** The PIN that temporarily elevates this laptop's window to the administrator role. */
export interface AdministratorPin {
  readonly state: () => RoleSources['pin'];
  /** The end of the elevation; null = not elevated. */
  readonly raisedUntil: () => Instant | null;
  /** ProblemErrors `administrator-pin-wrong`, `pin-wait`, `not-found`. */
  readonly elevate: (typed: string) => Promise<void>;
  readonly endElevation: () => void;
  /**
   * Sets the PIN and elevates, replaces it, or removes it (null). ProblemErrors `administrator-pin-wrong`,
   * `pin-wait`, `pin-malformed`.
   */
  readonly change: (typed: string | null, old: string | null) => Promise<void>;
  /**
   * The fallback for a lost PIN. It is safe because the operator's login grants more than this window.
   * ProblemErrors as of `proveLogin`.
   */
  readonly removeByLogin: (password: string) => Promise<void>;
}

/**
 * Stores the PIN in its own document, which no other code writes. An unreadable document counts as a PIN that no
 * entry matches.
 */
export function createAdministratorPin({
  settings,
  tries,
  password,
  isLocked,
  clock,
  changed,
}: {
  readonly settings: SettingsStore;
  readonly tries: Pick<AttemptCounter, 'attempt' | 'forget'>;
  /** The password of the operator's login. ProblemError `not-connected`. */
  readonly password: () => string;
  /** Whether the idle lock covers the window. Then no entry raises it. */
  readonly isLocked: () => boolean;
  readonly clock: Clock;
  readonly changed: () => void;
}): AdministratorPin {
  let kept = keptPin(settings.read());
  let elevatedAt: number | null = null;
  let stopTimer = () => {};

  const leftMs = () => (elevatedAt === null ? 0 : elevatedAt + ELEVATION_MS - clock.passed());
  const isElevated = () => leftMs() > 0;
  const endElevation = () => {
    stopTimer();
    if (elevatedAt === null) return;
    elevatedAt = null;
    changed();
  };
  const elevate = () => {
    stopTimer();
    // The window may have been locked while the PIN was hashed: another person may open it.
    if (isLocked()) return;
    elevatedAt = clock.passed();
    stopTimer = clock.setTimer(endElevation, ELEVATION_MS);
    changed();
  };
  const prove = async (typed: string): Promise<void> => {
    const { pin } = kept;
    if (!(await tries.attempt(SUBJECT, async () => pin !== null && (await isPin(pin, typed)))))
      throw new ProblemError(makeProblem('administrator-pin-wrong'));
  };
  /** A PIN stored with older scrypt costs is rehashed at its next correct entry. */
  const reseal = async (before: string, typed: string): Promise<void> => {
    const sealed = await sealPin(typed);
    // The PIN may have been changed while it was hashed.
    if (kept.pin !== before) return;
    try {
      settings.write({ pin: sealed });
    } catch (cause) {
      // A full disk does not reject a correct PIN: the next correct entry rehashes it.
      if (!(cause instanceof ProblemError)) throw cause;
      return;
    }
    kept = { isSet: true, pin: sealed };
  };
  const keep = (pin: string | null): void => {
    settings.write({ pin });
    kept = { isSet: pin !== null, pin };
    tries.forget(SUBJECT);
  };

  return {
    state: () => (!kept.isSet ? 'none' : isElevated() ? 'raised' : 'set'),
    raisedUntil: () => (kept.isSet && isElevated() ? clock.now() + Math.round(leftMs()) : null),
    elevate: async (typed) => {
      if (!kept.isSet) throw new ProblemError(makeProblem('not-found'));
      await prove(typed);
      elevate();
      const { pin } = kept;
      if (pin !== null && isSealedOtherwise(pin)) await reseal(pin, typed);
    },
    endElevation,
    change: async (typed, old) => {
      if (kept.isSet) await prove(old ?? '');
      keep(typed === null ? null : await sealPin(readPin(typed)));
      if (typed === null) endElevation();
      else elevate();
      changed();
    },
    removeByLogin: async (typed) => {
      await proveLogin(tries, password(), typed);
      keep(null);
      endElevation();
      changed();
    },
  };
}

function keptPin(found: unknown): { readonly isSet: boolean; readonly pin: string | null } {
  if (found === undefined) return { isSet: false, pin: null };
  const read = pinDocument.safeParse(found);
  return read.success ? { isSet: read.data.pin !== null, pin: read.data.pin } : { isSet: true, pin: null };
}

/** A relay, and its token; null = the secret is not on this laptop. */
interface Access {
  readonly url: string;
  readonly token: string | null;
}

const keptRole = z.object({ of: z.string(), role: relayRole });
const keptRoles = z.object({ roles: z.array(z.unknown()) });
/** Upper bound of stored roles, including those of replaced tokens; the oldest are dropped. */
const MOST_KEPT = 20;

/** The last role that the relay reported for each token, so that the role also applies offline. */
export interface KeptRoles {
  readonly of: (access: Access) => RelayRole | 'unknown';
  /** A client that stores the role that the relay reports for its token. A refused token has no role any more. */
  readonly noting: <Client extends Pick<RelayClient, 'me'>>(
    client: Client,
    access: { readonly url: string; readonly token: string },
  ) => Client;
}

/**
 * Creates the store over its own settings document. A token is identified by its digest; an unreadable role is
 * `unknown`. A role that could not be written applies for this run, and is passed to `report`.
 */
export function createKeptRoles(
  settings: SettingsStore,
  changed: () => void,
  report: (cause: unknown) => void,
): KeptRoles {
  let kept = rolesIn(settings.read());
  const note = (access: Access, role: RelayRole | null): void => {
    const of = nameOf(access);
    const before = kept.find((entry) => entry.of === of)?.role ?? null;
    if (before === role) return;
    const others = kept.filter((entry) => entry.of !== of);
    kept = role === null ? others : [{ of, role }, ...others].slice(0, MOST_KEPT);
    changed();
    try {
      settings.write({ roles: kept });
    } catch (cause) {
      report(cause);
    }
  };
  return {
    of: (access) => kept.find((entry) => entry.of === nameOf(access))?.role ?? 'unknown',
    noting: (client, access) => ({
      ...client,
      me: async (signal) => {
        const answer = await client.me(signal);
        if (answer.ok) note(access, answer.value.role);
        else if (answer.error.code === 'refused') note(access, null);
        return answer;
      },
    }),
  };
}

function rolesIn(found: unknown): readonly z.infer<typeof keptRole>[] {
  const read = keptRoles.safeParse(found);
  if (!read.success) return [];
  return read.data.roles.flatMap((entry) => {
    const understood = keptRole.safeParse(entry);
    return understood.success ? [understood.data] : [];
  });
}

function nameOf({ url, token }: Access): string {
  return createHash('sha256')
    .update(JSON.stringify([url, token]))
    .digest('base64url');
}
