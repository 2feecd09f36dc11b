import { createPrivateKey, type KeyObject } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parse } from 'yaml';
import { type Release, release, signRelease } from '../../electron/updates/release.ts';
import { type PackageKind, packageKind, signStatement } from '../../electron/updates/statement.ts';
import { headOf, sha512Of } from '../../electron/updates/update-file.ts';

/** As electron-builder writes it, and as it is after it was signed. */
const described = release.extend({ boxwright: release.shape.boxwright.optional() });

/**
 * Signs what a release server offers: writes the publisher's signature of each package into the `latest*.yml` that names it,
 * makes an update file beside each package, and signs the description itself. A description that was signed before is signed
 * again as it stands, for instance with another share of the roll-out. Answers the names of the update files.
 */
export async function signUpdates(folder: string, key: KeyObject): Promise<readonly string[]> {
  const made: string[] = [];
  for (const name of readdirSync(folder).filter((entry) => /^latest.*\.yml$/.test(entry))) {
    const found = described.parse(parse(readFileSync(join(folder, name), 'utf8')));
    const boxwright = found.boxwright ?? { signatures: await signPackages(folder, found, key, made) };
    writeFileSync(join(folder, name), signRelease({ ...found, boxwright }, key));
  }
  return made;
}

async function signPackages(
  folder: string,
  { version, files }: Pick<Release, 'version' | 'files'>,
  key: KeyObject,
  made: string[],
): Promise<Release['boxwright']['signatures']> {
  const signatures: { [Kind in PackageKind]?: string } = {};
  for (const { url: file } of files) {
    const kind = packageKind.safeParse(file.split('.').at(-1));
    // People install from a dmg; nobody updates from it.
    if (!kind.success) continue;
    const path = join(folder, file);
    const sha512 = await sha512Of(path);
    const signature = signStatement({ version, kind: kind.data, sha512 }, key);
    signatures[kind.data] = signature;
    const head = { version, kind: kind.data, notes: '', size: statSync(path).size, sha512, signature };
    const update = `${file}.boxwright-update`;
    writeFileSync(join(folder, update), headOf(head));
    await pipeline(createReadStream(path), createWriteStream(join(folder, update), { flags: 'a' }));
    made.push(update);
  }
  return signatures;
}

/** `npm run dist:sign -- KEY.pem [dist]`. */
const [keyFile, folder = 'dist'] = process.argv.slice(2);
if (import.meta.main && keyFile !== undefined) {
  const made = await signUpdates(folder, createPrivateKey(readFileSync(keyFile)));
  for (const name of made) process.stdout.write(`${name}\n`);
}
