import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { environment } from '../../shared/environment.ts';
import { customerId, logEntryId } from '../../shared/ids.ts';
import type { RemovalPage } from '../../shared/relay/removals.ts';
import { pageParameters } from './page-parameters.ts';
import type { RelayParts } from './parts.ts';
import { signedInRoute } from './signed-in.ts';

const removalQuery = z.object({
  environment,
  customerId,
  ...pageParameters,
  /** The removal the reader had at `after`. Where it is not there (any more) the page begins at the beginning. */
  last: logEntryId.nullable().default(null),
});
type RemovalQuery = z.infer<typeof removalQuery>;

/** `GET /v1/removals`: the removals on request, so that every holder of a copy removes it too. */
export function removalRoutes(app: FastifyInstance, { store, ...parts }: RelayParts): void {
  /** A store that was set back may have other removals at the places the reader knows, or none. */
  const fromWhereItStands = async (asked: RemovalQuery): Promise<RemovalQuery> => {
    if (asked.last === null || asked.after === 0) return asked;
    const { rows } = await store.readRemovals({ ...asked, after: asked.after - 1, limit: 1 });
    const stands = rows[0]?.sequence === asked.after && rows[0].id === asked.last;
    return stands ? asked : { ...asked, after: 0 };
  };
  signedInRoute(
    app,
    { store, ...parts },
    {
      method: 'GET',
      url: '/v1/removals',
      schema: removalQuery,
      handle: async ({ reply, ...signedIn }) => {
        const asked = await fromWhereItStands(signedIn.asked);
        const { rows, readUpTo, more } = await store.readRemovals(asked);
        const page: RemovalPage = { removals: [...rows], cursor: readUpTo, upToDate: !more };
        return reply.send(page);
      },
    },
  );
}
