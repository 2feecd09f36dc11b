import { neverReached } from '../../../shared/never.ts';
import { makeProblem, type Problem, type Sentence } from '../../../shared/problem.ts';
import type { Result } from '../../../shared/result.ts';
import type { Instant } from '../../../shared/time.ts';
import type { ConfirmedBy } from '../../../shared/domain/operation.ts';
import type { Bindings } from '../../db/tables/queue/operation-order.ts';
import {
  isNotOffered,
  mayBeNotOffered,
  type OperatorError,
  problemOf,
} from '../../operator/operator-error.ts';
import type { Finding, KindTraits } from '../queue/kinds/kind.ts';
import {
  nextResultQuestion,
  quarantineEnd,
  type QueuePolicy,
  retryAt,
  secondReadAt,
} from '../queue/parts.ts';
import { faultOf } from '../queue/connectivity.ts';

/* The meaning of answers, reads and failures as outcomes. Pure: no database, no clock. */

/** The circumstances that an answer's meaning depends on. */
export interface Circumstances {
  readonly traits: KindTraits;
  readonly now: Instant;
  /** Consecutive delays before this one. */
  readonly delays: number;
  /** The operation, as a sentence. */
  readonly about: Sentence;
  readonly policy: QueuePolicy;
  readonly random: () => number;
}

/**
 * The meaning of an answer to a write. `read-first`: a read must decide (a 409, an assumed call that is unknown, a 404
 * to a removal).
 */
export type AnswerMeaning = Outcome | { readonly outcome: 'read-first'; readonly error: OperatorError };

/** The table of architecture.md §4: what an answer to a write means. Pure. */
export function classifyAnswer(
  answer: Result<Bindings, OperatorError>,
  { traits, now, delays, policy, random }: Circumstances,
): AnswerMeaning {
  if (answer.ok) {
    return traits.endsBy === 'result'
      ? { outcome: 'accepted', askAt: nextResultQuestion(now, 0, policy) }
      : { outcome: 'done', confirmedBy: 'answer', bindings: answer.value };
  }
  const { error } = answer;
  if (traits.assumed === true && mayBeNotOffered(error)) return { outcome: 'read-first', error };
  const problem = problemOf(error);
  const later: Outcome = {
    outcome: 'later',
    notBefore: notBeforeOf(error, { now, delays, random }),
    problem,
  };
  const maybeApplied: Outcome = { outcome: 'unknown', readAt: now, problem };
  switch (error.code) {
    case 'dns':
    case 'unreachable':
    case 'tls':
    case 'certificate':
    case 'untrusted':
    case 'proxy-login':
    case 'proxy-refused':
    case 'proxy-unreachable':
    case 'token-unavailable':
    case 'login-refused':
    case 'unauthorised':
    case 'customer-gone':
      // Certainly not applied. The engine pauses all sending; this operation keeps its place.
      return error.sent === 'maybe' ? maybeApplied : later;
    case 'timeout':
    case 'reset':
    case 'aborted':
      return error.sent === 'no' ? later : maybeApplied;
    case 'too-many':
    case 'unavailable':
      return later;
    case 'server-error':
    case 'gateway':
    case 'unexpected-status':
      return maybeApplied;
    case 'not-found':
      return traits.isDoneWhenAbsent ? { outcome: 'read-first', error } : { outcome: 'blocked', problem };
    case 'conflict':
      return traits.isDoneOnConflict
        ? { outcome: 'done', confirmedBy: 'answer', bindings: {} }
        : { outcome: 'read-first', error };
    case 'invalid':
    case 'content-type':
      return { outcome: 'blocked', problem };
    case 'unreadable':
    case 'intercepted':
    case 'redirected':
      // A captive portal's 200 or a proxy's page: whether the operator saw the request is not known (faults.md 24).
      return maybeApplied;
    default:
      return neverReached(error.code);
  }
}

/**
 * The outcome of a failed pre-send check: nothing was sent, so the operation waits, or a person corrects the order.
 * Pure.
 */
export function classifyFailedRead(
  error: OperatorError,
  when: Pick<Circumstances, 'now' | 'delays' | 'about' | 'random' | 'policy'>,
): Outcome {
  const problem = problemOf(error);
  if (isPersistent(error, when)) {
    return { outcome: 'blocked', problem: repeatedFaultProblem(when.about, when.delays + 1, problem.raw) };
  }
  return isLasting(error)
    ? { outcome: 'blocked', problem }
    : { outcome: 'later', notBefore: notBeforeOf(error, when), problem };
}

/**
 * "Retry later if appropriate; escalate if persistent" (spec part 7, status 500). Failures without a network do not
 * count.
 */
function isPersistent(
  { code }: OperatorError,
  { delays, policy }: Pick<Circumstances, 'delays' | 'policy'>,
): boolean {
  return code === 'server-error' && delays + 1 >= policy.failedReadsInARow;
}

