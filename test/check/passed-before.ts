import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The files that decide a check: every file of the project, or all but its pages of prose. */
export type Reads = 'all' | 'all-but-prose';

/** A hash for each kind of check; equal hashes mean equal files, installed packages and Node. */
export type Inputs = Readonly<Record<Reads, string>>;

/** Written by npm; it changes with every installed package. */
const INSTALLED = 'node_modules/.package-lock.json';

/**
 * The content of the project in `root`: each file that git tracks or would track, by its path. Null where git cannot be asked: an
 * unpacked archive has no memory of checks.
 */
export function inputsIn(root: string): Inputs | null {
  const all = createHash('sha256').update(`${process.version} ${process.platform}`);
  const allButProse = all.copy();
  try {
    const git = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
    const listed = execFileSync('git', git, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const paths = new Set([...listed.split('\0').filter((path) => path !== ''), INSTALLED]);
    for (const path of [...paths].toSorted()) {
      // Removed from the folder and not from git's index.
      if (!existsSync(join(root, path))) continue;
      const content = createHash('sha256')
        .update(readFileSync(join(root, path)))
        .digest('hex');
      const line = `${JSON.stringify(path)} ${content}\n`;
      all.update(line);
      if (!path.endsWith('.md')) allButProse.update(line);
    }
    return { all: all.digest('hex'), 'all-but-prose': allButProse.digest('hex') };
  } catch {
    return null;
  }
}

const memory = z.record(z.string(), z.string());

/** The inputs with which each check has passed last. Kept between runs, and safe to delete. */
export function passedBefore(file: string) {
  const passed = new Map(Object.entries(read(file)));
  return {
    /** The check has passed on exactly these inputs. */
    has: (check: string, inputs: string): boolean => passed.get(check) === inputs,
    note: (check: string, inputs: string): void => {
      passed.set(check, inputs);
      writeFileSync(file, JSON.stringify(Object.fromEntries(passed)));
    },
  };
}

function read(file: string): z.infer<typeof memory> {
  try {
    return memory.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // The first run, or a file that was cut off.
    return {};
  }
}
