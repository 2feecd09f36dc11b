import { useState } from 'react';
import { MOST_LABEL_CODES } from '../../../../../shared/domain/boxes.ts';
import type { JobId } from '../../../../../shared/ids.ts';
import type { CallInput } from '../../../../../shared/ipc/contract.ts';
import { makeProblem, type Problem } from '../../../../../shared/problem.ts';
import { shrinkPhoto } from '../../../../components/checklist/photos.ts';
import { readPicture } from '../../../../scanning/camera/decoder.ts';
import { useJobCall } from '../../../flow-context.ts';

/** The open dialog about the label: the camera, or the label's picture. */
export type LabelOpen = 'camera' | 'picture' | null;

/** The acts for the label of the Box in hand. */
export interface LabelCalls {
  readonly open: LabelOpen;
  readonly show: (dialog: LabelOpen) => void;
  /** True while a picture is decoded and saved. */
  readonly busy: boolean;
  readonly problem: Problem | null;
  /** Reads the codes in the picture and saves it. `beside`: the serial it is compared with. */
  readonly photograph: (picture: Blob | ImageBitmap, beside: string) => Promise<void>;
  /**
   * Saves the number that a person reads off the label.
   *
   * @returns whether it was saved
   */
  readonly read: (serialNumber: string) => Promise<boolean>;
  /** Deletes the photo; null where it can only be replaced. */
  readonly drop: (() => Promise<void>) | null;
  /**
   * The installation was already requested from the operator, so a label with another number is more than a typing
   * error.
   */
  readonly asked: boolean;
}

/** The label of the Box in hand. The main process saves each picture before it is shown. */
export function useLabel(jobId: JobId): LabelCalls {
  const keeping = useJobCall(window.boxwright.jobs.photographLabel);
  const reading = useJobCall(window.boxwright.jobs.readLabel);
  const dropping = useJobCall(window.boxwright.jobs.dropLabel);
  const pictures = usePictures((kept, beside) => keeping.run({ jobId, ...kept, beside }));
  return {
    ...pictures,
    busy: pictures.busy || keeping.busy,
    problem: pictures.problem ?? keeping.problem ?? reading.problem ?? dropping.problem,
    read: async (serialNumber) => (await reading.run({ jobId, serialNumber })).ok,
    drop: async () => {
      await dropping.run({ jobId });
    },
    asked: false,
  };
}

/** The label of a Box that is already fitted. The log and the report say that it was photographed afterwards. */
export function useLabelAfterwards(jobId: JobId, asked: boolean): LabelCalls {
  const keeping = useJobCall(window.boxwright.jobs.photographLabelAfterwards);
  const reading = useJobCall(window.boxwright.jobs.readLabelAfterwards);
  const pictures = usePictures((kept) => keeping.run({ jobId, ...kept }));
  return {
    ...pictures,
    busy: pictures.busy || keeping.busy,
    problem: pictures.problem ?? keeping.problem ?? reading.problem,
    read: async (serialNumber) => (await reading.run({ jobId, serialNumber })).ok,
    drop: null,
    asked,
  };
}

type Kept = Pick<CallInput<'jobs.photographLabel'>, 'jpeg' | 'codes'>;

/** The dialogs, and the processing of a picture: its codes are read, it is scaled down, and `keep` saves it. */
function usePictures(
  keep: (kept: Kept, beside: string) => Promise<unknown>,
): Pick<LabelCalls, 'open' | 'show' | 'busy' | 'problem' | 'photograph'> {
  const [open, show] = useState<LabelOpen>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  return {
    open,
    show,
    busy,
    problem,
    photograph: async (picture, beside) => {
      setBusy(true);
      setProblem(null);
      const codes = await readPicture(picture);
      const jpeg = await shrinkPhoto(picture);
      if (jpeg === null) setProblem(makeProblem('picture-unusable'));
      else await keep({ jpeg, codes: codes.slice(0, MOST_LABEL_CODES) }, beside);
      setBusy(false);
    },
  };
}
