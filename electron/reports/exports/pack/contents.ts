import type { ExportManner } from '../../../../shared/domain/supervision-export.ts';
import type { JobId } from '../../../../shared/ids.ts';
import type { AttachmentDigest } from '../../../../shared/relay/attachments.ts';
import type { LogChainId } from '../../../../shared/relay/log.ts';
import type { Translate } from '../../../base/translator.ts';
import type { ZippedFile } from '../../../base/zip.ts';
import type { JobsToExport } from '../../../supervision/exported-jobs.ts';
import type { PhotoSources } from '../../../supervision/photos.ts';
import { showsPhotos } from '../job/discreet.ts';
import { photosInTurn } from '../job/fetch-photos.ts';

/** The limits of what one zip takes without its larger form: files, and bytes of photos. */
const MOST_PHOTOS = 20_000;
const MOST_PHOTO_BYTES = 2 ** 31;

/** A photo or signature, and the first job that shows it. */
export interface PhotoToPack {
  readonly digest: AttachmentDigest;
  readonly job: JobId;
}

/** The common facts of all jobs of a pack. */
export interface PackSurvey {
  readonly groups: readonly string[];
  readonly photos: readonly PhotoToPack[];
  /** Beyond the limit. */
  readonly photosLeft: readonly PhotoToPack[];
  readonly chains: ReadonlySet<LogChainId>;
}

/** Reads the jobs once; between them others have their turn. */
export function* surveyOf(
  jobs: JobsToExport,
  manner: ExportManner,
  progress: (done: number, total: number) => void,
): Generator<null, PackSurvey> {
  const groups = new Set<string>();
  const chains = new Set<LogChainId>();
  const photos = new Map<AttachmentDigest, JobId>();
  const shows = showsPhotos(manner);
  let done = 0;
  for (const row of jobs.rows) {
    done += 1;
    progress(done, jobs.total);
    groups.add(row.group ?? '');
    for (const chain of row.chains) chains.add(chain);
    for (const { digest, kind, removedAt } of row.photos) {
      if (removedAt === null && shows(kind) && !photos.has(digest)) photos.set(digest, row.jobId);
    }
    yield null;
  }
  const all = Array.from(photos, ([digest, job]): PhotoToPack => ({ digest, job }));
  return {
    groups: [...groups].toSorted(),
    photos: all.slice(0, MOST_PHOTOS),
    photosLeft: all.slice(MOST_PHOTOS),
    chains,
  };
}

/** A photo that is not in the pack, and why, in words. */
export type MissingPhoto = PhotoToPack & { readonly why: string };

/** The photos as files named by their digests; those that are not had are noted. */
export async function* packedPhotos(
  photos: readonly PhotoToPack[],
  sources: PhotoSources,
  under: {
    readonly stop: AbortSignal;
    readonly progress: (done: number, total: number) => void;
    readonly note: (one: PhotoToPack, missing: MissingPhoto | null) => void;
    readonly words: Translate;
  },
): AsyncGenerator<ZippedFile> {
  const { stop, progress, note, words } = under;
  let done = 0;
  let bytes = 0;
  for await (const [one, { picture, missing }] of photosInTurn(photos, sources, stop)) {
    done += 1;
    progress(done, photos.length);
    const file = picture === null ? null : fileOf(picture);
    const fits = file !== null && bytes + file.bytes.length <= MOST_PHOTO_BYTES;
    if (fits) {
      bytes += file.bytes.length;
      note(one, null);
      yield { name: `photos/${one.digest}.${file.extension}`, pieces: [file.bytes] };
      continue;
    }
    const why = file === null ? `installations.photo.${missing ?? 'damaged'}` : 'exports.pack.full';
    note(one, { ...one, why: words({ key: why, params: {} }) });
  }
}

/** A data address as a file. */
function fileOf(picture: string): { readonly extension: string; readonly bytes: Buffer } | null {
  const [, type, encoded] = /^data:image\/(jpeg|png|webp);base64,(.*)$/s.exec(picture) ?? [];
  if (type === undefined || encoded === undefined) return null;
  return { extension: type === 'jpeg' ? 'jpg' : type, bytes: Buffer.from(encoded, 'base64') };
}
