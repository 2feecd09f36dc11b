import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '../../..');
const readJson = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'));

const names = z.record(z.string(), z.string()).default({});
const manifestShape = z.object({ scripts: names, dependencies: names, devDependencies: names });
const manifest = manifestShape.parse(readJson('package.json'));
const lockfileShape = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dependencies: names,
      optionalDependencies: names,
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
    }),
  ),
});
const lockfile = lockfileShape.parse(readJson('package-lock.json')).packages;

/** Where Node would look for a package that the package at `from` asks for: beside it, then further up. */
function placesFor(name: string, from: string): readonly string[] {
  const parents = from
    .split('/node_modules/')
    .map((_part, index, parts) => parts.slice(0, index + 1).join('/node_modules/'));
  return ['', ...parents].map((parent) => (parent === '' ? '' : `${parent}/`) + `node_modules/${name}`);
}

describe('the lockfile', () => {
  it('covers every package that a package asks for, builds for other machines too, or npm ci refuses it', () => {
    const missing = Object.entries(lockfile).flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !placesFor(name, path).some((place) => place in lockfile))
        .map((name) => `${name}, for ${path}`),
    );
    expect(missing).toEqual([]);
  });
});

describe.each(['.', 'test/bench/peers', 'test/docs-site'])('the lockfile in %s', (folder) => {
  it('holds a SHA-512 integrity value for every package, so that npm ci installs nothing else', () => {
    const { packages } = lockfileShape.parse(readJson(`${folder}/package-lock.json`));
    const unchecked = Object.entries(packages)
      .filter(([path, { link }]) => path !== '' && link !== true)
      .filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''));
    expect(unchecked.map(([path]) => path)).toEqual([]);
  });

  it('names no address to fetch from: each machine asks the configured registry', () => {
    const { packages } = lockfileShape.parse(readJson(`${folder}/package-lock.json`));
    const fixed = Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined);
    expect(fixed.map(([path]) => path)).toEqual([]);
  });
});

describe('package.json', () => {
  it.each(['.', 'test/bench/peers', 'test/docs-site'])('in %s names exact versions only', (folder) => {
    const { dependencies, devDependencies } = manifestShape.parse(readJson(`${folder}/package.json`));
    const versions = Object.entries({ ...dependencies, ...devDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it('has no script that starts a file which is not there', () => {
    const started = Object.values(manifest.scripts).flatMap((script) => [
      ...script.matchAll(/\bnode (?:--\S+ )*(\S+)/g),
    ]);
    const files = started.map((match) => match[1] ?? '');
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});
