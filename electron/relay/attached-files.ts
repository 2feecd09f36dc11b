import { type AttachmentType, LARGEST_ATTACHED_FILE } from '../../shared/relay/attachments.ts';
import { ok, type Result } from '../../shared/result.ts';
import { MINUTE } from '../../shared/time.ts';
import { fileAnswer } from './answers.ts';
import type { RelayConnection } from './connection.ts';
import type { AttachmentQuery } from './queries.ts';
import type { RelayError } from './relay-error.ts';

/** The endpoint of files that are shown to installers. One request without retries. */
export interface AttachedFileCalls {
  /**
   * A whole file of an instruction in force or of a publication, with its digest verified; null = the relay does not
   * have it.
   */
  readonly attachedFile: (
    query: AttachmentQuery,
  ) => Promise<Result<{ readonly mediaType: AttachmentType; readonly bytes: Buffer } | null, RelayError>>;
}

/** Added to the usual timeout: a file over a poor mobile connection. */
const DOWNLOAD_MS = MINUTE;

/** The client of this endpoint. */
export function attachedFileCalls(readFile: RelayConnection['readFile']): AttachedFileCalls {
  return {
    attachedFile: async ({ environment, customerId, sha256, signal }) => {
      const params = new URLSearchParams({ environment, customerId: String(customerId) });
      const limits = { waitMs: DOWNLOAD_MS, limitBytes: LARGEST_ATTACHED_FILE, signal };
      const answer = await readFile(`/v1/attached-files/${sha256}?${params.toString()}`, limits);
      if (!answer.ok) {
        const { code, status } = answer.error;
        return code === 'rejected' && status === 404 ? ok(null) : answer;
      }
      return fileAnswer(answer.value, sha256);
    },
  };
}
