/** At the end of a title: proven in the long run, not at every change (docs/decisions/0034-every-change-and-the-long-run.md). */
export const LONG = '@long';

/** The mark of the case at `index` of a list: nothing for the first `count`, which run at every change. */
export const longFrom = (count: number, index: number): string => (index < count ? '' : ` ${LONG}`);
