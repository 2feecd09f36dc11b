/** Jobs that the office planned. */
export const plannedJobTables = `
-- As the relay hands them out ("body"). "seen_work": the work that the person had in view when the job was begun; "seen_rivals": the
-- other laptops that the log names, each with its code.
CREATE TABLE planned_job (
  id TEXT PRIMARY KEY,
  day TEXT NOT NULL,
  body TEXT NOT NULL,
  signature TEXT NOT NULL,
  own_act TEXT,
  own_reason TEXT,
  job_id TEXT REFERENCES job (id),
  seen_work TEXT,
  seen_rivals TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX planned_job_by_day ON planned_job (day);
CREATE INDEX planned_job_under_way ON planned_job (id) WHERE own_act IN ('begun', 'waiting') AND job_id IS NOT NULL;
CREATE UNIQUE INDEX planned_job_of_job ON planned_job (job_id) WHERE job_id IS NOT NULL;

-- Words of this laptop that are not at the relay yet: revisions and claims (JSON).
CREATE TABLE planned_job_outbox (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  planned_job TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('revision', 'claim')),
  body TEXT NOT NULL,
  problem TEXT
) STRICT;
CREATE INDEX planned_job_outbox_waiting ON planned_job_outbox (place) WHERE problem IS NULL;
CREATE INDEX planned_job_outbox_of_plan ON planned_job_outbox (planned_job);

-- Their words were removed on request: they are not taken again.
CREATE TABLE planned_job_removed (
  id TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
`;
