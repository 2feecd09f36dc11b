import { type Random, seededRandom } from '../operator/random.ts';

/**
 * Where every choice of a run comes from. A choice is drawn by its name and how often that name was asked before, never
 * from one common stream: leaving one fault out leaves all others what they were, so a failing run can be shrunk.
 */
export interface Chance {
  /** A generator of its own for the n-th asking of this name. */
  readonly draw: (name: string) => Random;
  /**
   * Does this fault happen now? Counts it by kind when it does. `name` says where; a fault that was muted never happens.
   */
  readonly strikes: (kind: FaultKind, name: string, probability: number) => Random | null;
  /** Every fault that has struck, by its id. */
  readonly struck: readonly string[];
}

export type FaultKind =
  | 'crash'
  | 'disk-full'
  | 'database-busy'
  | 'exchange'
  | 'token-revoked'
  | 'clock-jump'
  | 'offline'
  | 'relay-call'
  | 'relay-down'
  | 'relay-restored'
  | 'relay-wiped'
  | 'webhook'
  | 'result-failed'
  | 'restart'
  | 'second-instance'
  | 'gateway'
  | 'colleague'
  | 'number-reuse'
  | 'image'
  | 'set-back'
  | 'copy'
  | 'damage'
  | 'backup';

/** Chance of one run. `muted` holds ids of faults that must not happen; `quiet` answers true once nothing may go wrong. */
export function createChance(seed: number, muted: ReadonlySet<string>, quiet: () => boolean): Chance {
  const asked = new Map<string, number>();
  const struck: string[] = [];
  const draw = (name: string): { random: Random; id: string } => {
    const times = (asked.get(name) ?? 0) + 1;
    asked.set(name, times);
    const id = `${name}#${times}`;
    return { random: seededRandom(hashed(id, seed)), id };
  };
  return {
    draw: (name) => draw(name).random,
    strikes: (kind, name, probability) => {
      // Nothing is drawn where nothing can strike: most steps of a day are such ones.
      if (probability <= 0 || quiet()) return null;
      const { random, id } = draw(`${kind} ${name}`);
      if (!random.chance(probability) || muted.has(id)) return null;
      struck.push(id);
      return random;
    },
    struck,
  };
}

/** FNV-1a over the text, begun with the seed, stirred so that neighbours differ. */
function hashed(text: string, seed: number): number {
  let hash = (2_166_136_261 ^ Math.imul(seed, 2_654_435_761)) >>> 0;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619) >>> 0;
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> 0;
  return (hash ^ (hash >>> 13)) >>> 0;
}
