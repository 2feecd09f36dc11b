import type { Environment } from '../../../../shared/environment.ts';
import type { CustomerId } from '../../../../shared/ids.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** Whose database this is. Written once; a file that turns up in another profile's folder is refused. */
export interface Identity {
  readonly environment: Environment;
  readonly base_url: string;
  readonly customer_id: CustomerId;
}

/** The identity, or undefined in a new file. */
export function readIdentity(sqlite: Sqlite): Identity | undefined {
  return sqlite.prepare<[], Identity>('SELECT environment, base_url, customer_id FROM identity').get();
}

/** Names the owner of a new file. */
export function writeIdentity({ sqlite }: WriteContext, identity: Identity): void {
  sqlite
    .prepare<Identity>(
      `INSERT INTO identity (id, environment, base_url, customer_id)
       VALUES (1, @environment, @base_url, @customer_id)`,
    )
    .run(identity);
}
