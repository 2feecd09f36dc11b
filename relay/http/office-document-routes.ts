import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { environment, customerId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import {
  instruction,
  instructionPage,
  newInstruction,
  staleInstruction,
  type InstructionPage,
  type StaleInstruction,
  LARGEST_PUBLICATION,
  newestPublication,
  newPublication,
  publication,
  stalePublication,
  type NewestPublication,
  type NewPublication,
  type StalePublication,
} from '../../shared/relay/office-documents.ts';
import { secondsToNextDay } from '../store/budgets.ts';
import { pageParameters } from './query-parameters.ts';
import type { RelayParts } from './parts.ts';
import { problemBody, sendLater, sendProblem, statusOf } from './problem.ts';
import { signedInRoute } from './signed-in.ts';
import { canonicalPublication } from '../../shared/relay/signing.ts';
import { isSignedText } from '../access/credentials.ts';
import type { AccessToken } from '../store/tokens-store.ts';
import { attachmentDigest, attachmentType } from '../../shared/relay/attachments.ts';
import { sendFile } from './attachment-routes.ts';

/* Documents of the office for all laptops of a customer: fitting instructions, publications, and the files of both. */

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
        case 'file-missing':
          return sendProblem(reply, 'file-missing', 'A file of this instruction is not at the relay.');
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
        case 'file-missing':
          return sendProblem(reply, 'file-missing', 'A file of this publication is not at the relay.');
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
  { id }: AccessToken,
  { signed, ...said }: NewPublication,
): Promise<boolean> =>
  isSignedText(canonicalPublication(said), signed) && (await store.hasDeviceKey(id, signed.key));

const fileParameters = z.object({ sha256: attachmentDigest });

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
      path: fileParameters,
      answers: { 200: { mediaTypes: attachmentType.options } },
      problems: ['not-found', 'wrong-digest'],
    },
    handle: async ({ request, reply, asked }) => {
      const named = fileParameters.safeParse(request.params);
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
