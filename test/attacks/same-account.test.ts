import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { rootCommand } from '../../electron/shell/verified-updaters.ts';
import { copyVerified, sha512Of } from '../../electron/updates/release.ts';

/** A program of the same account, or of another one: it exchanges files. */

/** A package that was fetched and verified. */
async function fetched() {
  const folder = mkdtempSync(join(tmpdir(), "boxwright's update "));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'Boxwright.deb');
  writeFileSync(path, 'the publisher’s package');
  return { folder, path, own: join(folder, 'own'), sha512: await sha512Of(path) };
}

describe('a package that was verified', () => {
  it('is installed from a copy that its owner alone may open', async () => {
    const { path, own, sha512 } = await fetched();
    const copy = copyVerified(path, own, sha512);
    expect(readFileSync(copy, 'utf8')).toBe('the publisher’s package');
    expect([statSync(own).mode & 0o777, statSync(copy).mode & 0o777]).toEqual([0o700, 0o700]);
    writeFileSync(path, 'exchanged');
    expect(readFileSync(copy, 'utf8')).toBe('the publisher’s package');
  });

  it('is not installed when it was exchanged before the app closed, and nothing is left of it', async () => {
    const { path, own, sha512 } = await fetched();
    writeFileSync(path, 'exchanged');
    expect(() => copyVerified(path, own, sha512)).toThrow('changed');
    expect(existsSync(own)).toBe(false);
  });

  it.skipIf(process.platform === 'win32')('is not installed over a link or a pipe', async () => {
    const { folder, path, own, sha512 } = await fetched();
    const link = join(folder, 'link.deb');
    symlinkSync(path, link);
    expect(() => copyVerified(link, own, sha512)).toThrow('ELOOP');
    const pipe = join(folder, 'pipe.deb');
    execFileSync('mkfifo', [pipe]);
    expect(() => copyVerified(pipe, own, sha512)).toThrow('no file');
  });

  it('leaves nothing of another hand in the folder of the copy', async () => {
    const { folder, path, own, sha512 } = await fetched();
    const elsewhere = join(folder, 'elsewhere');
    symlinkSync(elsewhere, own);
    copyVerified(path, own, sha512);
    expect(existsSync(elsewhere)).toBe(false);
    expect(statSync(own).isDirectory()).toBe(true);
  });
});

describe.skipIf(process.platform !== 'linux')('a deb, which root installs', () => {
  /** Runs the command line that root runs, with a dpkg that notes what it is given. */
  async function installed(before: (path: string) => void = () => undefined) {
    const { folder, path, sha512 } = await fetched();
    const note = join(folder, 'note');
    const dpkg = join(folder, 'dpkg');
    // dpkg does not read a file that is exchanged while it runs.
    writeFileSync(
      dpkg,
      `#!/bin/sh\necho exchanged > "$ORIGINAL"\nprintf '%s ' "$3" > "$NOTE"\ncat "$3" >> "$NOTE"\n`,
    );
    chmodSync(dpkg, 0o700);
    before(path);
    const words = rootCommand({ path, sha512 }, true);
    const { status } = spawnSync('/bin/sh', ['-c', words.join(' ')], {
      env: { PATH: `${folder}:/usr/bin:/bin`, NOTE: note, ORIGINAL: path },
    });
    return { status, path, note: existsSync(note) ? readFileSync(note, 'utf8') : null };
  }

  it('is copied to a folder of root’s and verified there', async () => {
    const { status, path, note } = await installed();
    expect(status).toBe(0);
    expect(note).toContain('the publisher’s package');
    expect(note).not.toContain(path);
    const [copy = ''] = (note ?? '').split(' ');
    expect(existsSync(copy)).toBe(false);
  });

  it('is not installed when it was exchanged since', async () => {
    const { status, note } = await installed((path) => writeFileSync(path, 'exchanged'));
    expect(status).not.toBe(0);
    expect(note).toBeNull();
  });

  it('is installed by the same command with an administrator’s consent', () => {
    const [asRoot, asked] = [true, false].map((isRoot) =>
      rootCommand({ path: '/a', sha512: 'AA==' }, isRoot),
    );
    expect(asked).toEqual(['/usr/bin/pkexec', '--disable-internal-agent', ...(asRoot ?? [])]);
  });
});
