import { FORCED_BOX, type ForcedMark } from '../../shared/domain/checklist.ts';
import { LONGEST_REASON } from '../../shared/domain/checklist-limits.ts';
import { type PreflightCheck, preflightCheck } from '../../shared/domain/job.ts';
import { boundedText, typedText } from '../../shared/domain/typed-text.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { availableLanguages } from '../../shared/words/languages.ts';
import { createTexts } from '../../shared/words/texts.ts';
import type { JobChange } from './change.ts';
import type { JobParts } from './parts.ts';

/**
 * The marks of a Box that is fitted although checks refuse it, one for each, also in the log; none where nothing refuses.
 * ProblemError `box-refused` without a reason, `name-too-long`.
 */
export function forceBox(
  parts: Pick<JobParts, 'worker'>,
  { now: at, record }: Pick<JobChange, 'now' | 'record'>,
  box: { readonly serialNumber: string; readonly checks: readonly PreflightCheck[] },
  typedReason: string,
): readonly ForcedMark[] {
  const refused = box.checks.filter(({ state }) => state === 'refused');
  if (refused.length === 0) return [];
  const reason = boundedText(typedText(typedReason) ?? '', 'reason', LONGEST_REASON);
  const value = box.serialNumber;
  if (reason === '') throw new ProblemError(makeProblem('box-refused', { serial: value }));
  const checks = refused.map(({ check }) => check).join(', ');
  record('box-forced', { serial: value, checks, reason });
  return refused.map(({ check }) => ({
    template: FORCED_BOX,
    item: check,
    text: wordsOf(check),
    value,
    deviation: { kind: 'refused' },
    reason,
    at,
    worker: parts.worker(),
  }));
}

/** The checks that these marks passed by force. */
export function forcedChecks(marks: readonly ForcedMark[]): PreflightCheck['check'][] {
  return preflightCheck.shape.check.options.filter((name) => marks.some(({ item }) => item === name));
}

/** The refused checks, in every language: the reader of the mark may speak another one. */
function wordsOf(check: PreflightCheck['check']): ForcedMark['text'] {
  const says = (language: (typeof availableLanguages)[number]['language']) =>
    createTexts(language).t(`flow.box.check.${check}.refused`);
  return {
    ...Object.fromEntries(availableLanguages.map(({ language }) => [language, says(language)])),
    en: says('en'),
  };
}
