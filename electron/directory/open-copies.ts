import type { Clock } from '../../shared/clock.ts';
import type { Database } from '../db/open.ts';
import type { OperatorClient } from '../operator/client.ts';
import { problemOf } from '../outcomes/problem-of.ts';
import { createDirectory, type Directory } from './directory.ts';
import { createKeyPictures, type KeyPictures } from './key-pictures.ts';
import { createOperatorSource } from './operator-source.ts';
import { createPictureFetcher } from './picture-fetch.ts';
import { createDirectorySync, type DirectorySync } from './sync.ts';

/** The local copies of a profile, and what keeps them new. Nothing is read before somebody asks. */
export function openCopies({
  database,
  client,
  baseUrl,
  clock,
  onProgress,
}: {
  readonly database: Database;
  readonly client: OperatorClient;
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly onProgress: () => void;
}): {
  readonly directory: Directory;
  readonly pictures: KeyPictures;
  readonly pictureFetcher: ReturnType<typeof createPictureFetcher>;
  readonly sync: DirectorySync;
} {
  const pictureFetcher = createPictureFetcher({ baseUrl });
  const { fetchPicture } = pictureFetcher;
  const pictures = createKeyPictures({ database, clock, fetchPicture });
  const source = createOperatorSource(client, problemOf);
  return {
    directory: createDirectory({ database, clock }),
    pictures,
    pictureFetcher,
    sync: createDirectorySync({ database, source, pictures, clock, onProgress }),
  };
}
