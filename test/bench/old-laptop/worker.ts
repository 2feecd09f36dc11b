import { readdirSync, readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';

/*
 * Slows every process that its parent started, and their children: they run for a short slice, and stand still three times as long.
 * It takes no other processor time. Its messages: true = slow them from now on, false = let them run; each is answered by itself.
 */

const FACTOR = 4;
const RUN_MS = 1;
/** So late does a process run after its signal: measured with fixed work. */
const WAKING_MS = 0.1;
/** How often new processes are looked for. */
const LOOK_EVERY_MS = 25;
/** The state while nothing is slowed. */
const REST_MS = 5;

const parent = process.ppid;
const cell = new Int32Array(new SharedArrayBuffer(4));
const wait = (ms: number): void => {
  if (ms > 0) Atomics.wait(cell, 0, 0, ms);
};

const asked = { isSlow: false, isOver: false };
process.on('message', (message) => {
  asked.isSlow = z.boolean().parse(message);
  process.send?.(asked.isSlow);
});
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
  process.on(signal, () => (asked.isOver = true));

/** The processes below the parent, without this one. */
function below(): readonly number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const pid = Number(name);
    const of = parentOf(pid);
    children.set(of, [...(children.get(of) ?? []), pid]);
  }
  const found: number[] = [];
  const add = (pid: number): void => {
    for (const child of children.get(pid) ?? []) {
      if (child === process.pid) continue;
      found.push(child);
      add(child);
    }
  };
  add(parent);
  return found;
}

/** 0 of a process that has ended. */
function parentOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return 0;
  }
}

function signal(pids: readonly number[], name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended.
    }
  }
}

let slowed: readonly number[] = [];
let looked = Number.NEGATIVE_INFINITY;
/** Standing still that is due: a slice that was too long is made up for by the next pause. */
let due = 0;
process.send?.('ready');
while (!asked.isOver && process.ppid === parent) {
  if (!asked.isSlow) {
    wait(REST_MS);
    await nextTurn();
    due = 0;
    continue;
  }
  const from = performance.now();
  signal(slowed, 'SIGSTOP');
  if (from - looked > LOOK_EVERY_MS) {
    const before = new Set(slowed);
    slowed = below();
    looked = from;
    signal(
      slowed.filter((pid) => !before.has(pid)),
      'SIGSTOP',
    );
  }
  await nextTurn();
  wait(due - (performance.now() - from));
  const stood = performance.now();
  signal(slowed, 'SIGCONT');
  wait(RUN_MS);
  const ran = performance.now();
  due = Math.max(0, due - (stood - from)) + (ran - stood - WAKING_MS) * (FACTOR - 1);
}
signal(slowed, 'SIGCONT');
process.exit();
