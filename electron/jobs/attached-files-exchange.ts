import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AttachedFile } from '../../shared/relay/attachments.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { QueueTarget } from '../operations/queue/parts.ts';
import type { RelayClient } from '../relay/client.ts';
import { createFileUpload } from '../relay/file-upload.ts';
import type { RelayError } from '../relay/relay-error.ts';
import type { AttachedFiles } from './attached-files.ts';

/*
 * Transfers the files that are shown to installers between this laptop and the relay. They are attachments, identified
 * by their digest.
 */

interface Parts {
  readonly client: Pick<RelayClient, 'attachedFile' | 'putPiece'>;
  readonly target: Pick<QueueTarget, 'environment' | 'customerId'>;
}

/**
 * Uploads the files that the relay lacks. Returns the relay's reason for refusing one; null = the relay has all files.
 * `onBrought` is called when the relay has received one more file.
 */
export async function uploadFiles(
  { client, target: { environment, customerId } }: Parts,
  named: readonly AttachedFile[],
  piece: AttachedFiles['piece'],
  signal: AbortSignal,
  onBrought: () => void = () => undefined,
): Promise<Result<string | null, RelayError>> {
  const waiting = [...named];
  let refused: string | null = null;
  const upload = createFileUpload({
    client,
    environment,
    customerId,
    source: {
      nextFile: () => {
        const [next] = waiting;
        return next === undefined ? null : { ...next, total: next.bytes };
      },
      piece,
      confirmFile: () => {
        waiting.shift();
        onBrought();
      },
      refuseFile: (_digest, why) => {
        refused = why;
        waiting.length = 0;
      },
    },
  });
  for (;;) {
    const sent = await upload.sendNext(signal);
    if (!sent.ok) return sent;
    if (sent.value === 'nothing' || signal.aborted) return ok(refused);
  }
}

/**
 * Downloads the files that are missing or damaged on this laptop, up to a total size in bytes. False: a download failed
 * and is retried later. A file that the relay does not have is skipped.
 */
export async function fetchFiles(
  { client, target: { environment, customerId } }: Parts,
  {
    files,
    named,
    mostBytes,
    onKept,
  }: {
    readonly files: Pick<AttachedFiles, 'verify' | 'keep'>;
    readonly named: readonly AttachedFile[];
    readonly mostBytes: number;
    readonly onKept: () => void;
  },
  signal: AbortSignal,
): Promise<boolean> {
  let bytes = 0;
  let isComplete = true;
  for (const file of named) {
    bytes += file.bytes;
    if (bytes > mostBytes) break;
    // Yields to the event loop, because verifying a large file takes some milliseconds.
    await nextTurn();
    // While stopping, the databases may be closing.
    if (signal.aborted) return false;
    if (files.verify(file)) continue;
    const answer = await client.attachedFile({ environment, customerId, sha256: file.sha256, signal });
    if (signal.aborted) return false;
    if (!answer.ok) isComplete = false;
    else if (answer.value !== null && (await files.keep(file, answer.value.bytes))) onKept();
  }
  return isComplete;
}