/** The problem after repeated operator faults (500) for this operation: a person informs the operator. */
export function repeatedFaultProblem({ params }: Sentence, count: number, raw: string | null): Problem {
  return makeProblem('operator-keeps-failing', { count, about: Object.values(params).join(', ') }, raw);
}

/**
 * The retry time of an operation that was certainly not applied. A closed connection is the engine's concern (null: as
 * soon as it opens). Anything else delays this operation alone; otherwise it would be retried in a tight loop.
 */
function notBeforeOf(
  error: OperatorError,
  { now, delays, random }: Pick<Circumstances, 'now' | 'delays' | 'random'>,
): Instant | null {
  const fault = faultOf(error);
  const isItsOwn = fault === 'none' || fault === 'doubtful';
  return isItsOwn ? retryAt(now, delays, error.retryAfterMs, random) : null;
}

/** A read refused with these codes fails at every retry: only a person can resolve it. */
function isLasting({ code }: OperatorError): boolean {
  return code === 'invalid' || code === 'content-type' || code === 'not-found';
}

/** The state of an operation in doubt. */
interface Doubt {
  readonly state: 'unknown' | 'awaiting-result';
  readonly maybeSentAt: Instant;
  /** When the read began: its answer may show the state of that moment. */
  readonly readFrom: Instant;
  readonly negativeReads: number;
  /** A result has arrived that may belong to it or to another operation. */
  readonly isHinted: boolean;
}

/** Consecutive reads that must show absence before it counts (docs/decisions/0025-absence-is-read-twice.md). */
const READS_OF_ABSENCE = 2;

/** The meaning of a reconciling read; `wait` = undecided, repeated at `readAt`. */
type FindingMeaning =
  | Outcome
  | { readonly outcome: 'wait'; readonly readAt: Instant; readonly negativeReads: number }
  /** Certainly not applied, after the quarantine: back to ready. */
  | { readonly outcome: 'resend' };

/**
 * Interprets a reconciling read. A positive read is adopted at once; a negative one counts only if it began after the
 * quarantine.
 * It does not end an accepted operation, whose result may still arrive (faults.md fact 4): after a day of reads a
 * person decides. Pure.
 */
export function classifyFinding(
  finding: Finding,
  doubt: Doubt,
  { traits, now, delays, about, policy, random }: Circumstances,
): FindingMeaning {
  switch (finding.found) {
    case 'applied':
      return { outcome: 'done', confirmedBy: 'query', bindings: finding.bindings };
    case 'gone': {
      const end = quarantineEnd(doubt.maybeSentAt, traits.endsBy, policy);
      if (doubt.readFrom < end) return { outcome: 'wait', readAt: end, negativeReads: 0 };
      const reads = doubt.negativeReads + 1;
      return reads < READS_OF_ABSENCE
        ? { outcome: 'wait', readAt: secondReadAt(now, policy), negativeReads: reads }
        : { outcome: 'done', confirmedBy: 'query', bindings: {} };
    }
    case 'absent': {
      const reads = doubt.negativeReads + 1;
      if (reads < READS_OF_ABSENCE) {
        return { outcome: 'wait', readAt: secondReadAt(now, policy), negativeReads: reads };
      }
      const end = quarantineEnd(doubt.maybeSentAt, traits.endsBy, policy);
      return doubt.readFrom < end
        ? { outcome: 'wait', readAt: end, negativeReads: reads }
        : { outcome: 'blocked', problem: finding.problem };
    }
    case 'contradiction':
    case 'undecidable':
      return { outcome: 'blocked', problem: finding.problem };
    case 'nothing':
      if (doubt.state === 'unknown' && isLasting(finding.error)) {
        return { outcome: 'blocked', problem: problemOf(finding.error) };
      }
      if (doubt.state === 'unknown' && isPersistent(finding.error, { delays, policy })) {
        const { raw } = problemOf(finding.error);
        return { outcome: 'blocked', problem: repeatedFaultProblem(about, delays + 1, raw) };
      }
      return {
        outcome: 'wait',
        readAt: retryAt(now, delays, finding.error.retryAfterMs, random),
        negativeReads: doubt.negativeReads,
      };
    case 'not-applied': {
      if (doubt.state === 'awaiting-result') {
        if (doubt.isHinted) {
          const end = quarantineEnd(doubt.maybeSentAt, traits.endsBy, policy);
          // By then an accepted request has been executed, so the read decides whose result it was.
          if (doubt.readFrom < end) return { outcome: 'wait', readAt: end, negativeReads: 0 };
          // The values read are neither the requested ones nor those of the result.
          if (finding.mayBe !== undefined) return { outcome: 'blocked', problem: finding.mayBe };
        }
        if (delays + 1 >= policy.resultQuestions) {
          return { outcome: 'blocked', problem: makeProblem('result-missing') };
        }
        return { outcome: 'wait', readAt: nextResultQuestion(now, delays + 1, policy), negativeReads: 0 };
      }
      const end = quarantineEnd(doubt.maybeSentAt, traits.endsBy, policy);
      if (doubt.readFrom < end) return { outcome: 'wait', readAt: end, negativeReads: 0 };
      const reads = doubt.negativeReads + 1;
      if (reads < traits.negativeReads) {
        return { outcome: 'wait', readAt: secondReadAt(now, policy), negativeReads: reads };
      }
      return finding.mayBe === undefined
        ? { outcome: 'resend' }
        : { outcome: 'blocked', problem: finding.mayBe };
    }
    default:
      return neverReached(finding);
  }
}

