import { useState } from 'react';
import { z } from 'zod';
import { type BoxTarget, boxTarget, MOST_MOVED } from '../../../shared/domain/boxes.ts';
import { foldSerial } from '../../../shared/domain/serial.ts';
import type { Problem } from '../../../shared/problem.ts';
import { useMutation } from '../../data/call.ts';
import { createFormDrafts } from '../../data/form-drafts.ts';

const useKept = createFormDrafts(
  'boxes',
  z.object({ to: boxTarget, serials: z.array(z.string()).max(MOST_MOVED), typed: z.string() }),
);
const empty = { to: 'site', serials: [], typed: '' } as const;

/** The result of the last act, named under the field. */
export type ScanNews =
  | { readonly is: 'twice'; readonly serial: string }
  | { readonly is: 'full' }
  | { readonly is: 'moved'; readonly count: number };

/** The scanned Boxes before they are recorded. They are kept as a draft, so that a restart loses none. */
export interface ScanList {
  readonly to: BoxTarget;
  readonly setTo: (to: BoxTarget) => void;
  /** The newest first. */
  readonly serials: readonly string[];
  readonly typed: string;
  readonly setTyped: (typed: string) => void;
  readonly add: (typed: string) => Promise<void>;
  readonly remove: (serial: string) => void;
  /** Records all of them. */
  readonly record: () => Promise<void>;
  readonly news: ScanNews | null;
  readonly busy: boolean;
  readonly problem: Problem | null;
}

export function useScanList(): ScanList {
  const { form, change, latest, forget } = useKept('', { ...empty, serials: [] });
  const read = useMutation(window.boxwright.boxes.read);
  const move = useMutation(window.boxwright.boxes.move);
  const [news, setNews] = useState<ScanNews | null>(null);
  const { to, serials, typed } = form;
  return {
    to,
    setTo: (next) => change({ to: next }),
    serials,
    typed,
    setTyped: (next) => change({ typed: next }),
    add: async (code) => {
      setNews(null);
      // The serial number of a Box that was scanned by its unique id.
      const answer = await read.run({ serials: [code] });
      const serial = answer.ok ? answer.value.boxes[0]?.serial : undefined;
      if (serial === undefined) return;
      change({ typed: '' });
      // A scanner may be faster than the answer to its previous code.
      const listed = latest().serials;
      if (listed.some((one) => foldSerial(one) === foldSerial(serial))) setNews({ is: 'twice', serial });
      else if (listed.length >= MOST_MOVED) setNews({ is: 'full' });
      else change({ serials: [serial, ...listed] });
    },
    remove: (serial) => {
      setNews(null);
      change({ serials: serials.filter((one) => one !== serial) });
    },
    record: async () => {
      if (serials.length === 0) return;
      const answer = await move.run({ serials: serials.toReversed(), to });
      if (!answer.ok) return;
      setNews({ is: 'moved', count: serials.length });
      forget();
      change({ to });
    },
    news,
    busy: move.busy,
    problem: read.problem ?? move.problem,
  };
}
