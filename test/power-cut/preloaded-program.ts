import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { buildShim } from './shim.ts';

/** Compiles a library for LD_PRELOAD before the tests and deletes it after them. Default: the one that cuts the power. */
export function preloadedLibrary(source?: 'main-thread.c'): () => string {
  let library = '';
  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'boxwright-preloaded-'));
    library = buildShim(folder, ...(source === undefined ? [] : [join(import.meta.dirname, source)]));
    return () => rmSync(folder, { recursive: true, force: true });
  });
  return () => library;
}

/** The whole lines on stdout, how the process ended, and stderr. */
export interface ProgramRun {
  readonly said: readonly string[];
  readonly code: number | null;
  readonly complaint: string;
}

/** Runs a program of this folder, and kills it after so many lines. */
export function runProgram(
  program: 'photo-writer.ts' | 'archive-mover.ts' | 'file-writer.ts',
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  killAfter = Infinity,
): Promise<ProgramRun> {
  const running = spawn(process.execPath, [join(import.meta.dirname, program), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let complaint = '';
  running.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
    if (out.split('\n').length > killAfter) running.kill('SIGKILL');
  });
  running.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  return new Promise((resolve) => {
    running.once('close', (code) => resolve({ said: out.split('\n').slice(0, -1), code, complaint }));
  });
}
