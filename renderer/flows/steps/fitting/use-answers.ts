import { useCallback, useRef, useState, useMemo } from 'react';
import type { ChecklistAnswer } from '../../../../shared/domain/checklist.ts';
import type { JobView, SentJob } from '../../../../shared/domain/job.ts';
import type { StepName } from '../../../../shared/domain/job-steps.ts';
import type { Problem } from '../../../../shared/problem.ts';
import type { JobId } from '../../../../shared/ids.ts';
import type { Result } from '../../../../shared/result.ts';
import { call } from '../../../data/call.ts';
import { setJob } from '../../../data/jobs.ts';
import { withStorage } from '../../unsaved-steps.ts';
import type { GivenAnswer } from '../../../components/checklist/row-props.ts';
import type { Media } from '../../../components/checklist/photos.ts';

type Given = Readonly<Record<string, GivenAnswer | null>>;

/** The act on several items, in the place of an item's id, which has no spaces. */
const TOGETHER = 'all together';

/**
 * Optimistic update: an answer is shown at once, and the writes run one after the other in their order. An answer that
 * could not be saved disappears again, with the problem above until that item is answered.
 */
export function useAnswers(job: JobView, step: StepName) {
  const [given, setGiven] = useState<Given>({});
  const [problems, setProblems] = useState<ReadonlyMap<string, Problem>>(new Map());
  /** The items whose last write has failed since the last call of `settled`. */
  const failed = useRef(new Set<string>());
  const line = useRef<Promise<void>>(Promise.resolve());
  const latest = useRef<Record<string, number>>({});

  const took = useCallback(
    (what: string, saved: Result<SentJob, Problem>) => {
      withStorage(job.id, step, saved);
      for (const one of [what, TOGETHER]) failed.current.delete(one);
      if (saved.ok) setJob(saved.value);
      else failed.current.add(what);
      setProblems((before) => {
        const others = [...before].filter(([of]) => of !== what && of !== TOGETHER);
        return new Map(saved.ok ? others : [...others, [what, saved.error]]);
      });
    },
    [job.id, step],
  );

  const give = useCallback(
    (itemId: string, answer: GivenAnswer | null, reason: string | null) => {
      const turn = (latest.current[itemId] ?? 0) + 1;
      latest.current[itemId] = turn;
      setGiven((before) => ({ ...before, [itemId]: answer }));
      line.current = line.current.then(async () => {
        const saved = await call(
          window.boxwright.jobs.answer,
          { jobId: job.id, itemId, answer, reason },
          'by-same-worker',
        );
        took(itemId, saved);
        if (latest.current[itemId] === turn) {
          setGiven((before) => Object.fromEntries(Object.entries(before).filter(([id]) => id !== itemId)));
        }
      });
    },
    [job.id, took],
  );

  /** Gives the usual answer to all unanswered items with this `together` name. */
  const giveTogether = useCallback(
    (name: string) => {
      line.current = line.current.then(async () => {
        const saved = await call(
          window.boxwright.jobs.answerTogether,
          { jobId: job.id, together: name },
          'by-same-worker',
        );
        took(TOGETHER, saved);
      });
    },
    [job.id, took],
  );

  /** Resolves when the writes so far have ended: false where an answer was not saved since the last call. */
  const settled = useCallback(async () => {
    await line.current;
    const isWhole = failed.current.size === 0;
    failed.current.clear();
    return isWhole;
  }, []);

  const problem = [...problems.values()].at(-1) ?? null;
  const answers: Record<string, ChecklistAnswer> = { ...job.checklist.answers };
  for (const [itemId, answer] of Object.entries(given)) {
    if (answer === null) delete answers[itemId];
    else answers[itemId] = answer;
  }
  return { answers, give, giveTogether, settled, pending: Object.keys(given).length > 0, problem };
}

/** Photos and signatures of this job. The main process saves each before it is shown. */
export function useMedia(jobId: JobId, step: StepName): Media {
  return useMemo((): Media => {
    const { jobs } = window.boxwright;
    const taken = (answer: Result<SentJob, Problem>) => problemOf(withStorage(jobId, step, answer));
    return {
      addPhoto: async (itemId, jpeg) =>
        taken(await call(jobs.addPhoto, { jobId, itemId, jpeg }, 'by-same-worker')),
      removePhoto: async (itemId, digest) =>
        taken(await call(jobs.removePhoto, { jobId, itemId, digest }, 'by-same-worker')),
      sign: async (itemId, signature) =>
        taken(await call(jobs.sign, { jobId, itemId, signature }, 'by-same-worker')),
      picture: async (digest) => {
        const answer = await call(jobs.picture, { digest });
        return answer.ok ? answer.value.picture : null;
      },
    };
  }, [jobId, step]);
}

function problemOf(answer: Result<SentJob, Problem>): Problem | null {
  if (!answer.ok) return answer.error;
  setJob(answer.value);
  return null;
}
