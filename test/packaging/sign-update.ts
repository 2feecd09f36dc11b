import { createPrivateKey, type KeyObject } from 'node:crypto';
import {
  appendFileSync,
  createReadStream,
  createWriteStream,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { packageKind, signStatement } from '../../electron/updates/statement.ts';
import { headOf, sha512Of } from '../../electron/updates/update-file.ts';

/**
 * Signs what a release server offers: writes the publisher's signature of each package into the `latest*.yml` that names it,
 * and makes an update file beside each package. Answers the names of the update files. A description that is signed already is left.
 */
export async function signUpdates(folder: string, key: KeyObject): Promise<readonly string[]> {
  const made: string[] = [];
  for (const name of readdirSync(folder).filter((entry) => /^latest.*\.yml$/.test(entry))) {
    const description = readFileSync(join(folder, name), 'utf8');
    if (/^boxwright:/m.test(description)) continue;
    const version = /^version: (\S+)$/m.exec(description)?.[1];
    if (version === undefined) throw new Error(`${name} names no version`);
    const lines: string[] = [];
    for (const [, file = ''] of description.matchAll(/^ {2}- url: (\S+)$/gm)) {
      const kind = packageKind.safeParse(file.split('.').at(-1));
      // People install from a dmg; nobody updates from it.
      if (!kind.success) continue;
      const path = join(folder, file);
      const sha512 = await sha512Of(path);
      const signature = signStatement({ version, kind: kind.data, sha512 }, key);
      lines.push(`    ${kind.data}: ${signature}`);
      const head = { version, kind: kind.data, notes: '', size: statSync(path).size, sha512, signature };
      const update = `${file}.boxwright-update`;
      writeFileSync(join(folder, update), headOf(head));
      await pipeline(createReadStream(path), createWriteStream(join(folder, update), { flags: 'a' }));
      made.push(update);
    }
    appendFileSync(join(folder, name), `boxwright:\n  signatures:\n${lines.join('\n')}\n`);
  }
  return made;
}

/** `npm run dist:sign -- KEY.pem [dist]`. */
const [keyFile, folder = 'dist'] = process.argv.slice(2);
if (import.meta.main && keyFile !== undefined) {
  const made = await signUpdates(folder, createPrivateKey(readFileSync(keyFile)));
  for (const name of made) process.stdout.write(`${name}\n`);
}
