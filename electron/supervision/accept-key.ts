import type { DevicePublicKey } from '../../shared/relay/signing.ts';
import type { RelayRole } from '../../shared/relay/access.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { Database } from '../db/open.ts';
import { deviceKeyOf, pinDeviceKey } from '../db/tables/queue/device-keys.ts';
import { requireReason } from '../jobs/change.ts';
import type { InstallationLog } from '../log/append.ts';

/**
 * A person trusts the changed key of a laptop from now on, on this laptop alone: the relay cannot do so. The key before stays valid for
 * what it signed. With its entry of the log, in ONE transaction. ProblemError `key-supervisor-only` where this laptop's token is no
 * supervisor's, `not-found` for a key that is not known or trusted already, `reason-missing`, `name-too-long`.
 */
export function acceptKey(
  {
    database,
    log,
    role,
  }: { readonly database: Database; readonly log: InstallationLog; readonly role: RelayRole | null },
  key: DevicePublicKey,
  typed: string,
): void {
  if (role !== 'supervisor' && role !== 'admin') throw new ProblemError(makeProblem('key-supervisor-only'));
  const reason = requireReason(typed);
  database.write((context) => {
    const row = deviceKeyOf(context.sqlite, key);
    if (row === undefined || row.pinned === 1) throw new ProblemError(makeProblem('not-found'));
    pinDeviceKey(context, key);
    log.append(context, {
      job: null,
      type: 'device-key-accepted',
      data: { key, device: row.device, laptop: row.laptop, reason },
    });
    context.changed('status', 'supervision');
  });
}
