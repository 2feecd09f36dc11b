import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The memory of a process, in MiB: now, and at most so far. */
export const memory = z.object({ now: z.number(), most: z.number() });
export type Memory = z.infer<typeof memory>;

/** Reads a process's memory as Linux tells it. */
export function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mebibytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return memory.parse({ now: mebibytes('VmRSS'), most: mebibytes('VmHWM') });
}

/** Linux counts a process's time in hundredths of a second. */
const TICKS = 100;

/** Seconds of processor time that a process has used, without those of its children. */
export function processorSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return z.number().parse((Number(fields[11]) + Number(fields[12])) / TICKS);
}
