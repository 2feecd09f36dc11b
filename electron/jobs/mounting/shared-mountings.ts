import type { AttachmentDigest } from '../../../shared/relay/attachments.ts';
import type { Sqlite } from '../../db/open.ts';
import type { RelayClient } from '../../relay/client.ts';
import { createSharedMountingsReader } from './shared-mountings-reader.ts';

/** The mountings of the customer's other laptops, as an open profile knows them. */
export interface SharedMountings {
  /** The copies of what they reported. */
  readonly copies: Sqlite;
  /** Is there a relay that tells of them? */
  readonly shared: boolean;
  /** Reads what is new, now and whenever the relay is there again. */
  readonly keepRead: () => void;
  readonly relayIsBack: () => void;
  /** A photo as a data address; null when it cannot be had. */
  readonly photo: (digest: AttachmentDigest) => Promise<string | null>;
  readonly stop: () => Promise<void>;
}

/** Without a relay (`client` null) this laptop knows of itself alone. Nothing is read before `keepRead`. */
export function createSharedMountings({
  client,
  ...parts
}: Omit<Parameters<typeof createSharedMountingsReader>[0], 'client'> & {
  readonly client: Pick<RelayClient, 'sharedNotes' | 'attachment'> | null;
}): SharedMountings {
  const mountings = client === null ? null : createSharedMountingsReader({ ...parts, client });
  let kept = false;
  return {
    copies: parts.database.sqlite,
    shared: mountings !== null,
    keepRead: () => {
      kept = true;
      mountings?.refresh();
    },
    relayIsBack: () => {
      if (kept) mountings?.refresh();
    },
    photo: async (digest) => (await mountings?.photo(digest)) ?? null,
    stop: async () => {
      await mountings?.stop();
    },
  };
}
