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
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { answerHelp } from '../../relay/command-line.ts';
import {
  type Release,
  release,
  signRelease,
  type PackageKind,
  packageKind,
  signStatement,
  headOf,
  sha512Of,
} from '../../electron/updates/release.ts';

/** As electron-builder writes it, and as it is after it was signed. */
const described = release.extend({ boxwright: release.shape.boxwright.optional() });

/**
 * Signs what a release server offers: writes the publisher's signature of each package into the `latest*.yml` that names it,
 * makes an update file beside each package, and signs the description itself. A description that was signed before is signed
 * again, for instance with another share of the roll-out. Answers the names of the update files.
 *
 * @param percent the share of the laptops that are offered the version; as described before when left out.
 */
export async function signUpdates(
  folder: string,
  key: KeyObject,
  percent?: number,
): Promise<readonly string[]> {
  const made: string[] = [];
  for (const name of readdirSync(folder).filter((entry) => /^latest.*\.yml$/.test(entry))) {
    const found = described.parse(parse(readFileSync(join(folder, name), 'utf8')));
    const boxwright = found.boxwright ?? { signatures: await signPackages(folder, found, key, made) };
    const share = percent === undefined ? {} : { stagingPercentage: percent };
    writeFileSync(join(folder, name), signRelease({ ...found, ...share, boxwright }, key));
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
    // People install from a dmg; no update uses it.
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

if (import.meta.main) {
  const usage = `npm run dist:sign -- KEY.pem [DIST] [--percent N]

Signs what a release server offers: each package and each latest*.yml in DIST (dist), and makes an update file beside each
package. --percent offers the version to a share of the laptops; run it again with a larger one to go on.`;
  answerHelp(usage);
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { percent: { type: 'string' } },
  });
  const [keyFile, folder = 'dist'] = positionals;
  const percent = values.percent === undefined ? undefined : Number(values.percent);
  const isShare = percent === undefined || (Number.isInteger(percent) && percent >= 0 && percent <= 100);
  if (keyFile === undefined || !isShare) {
    process.stderr.write(`${usage}\n`);
    process.exitCode = 2;
  } else {
    const made = await signUpdates(folder, createPrivateKey(readFileSync(keyFile)), percent);
    for (const name of made) process.stdout.write(`${name}\n`);
  }
}
