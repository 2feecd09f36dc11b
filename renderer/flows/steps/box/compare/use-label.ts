import { useState } from 'react';
import { MOST_LABEL_CODES } from '../../../../../shared/domain/box-label.ts';
import type { JobId } from '../../../../../shared/ids.ts';
import { makeProblem, type Problem } from '../../../../../shared/problem.ts';
import { shrinkPhoto } from '../../../../components/checklist/shrink-photo.ts';
import { readPicture } from '../../../../scanning/camera/read-picture.ts';
import { useJobCall } from '../../../use-job-call.ts';

/** The dialog about the label that is open: the camera, or its picture. */
export type LabelOpen = 'camera' | 'picture' | null;

/** What is done with the label of the Box in hand. */
export interface LabelCalls {
  readonly open: LabelOpen;
  readonly show: (dialog: LabelOpen) => void;
  /** A picture is being read and kept. */
  readonly busy: boolean;
  readonly problem: Problem | null;
  /** Reads what code it bears and keeps it; `beside`: the serial it is compared with. */
  readonly photograph: (picture: Blob | ImageBitmap, beside: string) => Promise<void>;
  /** What a person reads off it; answers whether it is kept. */
  readonly read: (serialNumber: string) => Promise<boolean>;
  readonly drop: () => Promise<void>;
}

/** The label of this job's Box in hand, each picture kept by the main process before it is shown. */
export function useLabel(jobId: JobId): LabelCalls {
  const [open, show] = useState<LabelOpen>(null);
  const [looking, setLooking] = useState(false);
  const [unusable, setUnusable] = useState<Problem | null>(null);
  const keeping = useJobCall(window.boxwright.jobs.photographLabel);
  const reading = useJobCall(window.boxwright.jobs.readLabel);
  const dropping = useJobCall(window.boxwright.jobs.dropLabel);
  return {
    open,
    show,
    busy: looking || keeping.busy,
    problem: unusable ?? keeping.problem ?? reading.problem ?? dropping.problem,
    photograph: async (picture, beside) => {
      setLooking(true);
      setUnusable(null);
      const codes = await readPicture(picture);
      const jpeg = await shrinkPhoto(picture);
      if (jpeg === null) setUnusable(makeProblem('picture-unusable'));
      else await keeping.run({ jobId, jpeg, codes: codes.slice(0, MOST_LABEL_CODES), beside });
      setLooking(false);
    },
    read: async (serialNumber) => (await reading.run({ jobId, serialNumber })).ok,
    drop: async () => {
      await dropping.run({ jobId });
    },
  };
}
