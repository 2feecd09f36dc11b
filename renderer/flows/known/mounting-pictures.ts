import type { Media } from '../../components/checklist/media.ts';
import { call } from '../../data/call.ts';

/** Photos of earlier jobs, also of other laptops. */
export const mountingPictures: Pick<Media, 'picture'> = {
  picture: async (digest) => {
    const answer = await call(window.boxwright.jobs.mountingPhoto, { digest });
    return answer.ok ? answer.value.picture : null;
  },
};
