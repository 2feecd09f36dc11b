import type { SupervisionJob } from '../../../../shared/domain/supervision-job.ts';
import type { AttachmentDigest } from '../../../../shared/relay/attachments.ts';
import type { Photo } from '../../../supervision/photos.ts';

/** Photos as data addresses, or why there is none. */
export type FetchedPhotos = ReadonlyMap<AttachmentDigest, Photo>;

/** Where photos are got from. */
export interface PhotoSources {
  /** From this laptop, else from the relay. */
  readonly get: (digest: AttachmentDigest) => Promise<Photo>;
  /** From this laptop alone. */
  readonly here: (digest: AttachmentDigest) => string | null;
}

/**
 * The job's photos, one after the other. Once the relay cannot be reached it is not asked for the rest: offline there is no wait
 * for one refusal after the other. Null = stopped, at once, whatever is under way.
 */
export async function fetchPhotos(
  wanted: readonly SupervisionJob['photos'][number][],
  { get, here }: PhotoSources,
  {
    stop,
    progress,
  }: { readonly stop: AbortSignal; readonly progress: (done: number, total: number) => void },
): Promise<FetchedPhotos | null> {
  const fetched = new Map<AttachmentDigest, Photo>();
  const stopped = whenStopped(stop);
  let reached = true;
  for (const { digest } of wanted) {
    if (stop.aborted) return null;
    const own = here(digest);
    const photo = own === null && reached ? await Promise.race([get(digest), stopped]) : ownOrNot(own);
    if (photo === null) return null;
    if (photo.missing === 'no-connection') reached = false;
    fetched.set(digest, photo);
    progress(fetched.size, wanted.length);
  }
  return fetched;
}

const ownOrNot = (picture: string | null): Photo =>
  picture === null ? { picture, missing: 'no-connection' } : { picture, missing: null };

function whenStopped(stop: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    stop.addEventListener('abort', () => resolve(null), { once: true });
  });
}
