import { type Sabotage, unwritten, withTrigger } from './sabotage.ts';

const readyStaysReady = withTrigger(
  'BEFORE UPDATE OF state ON operation',
  `OLD.state = 'ready' AND NEW.state = 'unknown'`,
  'SELECT RAISE(IGNORE)',
);

/** Deliberate bugs where a disk was set back, or the data are in use twice. */
export const bugsOfCopies = {
  'what a disk that was set back holds is sent as it is': readyStaysReady,
  'what a copy of the data holds is sent as it is': readyStaysReady,
  'data that are in use twice are not reported': unwritten('relay_note', `NEW.matter = 'data-set-back'`),
} as const satisfies Record<string, Sabotage>;
