import { dirname } from 'node:path';
import type { Checklists } from '../../jobs/checklists/checklists.ts';
import type { OpenProfile } from '../../session/open-profile.ts';
import type { Outside } from '../../session/outside.ts';
import type { CorePorts } from '../../base/ports.ts';
import type { StopRecords } from '../stop-records.ts';
import { readOtherWork } from '../profile-files.ts';
import { lookAtClock, lookAtOperator, lookAtRelay, lookAtUpload } from './connection.ts';
import {
  lookAtBackup,
  lookAtDirectory,
  lookAtPictures,
  lookAtQueue,
  lookAtRestoration,
  lookAtResults,
} from './databases.ts';
import type { PartLook } from './desk.ts';
import {
  lookAtChecklists,
  lookAtDisk,
  lookAtLogFile,
  lookAtOtherProfiles,
  lookAtSecrets,
  lookAtStops,
} from './laptop.ts';

/** Every part of a laptop, as it is looked at now, in the order in which it is shown. */
export function healthParts(parts: {
  readonly deps: Pick<CorePorts, 'dataDir' | 'clock' | 'secrets'> & { readonly stops: StopRecords };
  readonly open: OpenProfile | null;
  readonly checklists: Pick<Checklists, 'faults' | 'offered'>;
  readonly openRelay: Outside['openRelay'];
}): readonly PartLook[] {
  const { open, checklists } = parts;
  const { dataDir, clock, secrets, stops } = parts.deps;
  const now = () => clock.now();
  const operator = lookAtOperatorOnce(open);
  return [
    { part: 'operator', look: operator },
    { part: 'relay', look: (signal) => lookAtRelay(open, { clock, openRelay: parts.openRelay }, signal) },
    { part: 'results', look: () => lookAtResults(open) },
    { part: 'upload', look: () => lookAtUpload(open) },
    {
      part: 'clock',
      look: async () => {
        // Its answer tells the operator's time.
        await operator();
        return lookAtClock(open);
      },
    },
    {
      part: 'secrets',
      look: async () => lookAtSecrets(open?.profile.keeping ?? (await secrets.keeping())),
    },
    { part: 'queue', look: () => lookAtQueue(open) },
    { part: 'backup', look: () => lookAtBackup(open, now()) },
    { part: 'restoration', look: () => lookAtRestoration(open, now()) },
    { part: 'directory', look: () => lookAtDirectory(open, now()) },
    { part: 'pictures', look: () => lookAtPictures(open) },
    { part: 'disk', look: () => lookAtDisk(dataDir) },
    { part: 'log-file', look: () => lookAtLogFile(dataDir) },
    {
      part: 'checklists',
      look: () =>
        lookAtChecklists(
          checklists.faults().map(({ file, says }) => `${file}: ${says.key}`),
          checklists.offered().length,
        ),
    },
    { part: 'stops', look: () => lookAtStops(stops.list(), now()) },
    {
      part: 'other-profiles',
      look: async () =>
        lookAtOtherProfiles(await readOtherWork(dataDir, open === null ? null : dirname(open.database.file))),
    },
  ];
}

/** Two parts wait for the same answer. */
function lookAtOperatorOnce(open: OpenProfile | null) {
  let asked: ReturnType<typeof lookAtOperator> | null = null;
  return () => (asked ??= lookAtOperator(open));
}
