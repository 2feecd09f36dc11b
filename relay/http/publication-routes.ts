import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { environment, customerId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import { LARGEST_PUBLICATION, newestPublication, newPublication, publication, stalePublication, type NewestPublication, type NewPublication, type StalePublication } from '../../shared/relay/office-documents.ts';
import { canonicalPublication } from '../../shared/relay/signing.ts';
import { isSignedText } from '../access/device-signature.ts';
import { secondsToNextDay } from '../store/budgets.ts';
import type { StoredToken } from '../store/tokens-store.ts';
import { lacksFile } from './attached-file-routes.ts';
import type { RelayParts } from './parts.ts';
import { problemBody, sendLater, sendProblem, statusOf } from './problem.ts';
import { pageParameters } from './query-parameters.ts';
import { signedInRoute } from './signed-in.ts';

const OVER_QUOTA = 'This relay token has brought as much as it may today.';

/** `POST` and `GET /v1/publications`: signed versions from an administrator for all laptops of a customer. */
export function publicationRoutes(app: FastifyInstance, parts: RelayParts): void {
  const { store, now } = parts;

  signedInRoute(app, parts, {
    method: 'POST',
    url: '/v1/publications',
    schema: newPublication,
    bodyLimit: LARGEST_PUBLICATION,
    api: {
      summary: 'Keeps the next version of the publication of a customer',
      answers: { 200: publication, 409: stalePublication },
      problems: ['too-large', 'not-your-role', 'signature-refused', 'file-missing', 'over-quota'],
    },
    handle: async ({ reply, token, asked }) => {
      if (token.role !== 'admin') {
        return sendProblem(reply, 'not-your-role', 'An administrator publishes.');
      }
      if (!(await isSignedByToken(parts, token, asked))) {
        const message = 'The signature is not by the key of this relay token.';
        return sendProblem(reply, 'signature-refused', message);
      }
      if (await lacksFile(parts, asked, asked.files)) {
        return sendProblem(reply, 'file-missing', 'A file of this publication is not at the relay.');
      }
      const given = { ...asked, publisher: token.name, tokenId: token.id, receivedAt: now() };
      const keeping = await store.keepPublication(given);
      switch (keeping.kind) {
        case 'kept':
          return reply.send(keeping.publication);
        case 'stale': {
          const message = 'Another version came first: compare with it, and publish the version after it.';
          const stale: StalePublication = {
            ...problemBody('stale-publication', message),
            error: 'stale-publication',
            newest: keeping.newest,
          };
          return reply.code(statusOf('stale-publication')).send(stale);
        }
        case 'over-quota':
          return sendLater(reply, 'over-quota', secondsToNextDay(given.receivedAt), OVER_QUOTA);
        default:
          return neverReached(keeping);
      }
    },
  });

  signedInRoute(app, parts, {
    method: 'GET',
    url: '/v1/publications',
    schema: z.object({ environment, customerId, after: pageParameters.after }),
    api: { summary: 'The newest publication of a customer', answers: { 200: newestPublication } },
    answersLarge: true,
    handle: async ({ reply, asked }) => {
      const found = await store.readPublication(asked);
      const newest = found?.version ?? 0;
      const answer: NewestPublication = { newest, publication: newest > asked.after ? found : null };
      return reply.send(answer);
    },
  });
}

const isSignedByToken = async (
  { store }: RelayParts,
  { id }: StoredToken,
  { signed, ...said }: NewPublication,
): Promise<boolean> =>
  isSignedText(canonicalPublication(said), signed) && (await store.hasDeviceKey(id, signed.key));
