import { z } from 'zod';
import { boxCondition, boxTarget, MOST_MOVED, stockBox } from '../../domain/box-life.ts';
import { call } from '../call.ts';

const serial = z.string().max(20_000);

/** Boxes outside jobs: their places, and whether they may be fitted. */
export const boxCalls = {
  /** The Boxes at hand, and the defective or lost ones that were not returned; latest movement first. */
  'boxes.list': call('installer', z.object({}), z.object({ boxes: z.array(stockBox) })),
  /**
   * The stored data of these Boxes, in the order of the input. ProblemErrors `serial-missing`, `serial-malformed`,
   * `box-ambiguous`.
   */
  'boxes.read': call(
    'installer',
    z.object({ serials: z.array(serial).max(MOST_MOVED) }),
    z.object({ boxes: z.array(stockBox) }),
  ),
  /** Records the new place of Boxes, all or nothing. ProblemErrors as of `boxes.read`. */
  'boxes.move': call(
    'installer',
    z.object({ serials: z.array(serial).min(1).max(MOST_MOVED), to: boxTarget }),
    z.object({}),
  ),
  /** Marks a Box; `good` lets it be fitted again. ProblemErrors as of `boxes.read`, `reason-missing`, `name-too-long`. */
  'boxes.mark': call(
    { from: 'installer', upTo: 'lead' },
    z.object({ serial, condition: boxCondition, reason: z.string().max(20_000) }),
    z.object({}),
  ),
} as const;
