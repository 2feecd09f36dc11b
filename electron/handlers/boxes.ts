import type { Handlers } from './router.ts';
import { listBoxes, markBox, moveBoxes, readBoxes } from '../jobs/boxes.ts';
import type { OpenProfile } from '../session/open-profile.ts';

/** The `boxes.*` calls. */
export function boxCalls(
  current: () => OpenProfile,
): Pick<Handlers, Extract<keyof Handlers, `boxes.${string}`>> {
  return {
    'boxes.list': () => ({ boxes: [...listBoxes(current().jobs)] }),
    'boxes.read': ({ serials }) => ({ boxes: [...readBoxes(current().jobs, serials)] }),
    'boxes.move': ({ serials, to }) => {
      const { jobs } = current();
      moveBoxes(jobs, serials, to);
      return {};
    },
    'boxes.mark': ({ serial, condition, reason }) => {
      const { jobs } = current();
      markBox(jobs, serial, condition, reason);
      return {};
    },
  };
}
