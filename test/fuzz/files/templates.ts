import * as fc from 'fast-check';
import { shippedTemplates } from '../../../electron/jobs/checklists.ts';
import { readTemplate } from '../../../shared/domain/checklist-faults.ts';
import { createTranslator } from '../../../electron/base/translator.ts';
import { hostileJson } from './hostile.ts';
import { mustBeClear, nothing, type Target } from './target.ts';

/** More than a person reads. */
const MOST_FAULTS = 60;

/** A checklist of the workshop's own. */
export const templates: Target = {
  name: 'checklist',
  share: 180,
  open: async (count) => {
    const [first = {}, ...others] = shippedTemplates;
    const translate = createTranslator('en');
    return {
      close: nothing,
      property: fc.asyncProperty(hostileJson(first, ...others), async (text) => {
        const read = readTemplate(text);
        if (read.ok) return count('read');
        if (read.error.length === 0 || read.error.length > MOST_FAULTS)
          throw new Error(`${read.error.length} faults`);
        for (const { says } of read.error) mustBeClear(translate(says));
        count('refused');
      }),
    };
  },
};
