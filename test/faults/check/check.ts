import type { OpenProfile } from '../../../electron/session/open-profile.ts';
import type { World } from '../world.ts';
import { checkEffects } from './effects-kept.ts';
import type { Evidence } from './evidence.ts';
import { checkEnds } from './ends-true.ts';
import { gatherFacts } from './facts.ts';
import { checkLog } from './log-kept.ts';
import { checkMeantAccess } from './meant-access.ts';
import { checkNothingOverwritten } from './nothing-overwritten.ts';
import { checkLane } from './order-kept.ts';
import { checkRecords } from './records-kept.ts';
import { checkResults } from './results-kept.ts';
import { checkFiles, checkReviews } from './reviews-kept.ts';
import { checkStates } from './states-true.ts';
import { checkTaken } from './taken-true.ts';

/** The input of the check. */
export interface Scene {
  readonly open: OpenProfile;
  /** Counted from 0. */
  readonly laptop: number;
  /** How many there are. */
  readonly laptops: number;
  readonly world: World;
  readonly evidence: Evidence;
  /** Everything came to rest by itself. */
  readonly rested: boolean;
  /** Faults of its own the app has reported. */
  readonly faults: readonly string[];
}

/** Compares what was asked, what the app says and what the operator did. Each answer is one broken promise. */
export function check(scene: Scene): readonly string[] {
  const facts = gatherFacts(scene.open.database.sqlite, scene.world, scene.laptop);
  return [
    ...checkEffects(scene, facts),
    ...checkStates(scene, facts),
    ...checkLane(scene, facts),
    ...checkResults(scene, facts),
    ...checkEnds(scene, facts),
    ...checkTaken(scene, facts),
    ...checkMeantAccess(scene, facts),
    ...checkNothingOverwritten(scene, facts),
    ...checkLog(scene, facts),
    ...checkReviews(scene),
    ...checkFiles(scene),
    ...checkRecords(scene),
  ];
}
