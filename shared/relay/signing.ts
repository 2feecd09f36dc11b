import { z } from 'zod';
import type { BoxCondition } from '../domain/boxes.ts';
import type { Environment, CustomerId, JobId } from '../ids.ts';
import type { Instant } from '../time.ts';
import type { LogChainId } from './log.ts';
import type { RemovalOrder } from './removals.ts';
import type { NewInstruction, NewPublication } from './office-documents.ts';
import type { ExpectedBox, NewPlannedJob, NewPlannedJobClaim, PlannedWork } from './jobs.ts';
import type { NewReview, ReviewPin } from './reviews.ts';

/*
 * The texts that a laptop signs. The signature is Ed25519 over the UTF-8 bytes of a canonical text: a JSON array
 * that begins with its purpose and version. The purpose prevents a signature of one kind from being accepted as
 * another. Signing and verifying need Node, so they are in electron/ and relay/.
 */

/**
 * Raw 32 bytes in base64url. The two unused bits of the last character must be zero, so that each key has exactly
 * one spelling.
 */
export const devicePublicKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/)
  .brand<'DevicePublicKey'>();
export type DevicePublicKey = z.infer<typeof devicePublicKey>;

/** Raw 64 bytes in base64url, also with exactly one spelling. */
export const deviceSignature = z
  .string()
  .regex(/^[A-Za-z0-9_-]{85}[AQgw]$/)
  .brand<'DeviceSignature'>();

/**
 * A signature and the key that verifies it. Whether that key may sign the text is a separate check (`GET
 * /v1/device-keys`).
 */
export const signed = z.object({ key: devicePublicKey, signature: deviceSignature });
export type Signed = z.infer<typeof signed>;

const canonical = (purpose: string, ...parts: readonly unknown[]): string =>
  JSON.stringify([`boxwright-${purpose}`, 1, ...parts]);

interface Owner {
  readonly environment: Environment;
  readonly customerId: CustomerId;
}

/**
 * The head of a batch of log entries. Each entry contains the hash of the one before, so the signature vouches for
 * the whole chain up to there.
 */
export interface BatchHead extends Owner {
  readonly chain: LogChainId;
  /** The numbers of the batch's first and last entry. */
  readonly first: number;
  readonly last: number;
  /** The hash of the last entry. */
  readonly hash: string;
}

/** The canonical text of a batch of log entries. */
export function canonicalBatchHead({ environment, customerId, chain, first, last, hash }: BatchHead): string {
  return canonical('log-batch', environment, customerId, chain, first, last, hash);
}

/**
 * The text by which a laptop proves that it has the private key. It contains the token's hash, so that a copied
 * proof cannot be used with another token.
 *
 * @param tokenHash SHA-256 of the token's text, hex.
 */
export function canonicalKeyProof(
  { key, storage }: { readonly key: DevicePublicKey; readonly storage: string },
  tokenHash: string,
): string {
  return canonical('device-key', key, storage, tokenHash);
}

function canonicalPin(pin: ReviewPin): readonly (string | null)[] {
  switch (pin.at) {
    case 'job':
      return ['job'];
    case 'step':
      return ['step', pin.step];
    case 'item':
      return ['item', pin.item];
    case 'photo':
      return ['photo', pin.digest, pin.item];
  }
}

/** A review as its writer sends it. `basedOn` prevents a relay from presenting an old review as the newest. */
export function canonicalReview(review: Omit<NewReview, 'signed'>): string {
  const { id, environment, customerId, jobId, verdict, comment, basedOn, reason, pin, worker } = review;
  return canonical(
    'review',
    environment,
    customerId,
    id,
    jobId,
    verdict,
    comment,
    basedOn,
    reason,
    canonicalPin(pin),
    worker,
  );
}

/** An order to remove personal data, or the withdrawal of such an order. */
export function canonicalRemoval(
  { environment, customerId }: Owner,
  {
    order,
    orderedAt,
    withdraws,
    jobs,
    reviews,
    photos,
    plans,
    reason,
    request,
  }: Omit<RemovalOrder, 'signed'>,
): string {
  return canonical(
    'removal',
    environment,
    customerId,
    order,
    orderedAt,
    withdraws,
    jobs,
    reviews,
    photos,
    plans,
    reason,
    request,
  );
}

