import { call } from '../../../../data/call.ts';
import type { Media } from '../../../../components/checklist/media.ts';

/** The photos of labels, as this laptop keeps them. */
export const labelPictures: Pick<Media, 'picture'> = {
  picture: async (digest) => {
    const answer = await call(window.boxwright.jobs.picture, { digest });
    return answer.ok ? answer.value.picture : null;
  },
};
