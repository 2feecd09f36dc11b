import type { Migration } from '../../migration.ts';

/** Reviews say why, about what and by whom, and can take the word before back. */
export const reviewReasons: Migration = {
  version: 12,
  sql: `
    ALTER TABLE reviews DROP CONSTRAINT reviews_verdict_check;
    ALTER TABLE reviews ADD CONSTRAINT reviews_verdict_check CHECK (verdict IN ('approved', 'rework', 'reopened'));
    ALTER TABLE reviews ADD COLUMN reason text;
    ALTER TABLE reviews ADD COLUMN pin text;
    ALTER TABLE reviews ADD COLUMN worker text NOT NULL DEFAULT '';
  `,
};