/** The hand-over of a job: its content, and the entry in the giver's log that records it. */
export interface HandOverManifest extends Owner {
  readonly jobId: JobId;
  readonly turn: number;
  /** SHA-256 of the content's text, hex. */
  readonly content: string;
  readonly chain: LogChainId;
  /** Number and hash of the giver's entry `job-handed-over`. */
  readonly entry: { readonly number: number; readonly hash: string };
}

/** The canonical text of a hand-over. */
export function canonicalHandOver(manifest: HandOverManifest): string {
  return canonicalContent('hand-over', manifest);
}

/**
 * The mirror of a job, with the newest entry of the job in its laptop's log. Its purpose differs from that of a
 * hand-over.
 */
export function canonicalMirror(manifest: HandOverManifest): string {
  return canonicalContent('mirror', manifest);
}

function canonicalContent(purpose: 'hand-over' | 'mirror', manifest: HandOverManifest): string {
  const { environment, customerId, jobId, turn, content, chain, entry } = manifest;
  return canonical(purpose, environment, customerId, jobId, turn, content, chain, entry.number, entry.hash);
}

/** A mark of a Box: its folded serial, its condition, and the time by the clock of the laptop that marked it. */
export interface BoxMark extends Owner {
  readonly serialKey: string;
  readonly condition: BoxCondition;
  readonly markedAt: Instant;
}

/** The canonical text of a mark. The time prevents an old mark from being presented as the newest. */
export function canonicalBoxMark({
  environment,
  customerId,
  serialKey,
  condition,
  markedAt,
}: BoxMark): string {
  return canonical('box-mark', environment, customerId, serialKey, condition, markedAt);
}

function canonicalBox(box: ExpectedBox | null): readonly string[] | null {
  if (box === null) return null;
  return box.by === 'serial' ? ['serial', box.serial] : ['variant', box.name];
}

function canonicalWork(work: PlannedWork): readonly unknown[] {
  const { car, day, from, until, place, site, laptop, crew, keyPlace, note } = work;
  const known = [car.id, car.licensePlate, car.vin, car.name, car.brand, car.model];
  const facts = [work.kind, known, day, from, until, place, site, laptop, crew, keyPlace, note];
  const tester = work.kind === 'removal' || work.testUser === null ? null : work.testUser;
  const user = tester === null ? null : [tester.id, tester.name];
  switch (work.kind) {
    case 'installation':
      return [...facts, work.group, work.key, work.checklist, canonicalBox(work.expected), user];
    case 'removal':
      return [...facts, work.leaves];
    case 'swap':
      return [...facts, work.leaves, work.key, canonicalBox(work.expected), user];
  }
}

/** A revision of a planned job. `basedOn` prevents a relay from presenting an old revision as the newest. */
export function canonicalPlannedJob(revision: Omit<NewPlannedJob, 'signed'>): string {
  const { environment, customerId, id, basedOn, withdrawn, worker, work } = revision;
  return canonical(
    'planned-job',
    environment,
    customerId,
    id,
    basedOn,
    withdrawn,
    worker,
    canonicalWork(work),
  );
}

/** A laptop's claim of a planned job. */
export function canonicalPlannedJobClaim(claim: Omit<NewPlannedJobClaim, 'signed'>): string {
  const { environment, customerId, plannedJob, id, code, act, reason, jobId, revision, worker, at } = claim;
  return canonical(
    'planned-job-claim',
    environment,
    customerId,
    plannedJob,
    id,
    code,
    act,
    reason,
    jobId,
    revision,
    worker,
    at,
  );
}

/** A version of a fitting instruction. `basedOn` prevents a relay from presenting an old version as the newest. */
export function canonicalInstruction(version: Omit<NewInstruction, 'signed'>): string {
  const { environment, customerId, id, basedOn, worker, content } = version;
  const said =
    content === null
      ? null
      : [
          content.brand,
          content.model,
          content.key,
          content.title,
          content.note,
          content.files.map(({ sha256, mediaType, bytes, name }) => [sha256, mediaType, bytes, name]),
        ];
  return canonical('instruction', environment, customerId, id, basedOn, worker, said);
}

/** A version of a publication: the document as the exact text that is stored and read. */
export function canonicalPublication(
  publication: Pick<NewPublication, 'environment' | 'customerId' | 'version' | 'document'>,
): string {
  const { environment, customerId, version, document } = publication;
  return canonical('publication', environment, customerId, version, document);
}
