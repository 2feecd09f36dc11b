import { createHash } from 'node:crypto';
import { z } from 'zod';
import { relayRole, type RelayRole } from '../../shared/relay/access.ts';
import type { RelayClient } from '../relay/client.ts';
import type { SettingsStore } from './settings-store.ts';

/** A relay, and its token; null = the secret is not on this laptop. */
interface Access {
  readonly url: string;
  readonly token: string | null;
}

const one = z.object({ of: z.string(), role: relayRole });
const document = z.object({ roles: z.array(z.unknown()) });
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

function rolesIn(found: unknown): readonly z.infer<typeof one>[] {
  const read = document.safeParse(found);
  if (!read.success) return [];
  return read.data.roles.flatMap((entry) => {
    const understood = one.safeParse(entry);
    return understood.success ? [understood.data] : [];
  });
}

function nameOf({ url, token }: Access): string {
  return createHash('sha256')
    .update(JSON.stringify([url, token]))
    .digest('base64url');
}
