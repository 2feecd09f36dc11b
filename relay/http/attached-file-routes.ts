import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { environment, customerId } from '../../shared/ids.ts';
import { type AttachedFile, attachmentDigest, attachmentType } from '../../shared/relay/attachments.ts';
import type { FeedKey } from '../store/results-store.ts';
import type { RelayParts } from './parts.ts';
import { sendProblem } from './problem.ts';
import { sendFile } from './send-file.ts';
import { signedInRoute } from './signed-in.ts';

const parameters = z.object({ sha256: attachmentDigest });

/**
 * `GET /v1/attached-files/{sha256}`: a file for installers. Every laptop of the customer may read it if an
 * instruction or publication names it. It was uploaded as an attachment.
 */
export function attachedFileRoutes(app: FastifyInstance, parts: RelayParts): void {
  const { store } = parts;

  signedInRoute(app, parts, {
    method: 'GET',
    url: '/v1/attached-files/:sha256',
    schema: z.object({ environment, customerId }),
    api: {
      summary: 'A file of an instruction in force, or of a publication',
      path: parameters,
      answers: { 200: { mediaTypes: attachmentType.options } },
      problems: ['not-found', 'wrong-digest'],
    },
    handle: async ({ request, reply, asked }) => {
      const named = parameters.safeParse(request.params);
      const key = named.success ? { ...asked, sha256: named.data.sha256 } : null;
      const isNamed = key !== null && (await store.isAttachedFile(key));
      const found = isNamed ? await store.findAttachment(key) : null;
      if (!isNamed || found?.complete !== true) {
        return sendProblem(reply, 'not-found', 'No instruction in force and no publication has this file.');
      }
      return sendFile(store, reply, { key, found });
    },
  });
}

/** Whether a file is missing at the relay, incomplete, or different from its declared size and type. */
export async function lacksFile(
  { store }: Pick<RelayParts, 'store'>,
  { environment: place, customerId: customer }: FeedKey,
  files: readonly AttachedFile[],
): Promise<boolean> {
  for (const { sha256, bytes, mediaType } of files) {
    const found = await store.findAttachment({ environment: place, customerId: customer, sha256 });
    const isThere = found?.complete === true && found.total === bytes && found.mediaType === mediaType;
    if (!isThere) return true;
  }
  return false;
}
