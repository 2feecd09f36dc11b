import { start } from './0001-start.ts';
import { indexParts } from './0002-index-parts.ts';
import { removedWords } from './0003-removed-words.ts';
import { estimatedEnds } from './0004-estimated-ends.ts';
import { finishedWithoutABox } from './0005-finished-without-a-box.ts';
import { proofOfRows } from './0006-proof.ts';
import { leftOutIsARisk } from './0007-left-out.ts';
import { figuresOfRows } from './0008-figures.ts';
import { signaturesOfLogs } from './0009-signatures.ts';

/** All migrations of supervision.db in order. */
export const supervisionMigrations = [
  start,
  indexParts,
  removedWords,
  estimatedEnds,
  finishedWithoutABox,
  proofOfRows,
  leftOutIsARisk,
  figuresOfRows,
  signaturesOfLogs,
] as const;
