import type { SupervisionJob } from '../../../../shared/domain/supervision-job.ts';
import type { AttachmentDigest } from '../../../../shared/relay/attachments.ts';
import type { Photo, PhotoSources } from '../../../supervision/copies-reader.ts';

/** Photos as data URLs, or the reason why there is none. */
export type FetchedPhotos = ReadonlyMap<AttachmentDigest, Photo>;

/**
 * Photos, fetched one after the other. After the first failed connection the relay is not asked for the rest, so that
 * offline there is only one timeout. Stopping ends it at once.
 */
export async function* streamPhotos<Wanted extends { readonly digest: AttachmentDigest }>(
  wanted: Iterable<Wanted>,
  { get, here }: PhotoSources,
  stop: AbortSignal,
): AsyncGenerator<readonly [Wanted, Photo]> {
  const stopped = whenStopped(stop);
  let reached = true;
  for (const one of wanted) {
    if (stop.aborted) return;
    const own = here(one.digest);
    const photo = own === null && reached ? await Promise.race([get(one.digest), stopped]) : ownOrNot(own);
    if (photo === null) return;
    if (photo.missing === 'no-connection') reached = false;
    yield [one, photo];
  }
}

/** The job's photos, in turn. Null = stopped. */
export async function fetchPhotos(
  wanted: readonly SupervisionJob['photos'][number][],
  sources: PhotoSources,
  {
    stop,
    progress,
  }: { readonly stop: AbortSignal; readonly progress: (done: number, total: number) => void },
): Promise<FetchedPhotos | null> {
  const fetched = new Map<AttachmentDigest, Photo>();
  for await (const [{ digest }, photo] of streamPhotos(wanted, sources, stop)) {
    fetched.set(digest, photo);
    progress(fetched.size, wanted.length);
  }
  return fetched.size === wanted.length ? fetched : null;
}

const ownOrNot = (picture: string | null): Photo =>
  picture === null ? { picture, missing: 'no-connection' } : { picture, missing: null };

function whenStopped(stop: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    stop.addEventListener('abort', () => resolve(null), { once: true });
  });
}
