import { z } from 'zod';
import { Refusal } from '../../refusal.ts';
import type { Database } from './database.ts';

/** The oldest server with everything the schema uses. */
const OLDEST_SERVER = 13;

const serverRow = z.tuple([
  z.object({
    version: z.coerce.number(),
    fsync: z.string(),
    commit: z.string(),
    waitsFor: z.string(),
    standbys: z.number(),
  }),
]);

/**
 * Whether a server keeps what it confirms. Returns sentences about what may be lost with one of its standbys.
 *
 * @throws Refusal when it is too old, or loses data by itself.
 */
export async function checkServer({ query }: Database): Promise<readonly string[]> {
  const rows = await query({
    // Without the right to read them, the rows of the view are there and empty.
    text: `SELECT current_setting('server_version_num') AS version, current_setting('fsync') AS fsync,
      current_setting('synchronous_commit') AS commit, current_setting('synchronous_standby_names') AS "waitsFor",
      (SELECT count(*)::integer FROM pg_stat_replication) AS standbys`,
  });
  const [{ version, fsync, commit, waitsFor, standbys }] = serverRow.parse(rows);
  if (version < OLDEST_SERVER * 10_000) {
    throw new Refusal(`The PostgreSQL server is too old: version ${OLDEST_SERVER} or newer is needed.`);
  }
  if (fsync !== 'on') {
    throw new Refusal(
      'The PostgreSQL server runs with fsync off and may lose what it confirmed: turn fsync on.',
    );
  }
  if (standbys > 0 && waitsFor === '') {
    return [
      'The PostgreSQL server has standbys and synchronous_standby_names is empty: a standby that is promoted lacks webhooks that were answered 204.',
    ];
  }
  // The relay raises off to on by itself; local is the one that waits for no standby.
  if (waitsFor !== '' && commit === 'local') {
    return [
      'synchronous_commit is local: a commit waits for no standby, and one that is promoted lacks webhooks that were answered 204.',
    ];
  }
  return [];
}
