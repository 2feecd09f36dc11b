import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { relayProblemOf } from '../../relay/relay-error.ts';
import type { HandedFile } from './content.ts';
import { type Claiming, laptopCodeOf } from './receiver.ts';
import { isFromHere } from './take.ts';

/**
 * Makes sure that no other laptop takes the file (docs/decisions/0014-handing-a-job-over.md): the relay gives each turn of a job to one
 * laptop, and a file that names its receiver is for that laptop alone. The giver's own file, for which a reason was given, needs the relay
 * where there is one. ProblemError `hand-over-for-another`, `hand-over-taken-elsewhere`, `hand-over-unconfirmed`.
 */
export async function claimTurn({ jobs, claimHandOver }: Claiming, file: HandedFile): Promise<void> {
  const { sqlite } = jobs.database;
  const { environment, customerId } = jobs.target;
  const code = laptopCodeOf(sqlite);
  const own = isFromHere(sqlite, file);
  if (!own && file.receiver !== undefined && file.receiver !== code) {
    throw new ProblemError(makeProblem('hand-over-for-another', { code: file.receiver }));
  }
  const named = file.receiver === code;
  const answer = await claimHandOver?.({
    environment,
    customerId,
    jobId: file.job.id,
    turn: file.turn,
    code,
  });
  if (answer?.ok === false) {
    // Out in the yard there may be no relay: the receiver that the file names is the only one.
    if (named) return;
    throw new ProblemError(makeProblem('hand-over-unconfirmed', {}, relayProblemOf(answer.error).raw));
  }
  const holder = answer?.value ?? null;
  if (holder === null) {
    if (named || own) return;
    throw new ProblemError(makeProblem('hand-over-unconfirmed'));
  }
  if (!holder.own) {
    throw new ProblemError(makeProblem('hand-over-taken-elsewhere', { laptop: holder.laptop }));
  }
}
