import type { HealthState } from '../../../shared/domain/health.ts';
import type { Sentence } from '../../../shared/problem.ts';
import { createTranslator } from '../../base/translator.ts';
import { MASKED, maskDetails } from '../mask-details.ts';

/** Numbers fill a sentence as they are; words may be a path with a person's name, or the operator's. */
const inEnglish = (sentence: Sentence): string => {
  const params: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(sentence.params)) {
    params[name] = typeof value === 'number' ? value : MASKED;
  }
  return createTranslator('en')({ key: sentence.key, params });
};

/** The last look at every part, in English, without anybody's words. */
export function healthToTell(health: HealthState | null, known: ReadonlySet<string>): unknown {
  if (health === null) return 'not checked';
  const { lookedAt, stopped, findings } = health;
  return {
    lookedAt: lookedAt === null ? null : new Date(lookedAt).toISOString(),
    stopped,
    parts: findings.map((finding) => {
      const { part, state } = finding;
      if (finding.state === 'good' || finding.state === 'unchecked') {
        return { part, state, says: inEnglish(finding.says), raw: rawOf(finding.raw, known) };
      }
      const { code, params, raw } = finding.problem;
      return {
        part,
        state,
        code,
        says: inEnglish({ key: `problems.${code}.says`, params }),
        raw: rawOf(raw, known),
      };
    }),
  };
}

const rawOf = (raw: string | null, known: ReadonlySet<string>): string | null =>
  raw === null ? null : maskDetails(raw, known);
