import type { JobId } from '../../shared/ids.ts';
import type { Sentence } from '../../shared/problem.ts';
import type { Topic } from '../../shared/ipc/messages.ts';
import { isGiven } from '../db/tables/queue/hand-overs.ts';
import { writeWhole } from '../base/whole-file.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import type { SaveDialog } from '../base/ports.ts';
import { sendJob } from '../jobs/view.ts';
import { claimTurn, laptopCodeOf, receiverOf, learnSigner } from '../jobs/hand-over/parties.ts';
import { parseHandedFile, seal, unseal } from '../jobs/hand-over/file-format.ts';
import { fileOfGiven, giveJob } from '../jobs/hand-over/give.ts';
import type { OpenedFiles } from '../jobs/hand-over/opened-file.ts';
import { dryRunTake, takeJob } from '../jobs/hand-over/take.ts';
import { listMirrors, rescueJob } from '../jobs/rescue/rescue.ts';
import type { Handlers } from './router.ts';

/* Jobs that change the laptop: with a file, or from the mirror of a silent laptop at the relay. */

/** The dependencies of the `handover.*` calls besides the open profile. */
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
      const to = () => receiverOf(current(), receiver);
      // Before the dialog opens, and again at the hand-over: the job may be taken back meanwhile.
      if (!given()) to();
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
      if (!given()) giveJob(jobs, jobId, to());
      const content = fileOfGiven(jobs, jobId);
      await writeWhole(path, [await seal(JSON.stringify(content), passphrase, content.version)], {
        mode: OWNER_ONLY,
      });
      return { path, job: view(jobId) };
    },
    'handover.take': async ({ file, passphrase, reason }) => {
      const handed = parseHandedFile(await unseal(Buffer.from(file, 'base64'), passphrase));
      const open = current();
      await dryRunTake(open.jobs, handed, { reason, mayRestore });
      await claimTurn(open, handed);
      await learnSigner(open, handed);
      return view(await takeJob(open.jobs, handed, { reason, mayRestore }));
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

/** The dependencies of the `rescue.*` calls besides the open profile. */
interface RescueCallParts {
  readonly current: () => OpenProfile;
  /** Whether this window may recreate the accesses that a mirror lists as ended with a Box. */
  readonly mayRestore: () => boolean;
  readonly publish: (topics: ReadonlySet<Topic>) => void;
}

/** The `rescue.*` calls. */
export function rescueCalls({
  current,
  mayRestore,
  publish,
}: RescueCallParts): Pick<Handlers, Extract<keyof Handlers, `rescue.${string}`>> {
  const partsOf = ({ jobs, rescue, readKeys }: OpenProfile) => ({ ...rescue, jobs, readKeys });
  /** Wakes the mirror, so that all jobs are sealed with the new key at once. */
  const keyChanged = () => {
    current().rescue.wake();
    publish(new Set(['status']));
  };
  return {
    'rescue.status': () => {
      const { crew, others } = current().rescue;
      const hasKey = crew.current() !== null;
      return { hasKey, others: hasKey ? others() : 0 };
    },
    'rescue.enterKey': async ({ key }) => {
      await current().rescue.crew.enter(key);
      keyChanged();
      return {};
    },
    'rescue.makeKey': async () => {
      const { text } = await current().rescue.crew.make();
      keyChanged();
      return { key: text };
    },
    'rescue.showKey': () => ({ key: current().rescue.crew.current()?.text ?? null }),
    'rescue.leaveCrew': async () => {
      const { crew, withdraw } = current().rescue;
      await withdraw();
      await crew.clear();
      keyChanged();
      return {};
    },
    'rescue.list': async () => {
      const mirrors = await listMirrors(partsOf(current()));
      const jobs = mirrors.flatMap(({ label, jobId, turn, laptop, keptAt, seenAt }) =>
        label === null ? [] : [{ ...label, jobId, turn, laptop, keptAt, seenAt }],
      );
      return { jobs, otherCrews: mirrors.length - jobs.length };
    },
    'rescue.take': async ({ jobId, turn }) => {
      const open = current();
      const job = await rescueJob(partsOf(open), { jobId, turn, mayRestore });
      open.rescue.wake();
      return sendJob(open, job);
    },
  };
}
