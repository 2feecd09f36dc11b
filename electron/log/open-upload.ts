import type { Clock } from '../../shared/time.ts';
import type { Database } from '../db/open.ts';
import type { Ids } from '../base/ids.ts';
import type { RelayOwner } from '../relay/queries.ts';
import type { RelayClient } from '../relay/client.ts';
import { createUploader, type LaptopKeys, type Uploader } from '../relay/uploader.ts';
import type { InstallationLog } from './append.ts';
import type { AttachmentFiles } from './attachment-files.ts';
import { createUploadSource } from './upload-source.ts';

/** The upload of a profile's log and files to the relay; null where there is none. Nothing runs before its `start`. */
export function openUpload({
  relay,
  database,
  files,
  clock,
  ids,
  log,
  target: { environment, customerId },
  random,
  keys,
  onState,
  onBehind,
  report,
}: {
  readonly relay: RelayClient | null;
  readonly database: Database;
  readonly files: AttachmentFiles;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'logChain'>;
  readonly log: InstallationLog;
  readonly target: RelayOwner;
  readonly random: () => number;
  readonly keys: LaptopKeys;
  readonly onState: () => void;
  /** The relay has entries of this laptop's log that are not here. */
  readonly onBehind: () => void;
  readonly report: (cause: unknown) => void;
}): Uploader | null {
  if (relay === null) return null;
  return createUploader({
    client: relay,
    source: createUploadSource({ database, files, clock, ids, log }),
    environment,
    customerId,
    clock,
    random,
    keys,
    onState,
    onBehind,
    onFault: report,
  });
}
