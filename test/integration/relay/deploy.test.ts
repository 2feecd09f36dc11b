import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { tempFolder } from './temp-folder.ts';
import { builtRelay } from '../../runner/relay-bundle.ts';

const root = join(import.meta.dirname, '../../..');
const deploy = join(root, 'relay/deploy');

/** The copies of a stage of the Dockerfile from the project and from other stages, and its start of the relay. */
function stage(name: 'bundle' | 'last') {
  const stages = readFileSync(join(deploy, 'Dockerfile'), 'utf8').split(/^FROM /m);
  const text = (name === 'last' ? stages : stages.filter((one) => /^\S+ AS bundle$/m.test(one))).at(-1) ?? '';
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(text) ?? [];
  return {
    copied: [...text.matchAll(/^COPY (?!--from)(\S+) \.\/\S*$/gm)].map(([, from = '']) => from),
    brought: [...text.matchAll(/^COPY --from=\S+ \/app\/(\S+) \.\/\S+$/gm)].map(([, from = '']) => from),
    run: [...text.matchAll(/^RUN (.*)$/gm)].map(([, line = '']) => line),
    command: z.array(z.string()).parse(JSON.parse(command)),
  };
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
  it('loads nothing but itself, Node and SQLite', async () => {
    await builtRelay();
    const loaded = globSync('out/relay/*.js', { cwd: root }).flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      return [...source.matchAll(/^(?:import|export)\b.*?["']([^"']+)["'];?$/gm)].map(
        ([, name = '']) => name,
      );
    });
    expect(loaded.length).toBeGreaterThan(50);
    const foreign = loaded.filter((name) => !name.startsWith('node:') && !name.startsWith('./'));
    expect([...new Set(foreign)].filter((name) => !isBuiltin(name))).toEqual(['better-sqlite3']);
  });

  it('is built from what the Dockerfile copies, and runs from that and the production packages alone @long', async () => {
    const bundle = stage('bundle');
    expect(bundle.run).toContain('npm run relay:build');
    const workshop = tempFolder();
    for (const name of ['package.json', 'package-lock.json', ...bundle.copied]) {
      cpSync(join(root, name), join(workshop, name), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(workshop, 'node_modules'));
    execFileSync('npm', ['run', '--silent', 'relay:build'], { cwd: workshop, stdio: 'pipe' });

    const { copied, brought, command } = stage('last');
    expect([copied, brought]).toEqual([['package.json'], ['node_modules', 'out/relay']]);
    const folder = tempFolder();
    cpSync(join(root, 'package.json'), join(folder, 'package.json'));
    cpSync(join(workshop, 'out/relay'), join(folder, 'out/relay'), { recursive: true });
    expect(bringProductionPackages(folder)).toBeGreaterThan(10);
    for (const absent of ['vite', 'vitest', 'electron', 'react']) {
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

describe('the systemd unit', () => {
  const unit = readFileSync(join(deploy, 'boxwright-relay.service'), 'utf8');
  const values = (key: string): readonly string[] =>
    [...unit.matchAll(/^([A-Za-z]+)=(.*)$/gm)]
      .filter(([, name]) => name === key)
      .map(([, , value = '']) => value);

  it('starts the relay from its folder as the image and npm do, with its data where it may write, and hands on HUP and TERM', () => {
    const started = stage('last').command.join(' ');
    expect(values('ExecStart')).toEqual([`/usr/bin/${started}`]);
    const { scripts } = z
      .object({ scripts: z.object({ relay: z.string() }) })
      .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
    expect(scripts.relay).toBe(started);
    expect(values('WorkingDirectory')).toEqual(['/opt/boxwright-relay']);
    expect(values('ExecReload')).toEqual(['/bin/kill -HUP $MAINPID']);
    const [state] = values('StateDirectory');
    expect(values('Environment')).toEqual([`NODE_ENV=production RELAY_DATA_DIR=/var/lib/${state}`]);
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
