import { z } from 'zod';

/**
 * Everything that can go wrong and reach a person. Each code has a plain sentence and a next step in every locale
 * (`problems.CODE.says`, `problems.CODE.next`); a test fails while one is missing.
 */
export const problemCode = z.enum([
  // the way to the operator
  'operator-unreachable',
  'operator-insecure',
  'operator-timeout',
  'operator-interrupted',
  'operator-login-refused',
  'operator-login-unavailable',
  'operator-unauthorised',
  'customer-not-visible',
  'operator-busy',
  'operator-failing',
  'operator-keeps-failing',
  'operator-unreadable',
  'operator-intercepted',
  'operator-redirected',
  'read-unanswered',
  'operator-not-offered',
  'operator-rejected',
  'operator-not-found',
  'operator-conflict',
  // the way to the relay
  'relay-unreachable',
  'relay-refused',
  'relay-wrong-customer',
  'relay-unreadable',
  'relay-not-configured',
  'results-not-applied',
  'log-not-taken',
  'data-restored',
  'data-set-back',
  'log-continued',
  'reviews-missed',
  'review-not-allowed',
  'review-not-taken',
  'export-busy',
  'sheet-empty',
  'sheet-too-long',
  'log-busy',
  'removal-too-short',
  'removal-changed',
  'removal-in-the-way',
  'removal-decided',
  'removal-ordered',
  'removal-words-left',
  'removal-reason-missing',
  'removal-reason-repeats',
  // operations
  'box-in-another-car',
  'product-in-another-car',
  'box-unknown',
  'box-ambiguous',
  'box-wrong-variant',
  'key-not-for-box',
  'car-exists',
  'car-unknown',
  'box-without-service',
  'car-holds-another-box',
  'box-not-installed',
  'several-cars-match',
  'access-may-be-given',
  'access-still-changing',
  'changed-meanwhile',
  'times-changed-meanwhile',
  'open-end-changed-meanwhile',
  'outcome-not-told',
  'group-exists-unlisted',
  'group-not-there',
  'assignment-failed',
  'assignment-change-failed',
  'assignment-removal-failed',
  'assignment-ended-elsewhere',
  'access-stayed',
  'access-given-twice',
  'access-still-leaving',
  'access-not-gone',
  'access-ended-before',
  'result-missing',
  'result-contradicts',
  'overtaken',
  'event-may-be-recorded',
  'target-changed',
  'crashed-repeatedly',
  'dependency-lost',
  'outcome-contradicts',
  'payload-damaged',
  'dependency-ended',
  'held-by-person',
  'may-have-left',
  'changed-meanwhile',
  'still-being-found-out',
  'adopted-already',
  // what a person typed
  'name-missing',
  'name-too-long',
  'serial-missing',
  'serial-malformed',
  'box-refused',
  'vin-malformed',
  'address-malformed',
  'value-missing',
  'log-place-malformed',
  'answer-outside',
  'scan-differs',
  'checklist-malformed',
  'name-taken',
  'pin-needed',
  'pin-wrong',
  'pin-wait',
  'pin-malformed',
  'badge-taken',
  'picture-unusable',
  'photos-enough',
  'nothing-changed',
  'rework-unexplained',
  'reviewer-missing',
  'end-before-start',
  'time-in-future',
  'input-invalid',
  'hand-over-unsettled',
  'hand-over-passphrase',
  'hand-over-unreadable',
  'hand-over-newer',
  'hand-over-elsewhere',
  'hand-over-own',
  'hand-over-taken',
  'opened-file-gone',
  'opened-file-refused',
  'update-foreign',
  'update-not-genuine',
  'update-other-system',
  'update-not-newer',
  'update-unreachable',
  'update-while-sending',
  'update-while-working',
  // the app itself
  'configuration-missing',
  'not-connected',
  'not-found',
  'step-not-ready',
  'job-finished',
  'job-not-discardable',
  'test-access-left',
  'test-access-expired',
  'car-not-working',
  'reason-missing',
  'rework-not-asked',
  'not-saved-disk-full',
  'database-busy',
  'database-newer',
  'database-damaged',
  'copies-damaged',
  'folder-read-only',
  'disk-full-at-start',
  'file-not-written',
  'not-printed',
  'another-instance',
  'folder-in-use',
  // how this laptop is
  'clock-ahead',
  'clock-behind',
  'secrets-not-kept',
  'backup-behind',
  'backup-ended',
  'queue-suspect',
  'damaged-kept',
  'fleet-old',
  'fleet-never-read',
  'pictures-missing',
  'disk-low',
  'log-file-not-written',
  'checklists-not-used',
  'stopped-unexpectedly',
  'language-not-read',
  'other-work-waiting',
  'bundle-busy',
  'bundle-gone',
  'cancelled',
  'unexpected',
]);
export type ProblemCode = z.infer<typeof problemCode>;

/**
 * One problem as data: a stable code, what fills the sentence, and the raw words of whoever refused (the operator's
 * message, trimmed), shown one click away. Never holds a secret.
 */
export const problem = z.object({
  code: problemCode,
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  raw: z.string().nullable(),
});
export type Problem = z.infer<typeof problem>;

/** Makes a problem. */
export function makeProblem(
  code: ProblemCode,
  params: Readonly<Record<string, string | number>> = {},
  raw: string | null = null,
): Problem {
  return { code, params: { ...params }, raw };
}

/** A problem on its way to the caller through code that cannot return it (a transaction that must roll back). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;
  constructor(value: Problem) {
    super(value.code);
    this.problem = value;
  }
}

/** A sentence as data: a locale key and what fills it. */
export const sentence = z.object({
  key: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type Sentence = z.infer<typeof sentence>;
