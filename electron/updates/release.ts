import { createPublicKey, sign, verify, type KeyObject, createHash } from 'node:crypto';
import {
  createReadStream,
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { basename, join, win32 } from 'node:path';
import { z } from 'zod';
import { readJson } from '../../shared/parsing.ts';
import { makeProblem, ProblemError, type ProblemCode } from '../../shared/problem.ts';

/* A release: what its publisher signed, the file that brings it without a server, and the rules of its installation. */

/*
 * The publisher's signed statement about each file of a version: the version, the kind of package, and the digest.
 * A file whose signature is for another version or another kind is not genuine.
 */

/** The kind of a package by its file name extension, of those that can update themselves. */
export const packageKind = z.enum(['exe', 'zip', 'AppImage', 'deb']);
export type PackageKind = z.infer<typeof packageKind>;

interface Statement {
  readonly version: string;
  readonly kind: PackageKind;
  /** Base64 of the file's SHA-512. */
  readonly sha512: string;
}

const textOf = ({ version, kind, sha512 }: Statement): Buffer =>
  Buffer.from(`boxwright-update/1\n${version}\n${kind}\n${sha512}\n`, 'utf8');

/** Parses the public key of a build, base64 of its DER form (Ed25519); null if invalid. */
export function publisherKey(text: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

/** Signs a statement; base64. */
export function signStatement(statement: Statement, key: KeyObject): string {
  return sign(null, textOf(statement), key).toString('base64');
}

/** Whether the publisher signed this statement. */
export function isSigned(statement: Statement, signature: string, key: KeyObject): boolean {
  return verify(null, textOf(statement), key, Buffer.from(signature, 'base64'));
}

/** Whether `version` is newer than `than`. Both have three numbers; any other form is not newer. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [numbersOf(version), numbersOf(than)];
  if (one === null || other === null) return false;
  const at = one.findIndex((number, index) => number !== other[index]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
}

function numbersOf(version: string): readonly number[] | null {
  return /^\d{1,6}\.\d{1,6}\.\d{1,6}$/.test(version) ? version.split('.').map(Number) : null;
}

/*
 * The update server describes a release in `latest*.yml`. Its first line is a comment with the publisher's
 * signature of all bytes after that line. The rest is JSON, which is also valid YAML. The signature is verified
 * before parsing, and no YAML parser reads foreign text, because YAML aliases can expand a kilobyte to a gigabyte.
 */

const SIGNATURE_LINE = /^# boxwright-signature: ([A-Za-z0-9+/]{86}==)\n/;
/** Upper bound of the search for the signature line. */
const MOST_FIRST_LINE = 200;

const packageFile = z.object({
  url: z.string().min(1).max(1_000),
  sha512: z.base64(),
  size: z.number().int().positive(),
});
export type PackageFile = z.infer<typeof packageFile>;

/** A newer version as its publisher announces it. Fields that are not listed here do not reach the updater. */
export const release = z.object({
  version: z.string().max(40),
  files: z.array(packageFile).min(1).max(20),
  releaseNotes: z.string().max(20_000).optional(),
  releaseDate: z.string().max(40).exactOptional(),
  stagingPercentage: z.number().min(0).max(100).exactOptional(),
  minimumSystemVersion: z.string().max(40).exactOptional(),
  boxwright: z.object({ signatures: z.partialRecord(packageKind, z.base64()) }),
});
export type Release = z.infer<typeof release>;

/** The prefix separates this signature from package signatures, which the same key makes. */
const signedText = (body: Buffer): Buffer => Buffer.concat([Buffer.from('boxwright-release/1\n'), body]);

/** The description with its signature as the first line. */
export function signRelease(described: Release, key: KeyObject): string {
  const body = `${JSON.stringify(described, null, 2)}\n`;
  const signature = sign(null, signedText(Buffer.from(body, 'utf8')), key).toString('base64');
  return `# boxwright-signature: ${signature}\n${body}`;
}

/** Parses a description that the publisher signed. ProblemError `update-not-genuine` for any other. */
export function readRelease(bytes: Buffer, key: KeyObject): Release {
  const first = SIGNATURE_LINE.exec(bytes.subarray(0, MOST_FIRST_LINE).toString('latin1'));
  const [line, signature] = first ?? [];
  if (line === undefined || signature === undefined)
    throw refusal('update-not-genuine', 'it has no signature');
  const body = bytes.subarray(line.length);
  if (!verify(null, signedText(body), key, Buffer.from(signature, 'base64')))
    throw refusal('update-not-genuine', 'its signature is another');
  const parsed = release.safeParse(readJson(body.toString('utf8')));
  if (!parsed.success) throw refusal('update-not-genuine', 'it has not the form of a release');
  return parsed.data;
}

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
type UpdateHead = z.infer<typeof head>;

/** An update file whose publisher, version, kind and digest were verified. */
interface CheckedFile extends UpdateHead {
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

/* The rules of a safe installation: only the verified bytes, and only where this app installs itself. */

const PIECE = 1024 * 1024;

/**
 * Copies a package into a new folder that only its owner may open, sets the execute bit, and returns the path of
 * the copy. The digest is computed over the copied bytes. Throws if the package was replaced since its
 * verification, or if a link or a pipe stands in its place. The folder of an earlier copy is removed first.
 *
 * @param sha512 base64, as in the publisher's statement.
 */
export function copyVerified(source: string, folder: string, sha512: string): string {
  rmSync(folder, { recursive: true, force: true });
  // Fails if the folder was recreated meanwhile, so that it contains no file of another program.
  mkdirSync(folder, { mode: 0o700 });
  const path = join(folder, basename(source));
  // Without O_NONBLOCK, a pipe in the package's place would block the exit of the app.
  const from = openSync(source, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!fstatSync(from).isFile()) throw new Error('the package is no file');
    const to = openSync(path, 'wx', 0o700);
    try {
      if (copyBytes(from, to) !== sha512) throw new Error('the package was changed after it was verified');
    } finally {
      closeSync(to);
    }
    return path;
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    throw cause;
  } finally {
    closeSync(from);
  }
}

/** Copies all bytes and returns their digest. */
function copyBytes(from: number, to: number): string {
  const hash = createHash('sha512');
  const piece = Buffer.alloc(PIECE);
  for (;;) {
    const length = readSync(from, piece, 0, PIECE, null);
    if (length === 0) return hash.digest('base64');
    const read = piece.subarray(0, length);
    hash.update(read);
    for (let written = 0; written < length;) written += writeSync(to, read, written);
  }
}

/**
 * A shell script, run as root, that installs the package at `$1` with the SHA-512 `$2` (hexadecimal). Another
 * program of the installer's account can replace the file at `$1` at any time, and would become root by it. So root
 * copies the file into a folder of its own and verifies that copy. Missing dependencies are fetched in the same way
 * as by electron-updater.
 */
export const ROOT_INSTALL = [
  'set -eu',
  'umask 077',
  'own=$(mktemp -d)',
  'trap \'rm -rf -- "$own"\' EXIT',
  'cp -- "$1" "$own/boxwright.deb"',
  'printf "%s  %s\\n" "$2" "$own/boxwright.deb" | sha512sum --check --status',
  'dpkg -i -- "$own/boxwright.deb" || apt-get install -f -y',
].join('\n');

/**
 * The folders of programs for all users of a Windows machine. A user without administrator rights cannot write
 * there.
 */
const FOLDERS = ['ProgramFiles', 'ProgramFiles(x86)', 'ProgramW6432'] as const;

/**
 * Whether a Windows program was installed for all users of the machine. The administrator's tools that installed it
 * also update it; electron-updater would install a second copy for one user beside it.
 */
export function isForWholeMachine(
  program: string,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  const path = win32.normalize(program).toLowerCase();
  return FOLDERS.some((name) => {
    const folder = env[name];
    return (
      folder !== undefined &&
      folder !== '' &&
      path.startsWith(`${win32.normalize(folder).toLowerCase()}${win32.sep}`)
    );
  });
}
