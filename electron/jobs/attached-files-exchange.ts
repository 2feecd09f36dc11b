import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AttachedFile } from '../../shared/relay/attached-files.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { QueueTarget } from '../operations/queue/parts.ts';
import type { RelayClient } from '../relay/client.ts';
import { createFileUpload } from '../relay/file-upload.ts';
import type { RelayError } from '../relay/relay-error.ts';
import type { AttachedFiles } from './attached-files.ts';

/* Files that are shown to installers, between this laptop and the relay. They travel as attachments, by their digest. */

interface Parts {
  readonly client: Pick<RelayClient, 'attachedFile' | 'putPiece'>;
  readonly target: Pick<QueueTarget, 'environment' | 'customerId'>;
}

/**
 * Brings the files that the relay lacks. The words with which it refuses one; null = all are there. `onBrought`: the relay has one
 * more of them.
 */
export async function bringFiles(
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
 * Fetches the files that are not whole on this laptop, up to so many bytes of all that are named. False: one could not be
 * fetched; it is asked for again. A file that the relay does not have is left out.
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
    else if (answer.value !== null && files.keep(file, answer.value.bytes)) onKept();
  }
  return isComplete;
}
