import type { Topic } from '../../shared/ipc/pushed.ts';
import { noCrewKey } from '../jobs/rescue/crew-key.ts';
import { createMirroring, type Mirroring } from '../jobs/rescue/mirroring.ts';
import type { RescueParts } from '../jobs/rescue/rescue.ts';
import type { JobParts } from '../jobs/parts.ts';
import type { RelayClient } from '../relay/client.ts';
import type { OpeningParts } from './open-profile.ts';

/** Mirrors of this laptop's jobs, and other laptops' jobs that can be continued here. */
export interface OpenRescue extends Mirroring, Pick<RescueParts, 'relay' | 'crew'> {
  /** Called after a commit. */
  readonly onCommit: (topics: ReadonlySet<Topic>) => void;
}

/** No request is made before `start`. `jobs` is called lazily, because the queue is opened earlier. */
export function openRescue(
  { crew = noCrewKey, random, log }: Pick<OpeningParts, 'crew' | 'random' | 'log'>,
  {
    relay,
    ...parts
  }: {
    readonly relay: RelayClient | null;
    readonly jobs: () => JobParts;
    readonly onOthers: () => void;
  },
): OpenRescue {
  const report = (event: string, cause: unknown) => log('warn', event, String(cause));
  const mirroring = createMirroring({ ...parts, client: relay, crew, random, report });
  return {
    ...mirroring,
    relay,
    crew,
    onCommit: (topics) => {
      if (topics.has('jobs') || topics.has('queue')) mirroring.wakeIfIdle();
    },
  };
}
