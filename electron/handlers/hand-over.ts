import type { JobId } from '../../shared/ids.ts';
import type { Sentence } from '../../shared/problem.ts';
import { isGiven } from '../db/tables/queue/hand-overs.ts';
import { writeWhole } from '../base/whole-file.ts';
import type { Handlers } from './router.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import type { SaveDialog } from '../base/ports.ts';
import { sendJob } from '../jobs/sent-job.ts';
import { claimTurn, laptopCodeOf, receiverOf } from '../jobs/hand-over/receiver.ts';
import { parseHandedFile } from '../jobs/hand-over/content.ts';
import { fileOfGiven, giveJob } from '../jobs/hand-over/give.ts';
import type { OpenedFiles } from '../jobs/hand-over/opened-file.ts';
import { seal, unseal } from '../jobs/hand-over/seal.ts';
import { learnSigner } from '../jobs/hand-over/signature.ts';
import { dryRunTake, takeJob } from '../jobs/hand-over/take.ts';

/** The dependencies of the calls besides the open profile. */
export interface HandOverCallParts {
  readonly current: () => OpenProfile;
  readonly saveDialog: SaveDialog;
  readonly translate: (sentence: Sentence) => string;
  readonly opened: OpenedFiles;
  /** Whether this window may recreate the accesses that a file lists as ended with a Box. */
  readonly mayRestore: () => boolean;
}

/** File mode: only the owner may read it, although its content is encrypted. */
const OWNER_ONLY = 0o600;

/** The `handover.*` calls. */
export function handOverCalls({
  current,
  saveDialog,
  translate,
  opened,
  mayRestore,
}: HandOverCallParts): Pick<
  Handlers,
  'handover.give' | 'handover.take' | 'handover.laptop' | 'handover.opened' | 'handover.setAside'
> {
  const view = (job: JobId) => sendJob(current(), job);
  return {
    'handover.give': async ({ jobId, passphrase, receiver }) => {
      const given = () => isGiven(current().jobs.database.sqlite, jobId);
      const to = given() ? null : receiverOf(current(), receiver);
      const { car } = view(jobId);
      const label = (car?.licensePlate ?? car?.name ?? 'job').replace(/[^\p{L}\p{N}]+/gu, '-');
      const path = await saveDialog.choose({
        title: translate({ key: 'handOver.give', params: {} }),
        suggestedName: `${label}.boxwright-job`,
        extension: 'boxwright-job',
      });
      if (path === null) return { path, job: view(jobId) };
      const { jobs } = current();
      // The job is given up here before the file exists, so that two laptops never hold the same work.
      if (!given()) giveJob(jobs, jobId, to);
      const content = fileOfGiven(jobs, jobId);
      await writeWhole(path, [await seal(JSON.stringify(content), passphrase, content.version)], {
        mode: OWNER_ONLY,
      });
      return { path, job: view(jobId) };
    },
    'handover.take': async ({ file, passphrase, reason }) => {
      const handed = parseHandedFile(await unseal(Buffer.from(file, 'base64'), passphrase));
      const open = current();
      await dryRunTake(open.jobs, handed, { reason, mayRestore: mayRestore() });
      await claimTurn(open, handed);
      await learnSigner(open, handed);
      return view(await takeJob(open.jobs, handed, { reason, mayRestore: mayRestore() }));
    },
    'handover.laptop': () => {
      const { jobs, claimHandOver } = current();
      return { code: laptopCodeOf(jobs.database.sqlite), needsReceiver: claimHandOver === null };
    },
    'handover.opened': () => opened.waiting(),
    'handover.setAside': () => {
      opened.setAside();
      return {};
    },
  };
}
