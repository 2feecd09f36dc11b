import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';

/*
 * Folders that look like Electron's own to the packager, for machines where Electron cannot be fetched. They run
 * nothing. What is written into a real binary (fuses, the archive's hash) has its place in them.
 */

/** A system that is packaged for. */
export type System = 'linux' | 'mac' | 'win';

/** How Electron's binaries mark the place of their fuses: text, version of the list, its length, one character each. */
export const FUSE_MARK = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const UNSET_FUSES = '011001000';
const BINARY = Buffer.concat([
  Buffer.from(FUSE_MARK),
  Buffer.of(1, UNSET_FUSES.length),
  Buffer.from(UNSET_FUSES),
]);
const ENGLISH = { lang: 1033, codepage: 1200 };

/** Makes the folder and answers its path. */
export function standInElectron(parent: string, system: System, version: string): string {
  const folder = join(parent, `electron-${system}`);
  const put = (name: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content, { mode: 0o755 });
  };
  put('version', version);
  put('LICENSE', 'the licence of Electron');
  put('LICENSES.chromium.html', 'the licences of Chromium');
  switch (system) {
    case 'linux':
      put('electron', BINARY);
      put('chrome-sandbox', '');
      put('locales/en-US.pak', '');
      put('resources/README', '');
      break;
    case 'win':
      put('electron.exe', windowsProgram());
      put('locales/en-US.pak', '');
      put('resources/README', '');
      break;
    case 'mac': {
      const contents = 'Electron.app/Contents';
      const frameworks = `${contents}/Frameworks`;
      put(
        `${contents}/Info.plist`,
        properties({ CFBundleExecutable: 'Electron', CFBundleIconFile: 'electron.icns' }),
      );
      put(`${contents}/MacOS/Electron`, '');
      put(`${contents}/Resources/electron.icns`, '');
      put(`${frameworks}/Electron Framework.framework/Electron Framework`, BINARY);
      for (const kind of ['', ' (GPU)', ' (Plugin)', ' (Renderer)']) {
        const name = `Electron Helper${kind}`;
        put(`${frameworks}/${name}.app/Contents/Info.plist`, properties({ CFBundleExecutable: name }));
        put(`${frameworks}/${name}.app/Contents/MacOS/${name}`, '');
      }
      break;
    }
  }
  return folder;
}

/** An empty program with words about itself; the fuses stand behind it. */
function windowsProgram(): Buffer {
  const program = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(program);
  const words = Resource.VersionInfo.createEmpty();
  words.setStringValues(ENGLISH, { ProductName: 'Electron' });
  words.outputToResourceEntries(resources.entries);
  // Bytes appended to a program are lost when its resources change: the mark goes into one of them.
  resources.entries.push({
    type: 10,
    id: 1,
    lang: ENGLISH.lang,
    codepage: ENGLISH.codepage,
    bin: bytesOf(BINARY),
  });
  resources.outputResource(program);
  return Buffer.from(program.generate());
}

function bytesOf(buffer: Buffer): ArrayBuffer {
  const bytes = new ArrayBuffer(buffer.byteLength);
  new Uint8Array(bytes).set(buffer);
  return bytes;
}

function properties(values: Readonly<Record<string, string>>): string {
  const lines = Object.entries(values).map(([key, value]) => `<key>${key}</key><string>${value}</string>`);
  return `<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>${lines.join('')}</dict></plist>`;
}
