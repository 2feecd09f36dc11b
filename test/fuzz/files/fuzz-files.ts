import * as fc from 'fast-check';
import { handedJobs, sealedJobs, takenJobs } from './handed-jobs.ts';
import { jobFiles } from './job-files.ts';
import { lists } from './lists.ts';
import { logCopies } from './log-copies.ts';
import { relayAnswers } from './relay-answers.ts';
import { relayResults } from './relay-results.ts';
import type { Target } from './target.ts';
import { templates } from './templates.ts';

/** The outcomes of the cases. */
export type FilesReport = {
  /** By target and outcome, as `job.json: refused`. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** Plain sentences; empty when everything held. */
  readonly wrong: readonly string[];
};

const targets: readonly Target[] = [
  lists,
  jobFiles,
  templates,
  handedJobs,
  sealedJobs,
  takenJobs,
  relayAnswers,
  relayResults,
  logCopies,
];
const whole = targets.reduce((sum, { share }) => sum + share, 0);

/** Reads `runs` made-up things as the app reads them, the same for the same seed. */
export async function fuzzFiles(runs: number, seed: number): Promise<FilesReport> {
  const outcomes = new Map<string, number>();
  const wrong: string[] = [];
  for (const { name, share, open } of targets) {
    const numRuns = Math.max(1, Math.round((runs * share) / whole));
    const { property, close } = await open((outcome) => {
      const key = `${name}: ${outcome}`;
      outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
    });
    try {
      const run = await fc.check(property, { numRuns, seed });
      if (run.failed) wrong.push(`${name}, seed ${seed}: ${reportedOf(run)}`);
    } finally {
      await close();
    }
  }
  return { outcomes, wrong };
}

const reportedOf = ({ counterexample, errorInstance }: fc.RunDetails<[unknown]>): string =>
  `${errorInstance instanceof Error ? errorInstance.message : String(errorInstance)} with ${fc.stringify(counterexample)}`.slice(
    0,
    1500,
  );