/**
 * Interprets the read after a 409: the goal is reached, or a person decides; never a blind retry. Null = the read
 * failed, or does not show the object to be deleted: absence counts later. Pure.
 */
export function classifyConflict(finding: Finding, operatorMessage: string | null): Outcome | null {
  if (finding.found === 'undecidable' && finding.ifRefused !== undefined) {
    return { outcome: 'blocked', problem: { ...finding.ifRefused, raw: operatorMessage } };
  }
  const refused = finding.found === 'not-applied' ? finding.ifRefused : undefined;
  // The operator refuses what is already true, and the read agrees: two independent confirmations.
  if (finding.found === 'gone') return { outcome: 'done', confirmedBy: 'query', bindings: {} };
  return afterRead(finding, refused ?? makeProblem('operator-conflict'), operatorMessage);
}

/**
 * Interprets the read after an assumed call was answered as if it, or the object it names, did not exist. `answered`:
 * the problem of that answer. Null = the read decides nothing. Pure.
 */
export function classifyAbsence(finding: Finding, answered: Problem): Outcome | null {
  const absent = finding.found === 'not-applied' ? finding.ifAbsent : undefined;
  return afterRead(finding, absent ?? answered, answered.raw);
}

/**
 * Interprets the read after a 404 to a removal. A gateway that lost its context for a moment answers 404 too, so the
 * removal is done only if the read agrees. Where no read is offered, an earlier try must also have been answered with
 * 404 (`isRepeated`), unless another try is impossible. Otherwise the operation is in doubt and is sent again after
 * the quarantine. Pure.
 */
export function classifyGone(finding: Finding, answered: Problem, isRepeated: boolean): Outcome | null {
  const isUnread = finding.found === 'not-applied' && finding.isUnread === true;
  const isNoRead = finding.found === 'nothing' && isNotOffered(finding.error, 0);
  if (finding.found === 'gone' || isNoRead || (isUnread && isRepeated)) {
    return { outcome: 'done', confirmedBy: 'answer', bindings: {} };
  }
  return finding.found === 'not-applied' ? null : afterRead(finding, answered, answered.raw);
}

function afterRead(finding: Finding, ifNotApplied: Problem, raw: string | null): Outcome | null {
  switch (finding.found) {
    case 'applied':
      return { outcome: 'done', confirmedBy: 'query', bindings: finding.bindings };
    case 'contradiction':
    case 'undecidable':
      return { outcome: 'blocked', problem: { ...finding.problem, raw } };
    case 'not-applied':
    // The refusal is the operator's own; the absence was read once and adds nothing.
    case 'absent':
      return { outcome: 'blocked', problem: { ...ifNotApplied, raw } };
    case 'gone':
    case 'nothing':
      return null;
    default:
      return neverReached(finding);
  }
}

/**
 * The meaning of an answer, a result, a reconciling read or a person's decision for an operation. Every end state is reached
 * through one of these, in `applyOutcome`, and nowhere else.
 */
export type Outcome =
  | { readonly outcome: 'done'; readonly confirmedBy: ConfirmedBy; readonly bindings: Bindings }
  /** 204 on an assignment operation: accepted only. `askAt` = when to read if no result arrives. */
  | { readonly outcome: 'accepted'; readonly askAt: Instant }
  /** Certainly not applied; retried at `notBefore` (null = as soon as the connection is open). */
  | { readonly outcome: 'later'; readonly notBefore: Instant | null; readonly problem: Problem }
  /** May have been applied; to be read at `readAt`. */
  | { readonly outcome: 'unknown'; readonly readAt: Instant; readonly problem: Problem }
  /** A later order replaced it, and whether it was applied in between can no longer be determined. */
  | { readonly outcome: 'overtaken'; readonly problem: Problem }
  /** A person must decide. */
  | { readonly outcome: 'blocked'; readonly problem: Problem }
  /** The operator reported a business failure. */
  | { readonly outcome: 'failed'; readonly problem: Problem };
