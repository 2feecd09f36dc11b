import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { environment } from '../../shared/environment.ts';
import { customerId, jobId, type JobId } from '../../shared/ids.ts';
import { sharedNoteType, sharedPart, type SharedNotePage } from '../../shared/relay/shared-notes.ts';
import { pageParameters } from './page-parameters.ts';
import type { RelayParts } from './parts.ts';
import { signedInRoute } from './signed-in.ts';

const noteQuery = z.object({ environment, customerId, ...pageParameters, type: sharedNoteType });

/** `GET /v1/shared-notes`: where other laptops mounted Boxes, and which they took out as defective, without a name. */
export function sharedNoteRoutes(app: FastifyInstance, parts: RelayParts): void {
  signedInRoute(app, parts, {
    method: 'GET',
    url: '/v1/shared-notes',
    schema: noteQuery,
    handle: async ({ reply, token, asked }) => {
      const { rows, readUpTo, more } = await parts.store.readNotes({ ...asked, notOfToken: token.id });
      const notes = rows.flatMap((note) => {
        const data = sharedPart(note.type, note.data);
        return data === null ? [] : [{ ...note, jobId: standIn(note.jobId), data }];
      });
      const page: SharedNotePage = { notes, cursor: readUpTo, upToDate: !more };
      return reply.send(page);
    },
  });
}

/** Tells the notes of one job together. Who knows a job's id could have their own log tell of it, and read its photos. */
function standIn(job: JobId): JobId {
  const hex = createHash('sha256').update(`shared note of ${job}`).digest('hex');
  return jobId.parse(
    `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`,
  );
}
