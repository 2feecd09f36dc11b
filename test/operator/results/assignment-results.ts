import { machineClock, type OperatorClock } from '../clock.ts';
import type { OperatorSettings } from '../settings.ts';
import type { Random } from '../random.ts';
import type { ResultKind, ResultRule, ResultRules } from './result-rules.ts';
import type { WebhookDelivery } from './webhook-delivery.ts';

/** An accepted assignment operation that has not taken effect yet. */
export type AcceptedOperation = {
  readonly kind: ResultKind;
  /**
   * Brings the operation to its end and tells the payload of its result. With a message it must fail with that message
   * and change nothing; it may also fail for a reason of its own.
   */
  readonly settle: (failure: string | null) => Readonly<Record<string, unknown>>;
};

type Waiting = {
  readonly operation: AcceptedOperation;
  readonly dueAt: number;
  readonly rule: ResultRule | null;
  cancelTimer: () => void;
};

export type AssignmentResults = {
  /** Takes an operation that was answered with 204; it takes effect and is reported later. */
  readonly accept: (operation: AcceptedOperation) => void;
  /** Operations that have not taken effect yet. */
  readonly waiting: () => number;
  readonly start: () => void;
  readonly stop: () => void;
};

/** The operator's slow back office: what was accepted takes effect after the configured delay, then is reported. */
export function newAssignmentResults(
  settings: OperatorSettings,
  rules: ResultRules,
  delivery: Pick<WebhookDelivery, 'send'>,
  random: Random,
  clock: OperatorClock = machineClock,
): AssignmentResults {
  const waiting = new Set<Waiting>();
  let running = true;

  const finish = (entry: Waiting): void => {
    waiting.delete(entry);
    const payload = entry.operation.settle(entry.rule?.failWith ?? settings.resultFailure);
    if (entry.rule?.lost ?? settings.resultsLost) return;
    delivery.send({
      kind: entry.operation.kind,
      payload,
      copies: entry.rule?.copies ?? settings.resultCopies,
    });
  };
  const arm = (entry: Waiting): void => {
    entry.cancelTimer = clock.setTimer(() => finish(entry), Math.max(0, entry.dueAt - clock.now()));
  };

  return {
    accept: (operation) => {
      const rule = rules.ruleFor(operation.kind);
      const delayMs = rule?.delayMs ?? settings.resultDelayMs + random.integer(0, settings.resultJitterMs);
      const entry: Waiting = { operation, dueAt: clock.now() + delayMs, rule, cancelTimer: () => undefined };
      waiting.add(entry);
      if (running) arm(entry);
    },
    waiting: () => waiting.size,
    start: () => {
      running = true;
      for (const entry of waiting) arm(entry);
    },
    stop: () => {
      running = false;
      for (const entry of waiting) entry.cancelTimer();
    },
  };
}
