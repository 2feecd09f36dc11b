import type { Topic } from '../../shared/ipc/pushed.ts';
import { listMirrors, rescueJob } from '../jobs/rescue/rescue.ts';
import { sendJob } from '../jobs/sent-job.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import type { Handlers } from './router.ts';

/** The dependencies of the calls besides the open profile. */
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
      const job = await rescueJob(partsOf(open), { jobId, turn, mayRestore: mayRestore() });
      open.rescue.wake();
      return sendJob(open, job);
    },
  };
}
