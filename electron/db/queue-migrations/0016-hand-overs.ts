import type { Migration } from '../migrate.ts';

/** Jobs given to another laptop and taken from one, by the turn that counts the hands; `content` is what was given (JSON). */
export const handOvers: Migration = {
  version: 16,
  sql: `
CREATE TABLE hand_over (
  job_id TEXT NOT NULL REFERENCES job (id),
  turn INTEGER NOT NULL,
  way TEXT NOT NULL CHECK (way IN ('given', 'taken')),
  content TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (job_id, turn, way)
) STRICT, WITHOUT ROWID;
`,
};
