import type { EntryPlace } from '../../../../shared/domain/supervision-job.ts';

/** Names an entry's line on the page. */
export const entryAnchor = ({ chain, number }: EntryPlace): string => `entry-${chain}-${number}`;
