import type { Environment } from '../../shared/environment.ts';
import type { CustomerId } from '../../shared/ids.ts';
import type { AttachmentDigest } from '../../shared/relay/attachments.ts';
import type { Sqlite } from '../db/open.ts';
import { namesPicture } from '../db/tables/supervision/jobs.ts';
import type { RelayClient } from '../relay/client.ts';
import type { RelayError } from '../relay/relay-error.ts';

/** A picture as a data address, or why there is none. */
export interface Photo {
  readonly picture: string | null;
  readonly missing: 'not-brought' | 'damaged' | 'no-connection' | 'not-named' | null;
}

/** Where photos are got from. */
export interface PhotoSources {
  /** From this laptop, else from the relay. */
  readonly get: (digest: AttachmentDigest) => Promise<Photo>;
  /** From this laptop alone. */
  readonly here: (digest: AttachmentDigest) => string | null;
}

/** The number of fetched photos kept in memory: going back and forth in a job asks the relay once. */
const KEPT = 60;

/** Pictures of any laptop: from this disk, else from the relay. */
export function createPhotos(parts: {
  readonly client: Pick<RelayClient, 'attachment'> | null;
  readonly environment: Environment;
  readonly customerId: CustomerId;
  /** From this laptop's own files; null when it is not there. */
  readonly own: (digest: AttachmentDigest) => string | null;
}): (sqlite: Sqlite, digest: AttachmentDigest) => Promise<Photo> {
  const { client, environment, customerId } = parts;
  const kept = new Map<AttachmentDigest, string>();
  return async (sqlite, digest) => {
    // Only what some log names: the window cannot make the main process fetch anything else.
    if (!namesPicture(sqlite, digest)) return { picture: null, missing: 'not-named' };
    const here = parts.own(digest) ?? kept.get(digest) ?? null;
    if (here !== null) return { picture: here, missing: null };
    if (client === null) return { picture: null, missing: 'not-brought' };
    const answer = await client.attachment({ environment, customerId, sha256: digest });
    if (!answer.ok) return { picture: null, missing: whyMissing(answer.error) };
    const { bytes, mediaType } = answer.value;
    const picture = `data:${mediaType};base64,${bytes.toString('base64')}`;
    kept.set(digest, picture);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return { picture, missing: null };
  };
}

function whyMissing({ status }: RelayError): NonNullable<Photo['missing']> {
  // Also one that was removed there on request.
  if (status === 404 || status === 410) return 'not-brought';
  // It came, and it is not the file that the log names.
  return status === 200 ? 'damaged' : 'no-connection';
}
