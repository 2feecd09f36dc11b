import { useMemo } from 'react';
import type { JobView } from '../../../../../shared/domain/job.ts';
import type { JobId } from '../../../../../shared/ids.ts';
import type { Problem } from '../../../../../shared/problem.ts';
import type { Result } from '../../../../../shared/result.ts';
import { call } from '../../../../data/call.ts';
import type { Media } from '../../../../components/checklist/media.ts';
import { setJob } from '../../../../data/job.ts';

/** Photos and signatures of this job, each kept by the main process before it is shown. */
export function useMedia(jobId: JobId): Media {
  return useMemo((): Media => {
    const { jobs } = window.boxwright;
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
  }, [jobId]);
}

function taken(answer: Result<JobView, Problem>): Problem | null {
  if (!answer.ok) return answer.error;
  setJob(answer.value);
  return null;
}
