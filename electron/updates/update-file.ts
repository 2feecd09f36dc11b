import { createHash, type KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { readJson } from '../../shared/parsing.ts';
import { makeProblem, type ProblemCode, ProblemError } from '../../shared/problem.ts';
import { type Release, isNewer, isSigned, packageKind, type PackageKind } from './release.ts';

/*
 * An update in one file, for laptops without a reachable server: 8 bytes magic number, 4 bytes head length, the
 * head as JSON, then the package.
 */
const NAME = Buffer.from('BWUPD\u0000\u00001', 'latin1');
const MOST_HEAD = 100_000;

const head = z.object({
  version: z.string().max(40),
  kind: packageKind,
  notes: z.string().max(20_000),
  size: z.number().int().positive(),
  sha512: z.base64(),
  signature: z.base64(),
});
export type UpdateHead = z.infer<typeof head>;

/** An update file whose publisher, version, kind and digest were verified. */
export interface CheckedFile extends UpdateHead {
  readonly path: string;
  /** Offset of the package in the file. */
  readonly offset: number;
}

/** The header before the package in an update file. */
export function headOf(value: UpdateHead): Buffer {
  const text = Buffer.from(JSON.stringify(value), 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.byteLength);
  return Buffer.concat([NAME, length, text]);
}

/**
 * Reads and verifies a whole update file; nothing of it is executed or stored. ProblemError `update-foreign`
 * (another kind of file), `update-not-genuine` (not signed by the publisher, or changed since),
 * `update-other-system`, `update-not-newer`.
 */
export async function checkUpdateFile(
  path: string,
  wanted: { readonly version: string; readonly kind: PackageKind; readonly key: KeyObject },
): Promise<CheckedFile> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw refusal('update-foreign', cause instanceof Error ? cause.message : null);
  });
  let found: CheckedFile;
  try {
    found = { path, ...(await readHead(file)) };
  } finally {
    await file.close();
  }
  // The statement is untrusted until the publisher's signature is verified.
  if (!isSigned(found, found.signature, wanted.key)) throw refusal('update-not-genuine');
  if (found.kind !== wanted.kind) throw refusal('update-other-system');
  if (!isNewer(found.version, wanted.version)) {
    throw new ProblemError(
      makeProblem('update-not-newer', { version: found.version, current: wanted.version }),
    );
  }
  if ((await sha512Of(path, found.offset)) !== found.sha512) throw refusal('update-not-genuine');
  return found;
}

/** The release that a checked file contains. */
export const releaseOf = (file: CheckedFile): Release => ({
  version: file.version,
  files: [{ url: `Boxwright-${file.version}.${file.kind}`, sha512: file.sha512, size: file.size }],
  releaseNotes: file.notes,
  boxwright: { signatures: { [file.kind]: file.signature } },
});

/** The package inside a verified file. */
export const openUpdateFile = (file: CheckedFile): Promise<Readable> =>
  Promise.resolve(createReadStream(file.path, { start: file.offset }));

/** Base64 of the SHA-512 of a file from an offset on. */
export async function sha512Of(path: string, start = 0): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(path, { start }), hash);
  return hash.digest('base64');
}

async function readHead(file: FileHandle): Promise<UpdateHead & { readonly offset: number }> {
  const stat = await file.stat();
  const begin = NAME.byteLength + 4;
  const first = Buffer.alloc(begin);
  if (!stat.isFile() || (await file.read(first, 0, begin, 0)).bytesRead < begin)
    throw refusal('update-foreign');
  const length = first.readUInt32BE(NAME.byteLength);
  if (!first.subarray(0, NAME.byteLength).equals(NAME) || length > MOST_HEAD) throw refusal('update-foreign');
  const text = Buffer.alloc(length);
  await file.read(text, 0, length, begin);
  const parsed = head.safeParse(readJson(text.toString('utf8')));
  if (!parsed.success) throw refusal('update-foreign');
  // The file is truncated, or longer than what was signed.
  if (stat.size !== begin + length + parsed.data.size) throw refusal('update-not-genuine');
  return { ...parsed.data, offset: begin + length };
}

function refusal(code: ProblemCode, raw: string | null = null): ProblemError {
  return new ProblemError(makeProblem(code, {}, raw));
}
