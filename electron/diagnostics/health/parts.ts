import { dirname } from 'node:path';
import type { Checklists } from '../../jobs/checklists/checklists.ts';
import type { OpenProfile } from '../../session/open-profile.ts';
import type { Outside } from '../../session/outside.ts';
import type { CorePorts } from '../../base/ports.ts';
import type { StopRecords } from '../stop-records.ts';
import { readOtherWork } from '../profile-files.ts';
import { checkClock, checkOperator, checkRelay, checkUpload } from './connection.ts';
import {
  checkBackup,
  checkDirectory,
  checkPictures,
  checkQueue,
  checkRestoration,
  checkResults,
} from './databases.ts';
import type { PartCheck } from './service.ts';
import {
  checkChecklists,
  checkDisk,
  checkLogFile,
  checkOtherProfiles,
  checkSecrets,
  checkStops,
} from './laptop.ts';

/** Every part of a laptop, as it is looked at now, in the order in which it is shown. */
export function healthParts(parts: {
  readonly deps: Pick<CorePorts, 'dataDir' | 'clock' | 'secrets'> & { readonly stops: StopRecords };
  readonly open: OpenProfile | null;
  readonly checklists: Pick<Checklists, 'faults' | 'offered'>;
  readonly openRelay: Outside['openRelay'];
}): readonly PartCheck[] {
  const { open, checklists } = parts;
  const { dataDir, clock, secrets, stops } = parts.deps;
  const now = () => clock.now();
  const operator = checkOperatorOnce(open);
  return [
    { part: 'operator', check: operator },
    { part: 'relay', check: (signal) => checkRelay(open, { clock, openRelay: parts.openRelay }, signal) },
    { part: 'results', check: () => checkResults(open) },
    { part: 'upload', check: () => checkUpload(open) },
    {
      part: 'clock',
      check: async () => {
        // Its answer tells the operator's time.
        await operator();
        return checkClock(open);
      },
    },
    {
      part: 'secrets',
      check: async () => checkSecrets(open?.profile.keeping ?? (await secrets.keeping())),
    },
    { part: 'queue', check: () => checkQueue(open) },
    { part: 'backup', check: () => checkBackup(open, now()) },
    { part: 'restoration', check: () => checkRestoration(open, now()) },
    { part: 'directory', check: () => checkDirectory(open, now()) },
    { part: 'pictures', check: () => checkPictures(open) },
    { part: 'disk', check: () => checkDisk(dataDir) },
    { part: 'log-file', check: () => checkLogFile(dataDir) },
    {
      part: 'checklists',
      check: () =>
        checkChecklists(
          checklists.faults().map(({ file, says }) => `${file}: ${says.key}`),
          checklists.offered().length,
        ),
    },
    { part: 'stops', check: () => checkStops(stops.list(), now()) },
    {
      part: 'other-profiles',
      check: async () =>
        checkOtherProfiles(await readOtherWork(dataDir, open === null ? null : dirname(open.database.file))),
    },
  ];
}

/** Two parts wait for the same answer. */
function checkOperatorOnce(open: OpenProfile | null) {
  let asked: ReturnType<typeof checkOperator> | null = null;
  return () => (asked ??= checkOperator(open));
}
