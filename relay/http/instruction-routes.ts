import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { environment, customerId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import { instruction, instructionPage, newInstruction, staleInstruction, type InstructionPage, type StaleInstruction } from '../../shared/relay/office-documents.ts';
import { secondsToNextDay } from '../store/budgets.ts';
import { lacksFile } from './attached-file-routes.ts';
import { pageParameters } from './query-parameters.ts';
import type { RelayParts } from './parts.ts';
import { problemBody, sendLater, sendProblem, statusOf } from './problem.ts';
import { signedInRoute } from './signed-in.ts';

const owner = z.object({ environment, customerId });
const OVER_QUOTA = 'This relay token has brought as much as it may today.';

/**
 * `POST` and `GET /v1/instructions`: fitting instructions from supervisors for all laptops of a customer. Their
 * files are uploaded as attachments.
 */
export function instructionRoutes(app: FastifyInstance, parts: RelayParts): void {
  const { store, now } = parts;

  signedInRoute(app, parts, {
    method: 'POST',
    url: '/v1/instructions',
    schema: newInstruction,
    api: {
      summary: 'Keeps a version of a fitting instruction, or withdraws it',
      answers: { 200: instruction, 409: staleInstruction },
      problems: ['too-large', 'not-your-role', 'file-missing', 'instructions-full', 'over-quota'],
    },
    handle: async ({ reply, token, asked }) => {
      if (token.role === 'installer') {
        return sendProblem(reply, 'not-your-role', 'Instructions are published by supervisors.');
      }
      if (await lacksFile(parts, asked, asked.content?.files ?? [])) {
        return sendProblem(reply, 'file-missing', 'A file of this instruction is not at the relay.');
      }
      const version = { ...asked, publisher: token.name, tokenId: token.id, receivedAt: now() };
      const keeping = await store.keepInstruction(version);
      switch (keeping.kind) {
        case 'kept':
          return reply.send(keeping.instruction);
        case 'stale': {
          const message = 'This instruction was changed meanwhile: read it and decide again.';
          const stale: StaleInstruction = {
            ...problemBody('stale-instruction', message),
            error: 'stale-instruction',
            current: keeping.current,
          };
          return reply.code(statusOf('stale-instruction')).send(stale);
        }
        case 'full':
          return sendProblem(
            reply,
            'instructions-full',
            'This customer has as many instructions as are kept.',
          );
        case 'over-quota':
          return sendLater(reply, 'over-quota', secondsToNextDay(version.receivedAt), OVER_QUOTA);
        default:
          return neverReached(keeping);
      }
    },
  });

  signedInRoute(app, parts, {
    method: 'GET',
    url: '/v1/instructions',
    schema: owner.extend(pageParameters),
    api: {
      summary: 'Changes of fitting instructions',
      answers: { 200: instructionPage.extend({ instructions: z.array(instruction) }) },
    },
    answersLarge: true,
    handle: async ({ reply, asked }) => {
      const { rows, readUpTo, more } = await store.readInstructions(asked);
      const page: InstructionPage = { instructions: [...rows], cursor: readUpTo, upToDate: !more };
      return reply.send(page);
    },
  });
}
