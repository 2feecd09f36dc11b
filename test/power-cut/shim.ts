import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Compiles a library for LD_PRELOAD into the folder and answers its path. Throws, saying so, where there is no C compiler. */
export function buildShim(folder: string, source: string = join(import.meta.dirname, 'shim.c')): string {
  const library = join(folder, 'preloaded.so');
  const built = spawnSync('gcc', ['-shared', '-fPIC', '-O2', '-Wall', '-o', library, source, '-ldl']);
  if (built.error !== undefined) {
    throw new Error(`This needs gcc (apt-get install build-essential): ${built.error.message}`);
  }
  if (built.status !== 0) throw new Error(`gcc could not build the shim: ${built.stderr.toString()}`);
  return library;
}

/** A disk that can lose its power: the folder to work in, and what would survive. */
export interface CuttableDisk {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Lays out what survived the cut as a folder of its own, as a machine would find it when it starts again. */
  readonly restart: () => string;
}

/** A fresh disk. What survives is kept below `base`. */
export function cuttableDisk(base: string, shim: string, folder: string = join(base, 'disk')): CuttableDisk {
  const survivors = join(base, 'survivors');
  const after = join(base, 'after');
  const content = join(survivors, 'content');
  const entries = join(survivors, 'entries');
  for (const made of [folder, after, content, entries, join(survivors, 'half')]) {
    mkdirSync(made, { recursive: true });
  }
  return {
    folder,
    env: { LD_PRELOAD: shim, POWER_CUT_WATCH: folder, POWER_CUT_SURVIVORS: survivors },
    restart: () => {
      for (const name of readdirSync(entries)) {
        if (existsSync(join(content, name))) copyFileSync(join(content, name), join(after, name));
        else writeFileSync(join(after, name), '');
      }
      return after;
    },
  };
}
