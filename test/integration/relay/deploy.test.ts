import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { tempFolder } from './temp-folder.ts';

const root = join(import.meta.dirname, '../../..');
const deploy = join(root, 'relay/deploy');

/** The files that the Dockerfile's last stage copies, and its start of the relay. */
function image(): { readonly copied: readonly string[]; readonly command: readonly string[] } {
  const stage =
    readFileSync(join(deploy, 'Dockerfile'), 'utf8')
      .split(/^FROM /m)
      .at(-1) ?? '';
  const copied = [...stage.matchAll(/^COPY (?!--from)(\S+) \.\/(\S*)$/gm)].map(([, from = '']) => from);
  const [, command = ''] = /^CMD (\[.*\])$/m.exec(stage) ?? [];
  return { copied, command: z.array(z.string()).parse(JSON.parse(command)) };
}

const lock = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().default(false) })),
});

/** Brings what `npm ci --omit=dev` would. Copies, not links: behind a link the packages of development would be found. */
function bringProductionPackages(folder: string): number {
  const { packages } = lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const wanted = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev && !path.slice(1).includes('/node_modules/'))
    .map(([path]) => path)
    .filter((path) => existsSync(join(root, path)));
  for (const path of wanted) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  return wanted.length;
}

describe('the relay as it is deployed', () => {
  it('is what the relay imports: its folder, what is shared, and production packages', () => {
    const { copied } = image();
    expect(copied.toSorted()).toEqual(['package.json', 'relay', 'shared']);
    const { dependencies } = z
      .object({ dependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
    const imported = new Set(globSync('relay/**/*.ts', { cwd: root }));
    for (const file of imported) {
      if (!file.endsWith('.ts')) continue;
      const source = readFileSync(join(root, file), 'utf8');
      for (const [, name = ''] of source.matchAll(/^(?!import type).*(?:from|import) '([^']+)'/gm)) {
        imported.add(name.startsWith('.') ? join(dirname(file), name) : name);
      }
    }
    const folders = copied.map((name) => join(name, '/'));
    const known = (name: string) =>
      name.startsWith('node:') || name in dependencies || folders.some((folder) => name.startsWith(folder));
    expect(imported.size).toBeGreaterThan(100);
    expect([...imported].filter((name) => !known(name))).toEqual([]);
  });

  it('runs in an empty folder from what the Dockerfile copies and the production packages alone @long', async () => {
    const { copied, command } = image();
    const folder = tempFolder();
    for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true });
    expect(bringProductionPackages(folder)).toBeGreaterThan(10);
    for (const absent of ['vitest', 'electron', 'react']) {
      expect(readdirSync(join(folder, 'node_modules'))).not.toContain(absent);
    }

    const [program, ...args] = command;
    expect(program).toBe('node');
    const relay = spawn(process.execPath, args, {
      cwd: folder,
      env: { NODE_ENV: 'production', RELAY_DATA_DIR: join(folder, 'data'), RELAY_PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => {
      relay.kill('SIGKILL');
    });
    let said = '';
    const url = await new Promise<string>((resolve, reject) => {
      relay.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const [, address] = /^relay listening on (\S+)\n/.exec(said) ?? [];
        if (address !== undefined) resolve(address);
      });
      let complaint = '';
      relay.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
      relay.once('close', () => reject(new Error(`the relay ended: ${complaint}`)));
    });
    for (const path of ['/healthz', '/readyz']) expect((await fetch(url + path)).status).toBe(200);
    const ended = once(relay, 'exit');
    relay.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});

it('the image keeps the compiled sources of a start with the same options', () => {
  const file = readFileSync(join(deploy, 'Dockerfile'), 'utf8').replaceAll(/\\\n\s*/g, '');
  expect(file).toContain(`timeout 10 ${image().command.join(' ')};`);
});

describe('the systemd unit', () => {
  const unit = readFileSync(join(deploy, 'boxwright-relay.service'), 'utf8');
  const values = (key: string): readonly string[] =>
    [...unit.matchAll(/^([A-Za-z]+)=(.*)$/gm)]
      .filter(([, name]) => name === key)
      .map(([, , value = '']) => value);

  it('starts the relay from its folder as the image and npm do, with its data where it may write, and hands on HUP and TERM', () => {
    const started = image().command.join(' ');
    expect(values('ExecStart')).toEqual([`/usr/bin/${started}`]);
    const { scripts } = z
      .object({ scripts: z.object({ relay: z.string() }) })
      .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
    expect(scripts.relay).toBe(started);
    expect(existsSync(join(root, 'relay/main.ts'))).toBe(true);
    expect(values('WorkingDirectory')).toEqual(['/opt/boxwright-relay']);
    expect(values('ExecReload')).toEqual(['/bin/kill -HUP $MAINPID']);
    const [state] = values('StateDirectory');
    const [cache] = values('CacheDirectory');
    expect(values('Environment')).toEqual([
      `NODE_ENV=production RELAY_DATA_DIR=/var/lib/${state}`,
      `NODE_COMPILE_CACHE=/var/cache/${cache}`,
    ]);
    expect(values('EnvironmentFile')).toEqual(['/etc/boxwright-relay.env']);
    expect(values('KillSignal')).toEqual([]);
    expect([values('DynamicUser'), values('ProtectSystem'), values('Restart')]).toEqual([
      ['yes'],
      ['strict'],
      ['always'],
    ]);
  });

  it('dumps no core, which would hold tokens and results', () => {
    expect(values('LimitCORE')).toEqual(['0']);
  });

  it('has sections, and settings with values, that systemd itself accepts where it is installed', () => {
    const lines = unit.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines.filter((line) => !/^(\[(Unit|Service|Install)\]|[A-Z][A-Za-z]+=.*)$/.test(line))).toEqual(
      [],
    );
    const analyze = ['/usr/bin/systemd-analyze', '/bin/systemd-analyze'].find(existsSync);
    if (analyze === undefined) return;
    // The program of the unit lies elsewhere on some machines that run this test.
    const file = join(tempFolder(), 'boxwright-relay.service');
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath));
    const said = spawnSync(analyze, ['verify', '--man=no', '--recursive-errors=no', file], {
      encoding: 'utf8',
    });
    expect(said).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });
});
