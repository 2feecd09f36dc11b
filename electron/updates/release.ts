import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { readJson } from '../../shared/parsing.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';

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
  if (line === undefined || signature === undefined) throw notGenuine('it has no signature');
  const body = bytes.subarray(line.length);
  if (!verify(null, signedText(body), key, Buffer.from(signature, 'base64')))
    throw notGenuine('its signature is another');
  const parsed = release.safeParse(readJson(body.toString('utf8')));
  if (!parsed.success) throw notGenuine('it has not the form of a release');
  return parsed.data;
}

const notGenuine = (raw: string): ProblemError =>
  new ProblemError(makeProblem('update-not-genuine', {}, raw));
