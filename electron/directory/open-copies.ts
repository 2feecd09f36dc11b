import type { Clock } from '../../shared/time.ts';
import type { Database } from '../db/open.ts';
import type { Connect } from '../base/network/network.ts';
import { createDirectory, type Directory } from './directory.ts';
import { createKeyPictures, type KeyPictures } from './key-pictures.ts';
import { createPictureFetcher } from './picture-fetch.ts';

/** The local copies of a profile. Nothing is fetched before it is asked for. */
export function openCopies({
  database,
  baseUrl,
  clock,
  connect,
}: {
  readonly database: Database;
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly connect: Connect;
}): {
  readonly directory: Directory;
  readonly pictures: KeyPictures;
  readonly pictureFetcher: ReturnType<typeof createPictureFetcher>;
} {
  const pictureFetcher = createPictureFetcher({ baseUrl, connect });
  const { fetchPicture } = pictureFetcher;
  const pictures = createKeyPictures({ database, clock, fetchPicture });
  return { directory: createDirectory({ database, clock }), pictures, pictureFetcher };
}
