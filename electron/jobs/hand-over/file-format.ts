import { createHash, createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { z } from 'zod';
import { batchRow } from '../../../shared/domain/batch.ts';
import { stepName } from '../../../shared/domain/job-steps.ts';
import { removalReason } from '../../../shared/domain/job-removal.ts';
import { laptopCode } from '../../../shared/relay/access.ts';
import {
  environment,
  assignmentId,
  customerId,
  groupId,
  jobId,
  operationId,
  plannedJobId,
  userId,
} from '../../../shared/ids.ts';
import { confirmedBy, operationKind } from '../../../shared/domain/operation.ts';
import { LONGEST_NAME } from '../../../shared/domain/typed-text.ts';
import { newCar } from '../../../shared/ipc/calls/jobs.ts';
import { readJson } from '../../../shared/parsing.ts';
import { makeProblem, problem, ProblemError } from '../../../shared/problem.ts';
import { MOST_TURNS } from '../../../shared/relay/jobs.ts';
import { attachmentDigest, attachmentType } from '../../../shared/relay/attachments.ts';
import { logChainId } from '../../../shared/relay/log.ts';
import { signed } from '../../../shared/relay/signing.ts';
import { instant } from '../../../shared/time.ts';
import { installationData, removalData, swapData } from '../job-data.ts';

/* The hand-over file: its content in each format, and the encryption around it. */

/** A finished operation: the operator has its effect, so it must never be requested again. */
const settledOperation = z.object({
  id: operationId,
  kind: operationKind,
  payload: z.string(),
  payload_version: z.number().int(),
  payload_digest: z.string(),
  lane: z.string(),
  confirmed_by: confirmedBy.nullable(),
  attempt: z.number().int(),
  created_at: instant,
  updated_at: instant,
  finished_at: instant.nullable(),
  bindings: z.record(z.string(), z.number().int()),
});

export type SettledOperation = z.infer<typeof settledOperation>;

/** A finished operation, successful or not, with what was read before it was sent and the problem it ended with. */
const endedOperation = settledOperation.extend({
  state: z.enum(['done', 'failed', 'cancelled']),
  context: z.string().nullable(),
  problem: z
    .string()
    .refine((text) => problem.safeParse(readJson(text)).success)
    .nullable(),
});

/** An access that is deleted with a removed Box, and the confirmation state of its deletion. */
const revokedAssignment = z.object({
  operation_id: operationId,
  assignment_id: assignmentId,
  user_id: userId.nullable(),
  start_at: instant,
  end_at: instant.nullable(),
  state: z.enum(['pending deletion', 'deleted', 'deletion failed']),
  confirmed_by: z.enum(['result', 'query']).nullable(),
  error_message: z.string().nullable(),
  ask_at: instant.nullable(),
  questions: z.number().int().nonnegative(),
  updated_at: instant,
});

const LONGEST_FILE_NAME = 500;
/** Shown in lists of jobs. */
const personName = z.string().max(LONGEST_NAME);

/** The file contains no login, key or token: the receiver has its own. */
const envelope = {
  environment,
  baseUrl: z.string(),
  customerId,
  /** Number of hand-overs of the job so far. */
  turn: z.number().int().positive().max(MOST_TURNS),
  /** The only laptop that may take the job; absent = the laptop that claims the turn at the relay. */
  receiver: laptopCode.exactOptional(),
  by: personName,
  at: instant,
  drafts: z.partialRecord(stepName, z.string()),
  /** The car's row of its list; absent for cars without a list, and in files of older apps. */
  planned: z.object({ file: z.string().max(LONGEST_FILE_NAME), row: batchRow }).exactOptional(),
  /** The office's planned job that this job was begun for, in the known revision; absent = none. */
  office: z.object({ id: plannedJobId, revision: z.number().int().positive() }).exactOptional(),
};
const begun = { id: jobId, worker: personName, startedAt: instant };

/** Format 1: an installation in transit between laptops. */
const handedInstallation = z.object({
  version: z.literal(1),
  ...envelope,
  job: z.object({ ...begun, data: installationData }),
  settled: z.array(settledOperation),
  /** Unsent decisions: only the receiver enqueues them. */
  todo: z.object({
    car: newCar.nullable(),
    serial: z.string().nullable(),
    group: z.union([z.object({ id: groupId }), z.object({ name: z.string() })]).nullable(),
  }),
});
export type HandedInstallation = z.infer<typeof handedInstallation>;

/** Format 2: a removal or a swap. */
const handedLeaving = z.object({
  version: z.literal(2),
  ...envelope,
  job: z.object({ ...begun, data: z.discriminatedUnion('kind', [removalData, swapData]) }),
  settled: z.array(endedOperation),
  taken: z.array(revokedAssignment),
  todo: z.object({
    /** The removal was decided but not sent; in a swap the new Box is queued after the removal. */
    takeOut: removalReason.nullable(),
    /** The old Box is removed; the new Box was decided but not sent. */
    fits: z.boolean(),
    /** The keys of accesses whose re-creation was chosen but not yet requested. */
    restores: z.array(z.string()),
  }),
});
export type HandedLeaving = z.infer<typeof handedLeaving>;

export const handedJob = z.discriminatedUnion('version', [handedInstallation, handedLeaving]);
export type HandedJob = z.infer<typeof handedJob>;

/** The newest format this app reads and writes. */
const NEWEST_FORMAT = 2;

/** The content with its pictures, as in the file. */
const pictures = z.array(
  z.object({ digest: attachmentDigest, mediaType: attachmentType, bytes: z.base64() }),
);
/**
 * The giver's signature over `canonicalHandOver`: the content, with the digests of the pictures in place of their
 * bytes.
 */
const fileSignature = signed.extend({
  chain: logChainId,
  entry: z.object({ number: z.number().int().positive(), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
});
export type FileSignature = z.infer<typeof fileSignature>;

/** Files of older apps have no signature; older apps ignore it. */
const added = { pictures, signed: fileSignature.exactOptional() };
const writtenFile = z.discriminatedUnion('version', [
  handedInstallation.extend(added),
  handedLeaving.extend(added),
]);
export type WrittenFile = z.infer<typeof writtenFile>;
/** A parsed file with the digest of its original content. */
export type HandedFile = WrittenFile & { readonly digest: string };

/** SHA-256 of a content's text, hex. */
export const digestOfContent = (content: object): string =>
  createHash('sha256').update(JSON.stringify(content), 'utf8').digest('hex');

const beside = z.looseObject({ pictures: z.unknown(), signed: z.unknown().optional() });

const anyFormat = z.object({ version: z.number().int() });

/** Parses an unlocked file. ProblemError `hand-over-newer` for a format of a later app, `hand-over-unreadable`. */
export function parseHandedFile(text: string): HandedFile {
  const content = readJson(text);
  const format = anyFormat.safeParse(content);
  if (format.success && format.data.version > NEWEST_FORMAT) {
    throw new ProblemError(makeProblem('hand-over-newer'));
  }
  if (isTooMuch(content)) throw unreadable(null);
  const read = writtenFile.safeParse(content);
  if (!read.success) throw unreadable(read.error);
  // The signature covers members unknown to this version too.
  const { pictures: _pictures, signed: _signed, ...whole } = beside.parse(content);
  return { ...read.data, digest: digestOfContent(whole) };
}

/** Upper bounds of all list elements and of all values: several times the largest job's. */
const MOST_ELEMENTS = 20_000;
const MOST_VALUES = 300_000;
/**
 * Upper bound of nesting: several times the deepest job's. `JSON.stringify` overflows the stack at a few thousand
 * levels.
 */
const MOST_LEVELS = 64;
/**
 * Upper bound of characters in all texts and names, without the pictures' bytes. Each screen that shows a job reads all
 * its text.
 */
const MOST_TEXT = 8_000_000;

/**
 * True when the content exceeds these limits. The schema reports each fault of each element, so a malformed file of
 * megabytes would block the app for minutes.
 */
function isTooMuch(content: unknown): boolean {
  let elements = 0;
  let values = 0;
  let text = 0;
  const open: { readonly value: unknown; readonly level: number; readonly isPicture: boolean }[] = [
    { value: content, level: 1, isPicture: false },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, level, isPicture } = next;
    if (typeof value === 'string' && !isPicture) text += value.length;
    if (text > MOST_TEXT) return true;
    if (typeof value !== 'object' || value === null) continue;
    if (level > MOST_LEVELS) return true;
    const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
    values += members.length;
    if (Array.isArray(value)) elements += members.length;
    if (elements > MOST_ELEMENTS || values > MOST_VALUES) return true;
    const names = Array.isArray(value) ? [] : Object.keys(value);
    for (const name of names) text += name.length;
    for (const [at, member] of members.entries()) {
      const isPictures = level === 1 && names[at] === 'pictures';
      open.push({ value: member, level: level + 1, isPicture: isPicture || isPictures });
    }
  }
  return false;
}

/** The problem of a file that no version of this app can have written. */
export function unreadable(cause: unknown): ProblemError {
  const says = cause instanceof Error ? cause.message.slice(0, 500) : null;
  return new ProblemError(makeProblem('hand-over-unreadable', {}, says));
}

/*
 * The file format: 7 bytes magic, 1 byte format, 16 bytes salt, 12 bytes nonce, the AES-256-GCM ciphertext, 16 bytes
 * tag. The header is authenticated with the ciphertext. The key is derived from the passphrase by scrypt, whose costs
 * belong to the format. An unknown format is reported before the passphrase is tried.
 */
const NAME = Buffer.from('BWJOB\u0000\u0000', 'latin1');
const HEAD = NAME.length + 1;
const SALT = 16;
const NONCE = 12;
const TAG = 16;
const KEY = 32;
/** 64 MiB and a tenth of a second: expensive for guessing, acceptable for one unlock. */
const COSTS = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 } as const;
const CIPHER = 'aes-256-gcm';

/** Runs on the thread pool, so that windows and queue are not blocked. */
const keyOf = (passphrase: string, salt: Uint8Array): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC').trim(), salt, KEY, COSTS, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });

/** Encrypts a text of a format with a passphrase. */
export async function seal(text: string, passphrase: string, format: HandedJob['version']): Promise<Buffer> {
  const salt = randomBytes(SALT);
  const nonce = randomBytes(NONCE);
  const head = Buffer.concat([NAME, Buffer.of(format), salt, nonce]);
  const cipher = createCipheriv(CIPHER, await keyOf(passphrase, salt), nonce);
  cipher.setAAD(head);
  return Buffer.concat([head, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** Whether the file starts like a hand-over file. Reading the rest requires the passphrase. */
export function isSealed(file: Uint8Array): boolean {
  return Buffer.from(file.subarray(0, NAME.length)).equals(NAME);
}

/** Decrypts it. ProblemErrors `hand-over-unreadable` (not such a file), `hand-over-newer`, `hand-over-passphrase`. */
export async function unseal(file: Uint8Array, passphrase: string): Promise<string> {
  const bytes = Buffer.from(file);
  const start = HEAD + SALT + NONCE;
  const format = bytes[NAME.length] ?? 0;
  if (bytes.length < start + TAG || !isSealed(bytes) || format === 0) {
    throw new ProblemError(makeProblem('hand-over-unreadable'));
  }
  if (format > NEWEST_FORMAT) throw new ProblemError(makeProblem('hand-over-newer'));
  const salt = bytes.subarray(HEAD, HEAD + SALT);
  const key = await keyOf(passphrase, salt);
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(start - NONCE, start));
  decipher.setAAD(bytes.subarray(0, start));
  decipher.setAuthTag(bytes.subarray(-TAG));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(start, -TAG)), decipher.final()]).toString('utf8');
  } catch {
    // A modified file and a wrong passphrase are deliberately indistinguishable.
    throw new ProblemError(makeProblem('hand-over-passphrase'));
  }
}
