import * as fc from 'fast-check';
import { parseJobFile } from '../../../electron/app/headless-run/job-file.ts';
import { hostileJson } from './hostile.ts';
import { mustBeClear, nothing, type Target } from './target.ts';

/** Right ones, by their kinds. */
export const JOB_FILES = [
  {
    car: { id: 20_001 },
    keyfob: { brand: 'Ford' },
    box: { serialNumber: '001234021' },
    group: { id: 301 },
    verify: { userId: 9001, minutes: 15 },
  },
  {
    car: {
      name: 'Van 7',
      vin: 'WF0EXXTTRE4A12345',
      licensePlate: 'M BX 2001',
      brand: 'Ford',
      model: 'Transit',
    },
    group: { name: 'North' },
  },
] as const;

/** A job.json of a run without a window. */
export const jobFiles: Target = {
  name: 'job.json',
  share: 180,
  open: async (count) => ({
    close: nothing,
    property: fc.asyncProperty(hostileJson(...JOB_FILES), async (text) => {
      const read = parseJobFile(text, 'job.json');
      if (read.ok) {
        const again = parseJobFile(JSON.stringify(read.value.steps), 'job.json');
        if (!again.ok || again.value.digest !== read.value.digest)
          throw new Error('another job when read again');
        return count('read');
      }
      if ('problem' in read.error) return count(read.error.problem.code);
      mustBeClear(read.error.sentence);
      count('refused');
    }),
  }),
};
