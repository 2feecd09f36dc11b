import type { Environment, CustomerId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import type { AttachmentDigest } from '../../shared/relay/attachments.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { RelayClient } from './client.ts';
import type { RelayError } from './relay-error.ts';
import type { UploadSource } from './upload-source.ts';

/** Piece size in bytes: small, so that an unstable connection makes progress, and log entries are sent in between. */
const PIECE_BYTES = 256 * 1024;
/** Upper bound of digest mismatches at the relay before the local file counts as corrupt. */
const WRONG_DIGESTS = 2;

/** The upload of files to the relay. */
export interface FileUpload {
  /** Uploads the next piece of the oldest file. `sent`: call again; `nothing`: the relay has all files. */
  readonly sendNext: (signal: AbortSignal) => Promise<Result<'sent' | 'nothing', RelayError>>;
  /** The remembered upload state may be outdated. */
  readonly doubt: () => void;
}

/** Uploads files piece by piece. The relay reports where an upload stopped; it is asked once per file and run. */
export function createFileUpload(parts: {
  readonly client: Pick<RelayClient, 'putPiece'>;
  readonly source: Pick<UploadSource, 'nextFile' | 'piece' | 'confirmFile' | 'refuseFile'>;
  readonly environment: Environment;
  readonly customerId: CustomerId;
}): FileUpload {
  const { client, source, environment, customerId } = parts;
  let underWay: { readonly sha256: AttachmentDigest; readonly received: number } | null = null;
  const wrong = new Map<AttachmentDigest, number>();

  return {
    sendNext: async (signal) => {
      const file = source.nextFile();
      if (file === null) return ok('nothing');
      const { sha256, mediaType, total } = file;
      const start = underWay?.sha256 === sha256 ? underWay.received : null;
      const bytes = start === null ? null : source.piece(sha256, start, Math.min(PIECE_BYTES, total - start));
      if (start !== null && bytes === null) {
        source.refuseFile(sha256, 'the file is not on this laptop any more');
        return ok('sent');
      }
      const piece = start === null || bytes === null ? null : { start, bytes };
      const answer = await client.putPiece({
        environment,
        customerId,
        sha256,
        mediaType,
        total,
        piece,
        signal,
      });
      if (!answer.ok) return answer;
      if (signal.aborted) return ok('sent');
      const { value } = answer;
      switch (value.kind) {
        case 'state':
          // A completed file may be checked again later.
          underWay = value.state.complete ? null : { sha256, received: value.state.received };
          if (value.state.complete) source.confirmFile(sha256, value.state.run);
          else if (value.state.total !== total)
            source.refuseFile(sha256, 'the relay has one of another size');
          return ok('sent');
        case 'refused':
          source.refuseFile(sha256, value.detail);
          return ok('sent');
        case 'wrong-digest': {
          underWay = null;
          const times = (wrong.get(sha256) ?? 0) + 1;
          wrong.set(sha256, times);
          if (times >= WRONG_DIGESTS) source.refuseFile(sha256, 'the bytes have another digest');
          return ok('sent');
        }
        default:
          return neverReached(value);
      }
    },
    doubt: () => {
      underWay = null;
    },
  };
}
