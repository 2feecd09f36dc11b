import { S3mini, S3ServiceError } from 's3mini';
import { MINUTE } from '../../shared/time.ts';
import type { AttachmentFiles } from './attachment-files.ts';

/** Access to a bucket of an S3-compatible store. */
export type S3Access = {
  /** The address of the bucket: `https://s3.example.com/bucket`. */
  readonly url: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
};

/** Deadline of one request: a file of 20 MiB over a slow line. */
const DEADLINE = 2 * MINUTE;

const isMissing = (reason: unknown): boolean => reason instanceof S3ServiceError && reason.status === 404;

/** Files in a bucket. The store must keep what it has acknowledged, as S3 does. */
export function s3Files({ url, region, keyId, secret }: S3Access): AttachmentFiles {
  const bucket = new S3mini({
    endpoint: url,
    region,
    accessKeyId: keyId,
    secretAccessKey: secret,
    requestAbortTimeout: DEADLINE,
  });
  return {
    put: async (name, bytes) => {
      const answer = await bucket.putObject(name, bytes, 'application/octet-stream');
      if (!answer.ok) throw new Error(`the bucket answered ${answer.status}`);
    },
    read: async (name, start, length) => {
      try {
        const answer = await bucket.getObjectRaw(name, false, start, start + length);
        if (!answer.ok) throw new Error(`the bucket answered ${answer.status}`);
        const bytes = Buffer.from(await answer.arrayBuffer());
        // A store without ranges answers the whole file.
        return answer.status === 206 ? bytes : bytes.subarray(start, start + length);
      } catch (reason) {
        if (isMissing(reason)) return null;
        throw reason;
      }
    },
    delete: async (name) => {
      try {
        await bucket.deleteObject(name);
      } catch (reason) {
        if (!isMissing(reason)) throw reason;
      }
    },
  };
}
