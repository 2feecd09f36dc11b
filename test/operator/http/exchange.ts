import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault, FaultEffect, Faults } from '../faults.ts';
import type { JournalEntry } from '../journal.ts';
import type { Answer } from './answer.ts';
import { drop, gatewayAnswer, write, writeEndless, writeTruncated } from './wire.ts';

type Exchange = {
  readonly response: ServerResponse;
  readonly entry: JournalEntry;
  readonly fault: Fault | null;
  readonly latencyMs: number;
  /** Waits until a fault is switched off. */
  readonly whenCleared: Faults['whenCleared'];
  /** Carries the request out and notes in the journal whether it took effect. */
  readonly carryOut: () => Answer;
  /** Aborted when the server stops: what has not taken effect by then never does. */
  readonly stopping: AbortSignal;
  /** Lets the time pass after which a late request takes effect. */
  readonly letPass: LetPass;
};

/** Resolves when so many milliseconds have passed, by whatever clock; rejects when the signal is aborted. */
export type LetPass = (ms: number, signal: AbortSignal) => Promise<void>;

/** By this machine's own clock. */
export const byThisMachine: LetPass = (ms, signal) => pause(ms, undefined, { signal });

/** Answers one request of the API, through whatever fault is switched on for it. */
export async function answerThroughFault(exchange: Exchange): Promise<void> {
  const { entry, fault, latencyMs, stopping } = exchange;
  entry.fault = fault?.id ?? null;
  const wait = latencyMs + (fault?.effect.kind === 'delay' ? fault.effect.ms : 0);
  if (wait > 0) await pause(wait, undefined, { signal: stopping });
  if (fault?.effect.kind === 'hold') await exchange.whenCleared(fault.id, stopping);
  if (fault === null) answer(exchange, exchange.carryOut());
  else await applyFault(exchange, fault.effect);
}

async function applyFault(exchange: Exchange, effect: FaultEffect): Promise<void> {
  const { response, entry, carryOut } = exchange;
  switch (effect.kind) {
    case 'drop':
      if (effect.when === 'after') carryOut();
      entry.outcome = 'dropped';
      drop(response, effect.reset);
      return;
    case 'status':
      if (effect.when === 'after') carryOut();
      answer(exchange, gatewayAnswer(effect));
      return;
    case 'hang':
      if (effect.when === 'after') carryOut();
      answer(exchange, { kind: 'hang' });
      return;
    case 'late-apply':
      entry.outcome = 'dropped';
      drop(response, false);
      await exchange.letPass(effect.afterMs, exchange.stopping);
      carryOut();
      return;
    case 'truncate': {
      const whole = carryOut();
      entry.outcome = 'truncated';
      entry.status = whole.kind === 'hang' ? null : whole.status;
      writeTruncated(response, whole);
      return;
    }
    case 'endless':
      carryOut();
      entry.outcome = 'truncated';
      entry.status = 200;
      writeEndless(response, effect.everyMs);
      return;
    case 'delay':
    case 'hold':
      answer(exchange, carryOut());
      return;
  }
}

function answer({ response, entry }: Exchange, given: Answer): void {
  entry.outcome = given.kind === 'hang' ? 'hung' : 'answered';
  entry.status = given.kind === 'hang' ? null : given.status;
  write(response, given);
}
