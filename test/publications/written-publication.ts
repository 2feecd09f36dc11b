import type { Signer } from '../../electron/trust/signatures.ts';
import {
  newPublication,
  publicationDocument,
  type NewPublication,
  type PublicationDocument,
} from '../../shared/relay/office-documents.ts';
import { canonicalPublication } from '../../shared/relay/signing.ts';
import { keyWithProof } from '../integration/relay/signed-batch.ts';
import type { Actor } from '../attacks/attacked-relay.ts';

/** A document with one site, one test user and a text at Home; `changes` are its parts that differ. */
export const writtenDocument = (changes: object = {}): PublicationDocument =>
  publicationDocument.parse({
    publishedAt: 1_700_000_000_000,
    publishedBy: 'Office person',
    templates: [],
    sites: ['Munich'],
    testUsers: [{ id: 501, name: 'Test user' }],
    texts: [{ place: 'home', text: 'Park on the left today.' }],
    ...changes,
  });

/** A version that this key signed; `changes` come before the signature. */
export function signedPublication(signer: Signer, changes: object = {}): NewPublication {
  const said = newPublication.omit({ signed: true }).parse({
    environment: 'uat',
    customerId: 4711,
    version: 1,
    document: JSON.stringify(writtenDocument()),
    ...changes,
  });
  return { ...said, signed: signer.sign(canonicalPublication(said)) };
}

/** Registers the key at the relay, under the token of the actor. */
export const registerKey = (actor: Actor, signer: Signer): Promise<Response> =>
  actor.put('/v1/device-key', Buffer.from(JSON.stringify(keyWithProof(signer, actor.token))));
