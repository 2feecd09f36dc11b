import type { FastifyInstance } from 'fastify';
import { handOverClaim, type HandOverHolder } from '../../shared/relay/hand-overs.ts';
import { secondsToNextDay } from '../store/budgets.ts';
import type { RelayParts } from './parts.ts';
import { sendLater } from './problem.ts';
import { signedInRoute } from './signed-in.ts';

/** `POST /v1/hand-overs`: one laptop alone takes a job over, even if several have a copy of its file. */
export function handOverRoutes(app: FastifyInstance, parts: RelayParts): void {
  signedInRoute(app, parts, {
    method: 'POST',
    url: '/v1/hand-overs',
    schema: handOverClaim,
    handle: async ({ reply, token, asked }) => {
      const claiming = await parts.store.claimTurn({
        ...asked,
        tokenId: token.id,
        receivedAt: parts.now(),
      });
      if (claiming.kind === 'over-quota') {
        const message = 'This relay token has brought as much as it may today.';
        return sendLater(reply, 'over-quota', secondsToNextDay(parts.now()), message);
      }
      const holder: HandOverHolder = {
        own: claiming.tokenId === token.id && claiming.code === asked.code,
        laptop: claiming.laptop,
        at: claiming.at,
      };
      return reply.send(holder);
    },
  });
}
