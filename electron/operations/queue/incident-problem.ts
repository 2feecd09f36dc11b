import { makeProblem, type Problem } from '../../../shared/problem.ts';
import { GIVEN_TWICE, type IncidentRow } from '../../db/tables/queue/incidents.ts';

/**
 * The problems of an operation's incidents after its end, each once. They say something else than
 * the code they were opened with, which is the operation's own word: its failure stands in the operation itself.
 */
export function problemsOf(incidents: readonly IncidentRow[]): readonly Problem[] {
  const problems = incidents.flatMap(({ code, subject, message }) => {
    if (code === GIVEN_TWICE) return [makeProblem(GIVEN_TWICE)];
    if (subject !== 0) return [makeProblem('access-stayed', {}, message)];
    return code === 'outcome-contradicts' ? [makeProblem('result-contradicts', {}, message)] : [];
  });
  return problems.filter(({ code }, index) => problems.findIndex((other) => other.code === code) === index);
}
