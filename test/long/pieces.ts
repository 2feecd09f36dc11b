import { folders } from '../mutants/folders.ts';
import { LONG } from '../runner/long.ts';
import { scenes } from '../screens/scenes.ts';

/** One command of the long run. It succeeds with exit code 0. */
export interface Piece {
  /** Unique; names its log. */
  readonly name: string;
  /** The program from `node_modules/.bin`, then its arguments. */
  readonly command: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
}

/** Pieces of the end-to-end tests that are tagged `@long`, and of the other tests. */
const LONG_WALKS = 4;
const LONG_TESTS = 2;
const KILLS = { runs: 200, each: 20 };
const FAULT_DAYS = { runs: 10_000, each: 500 };
/** Percent of the mutants, of which there are some 17,000; each seed takes others. */
const MUTANTS = 10;
const FUZZ_CASES = { runs: 100_000, each: 20_000 };

/** Consecutive seeds from `seed` on, in pieces of `each`. */
function chunks(
  { runs, each }: typeof KILLS,
  seed: number,
): readonly { readonly from: number; readonly runs: string }[] {
  return Array.from({ length: Math.ceil(runs / each) }, (_, index) => ({
    from: seed + index * each,
    runs: String(Math.min(each, runs - index * each)),
  }));
}

/**
 * Everything that is too long for every change: the tests that are tagged long, all languages, sizes and themes of each screen, 200 kills, every attack, 10,000
 * simulated days, 100,000 fuzz cases per surface, a tenth of the mutation tests. `seed` decides what is made up.
 */
export function piecesOf(seed: number): readonly Piece[] {
  return [
    ...scenes.map(({ name }): Piece => ({
      name: `screens ${name}`,
      command: [
        'playwright',
        'test',
        '--config=test/e2e/playwright.config.ts',
        '--reporter=line',
        '/screens.spec.ts$',
        '--grep',
        `"${name}"`,
      ],
      env: { BOXWRIGHT_ALL_LOOKS: '1' },
    })),
    ...Array.from({ length: LONG_WALKS }, (_, index): Piece => ({
      name: `end-to-end ${index + 1} of ${LONG_WALKS}`,
      command: [
        'playwright',
        'test',
        '--config=test/e2e/playwright.config.ts',
        '--reporter=line',
        `--grep=${LONG}`,
        // A piece of its own, with every look.
        '--grep-invert=every screen of',
        `--shard=${index + 1}/${LONG_WALKS}`,
      ],
    })),
    ...Array.from({ length: LONG_TESTS }, (_, index): Piece => ({
      name: `unit and integration ${index + 1} of ${LONG_TESTS}`,
      command: [
        'vitest',
        'run',
        '--project=unit',
        '--project=integration',
        `--testNamePattern=${LONG}`,
        `--shard=${index + 1}/${LONG_TESTS}`,
      ],
    })),
    {
      name: 'a day of forty jobs',
      command: [
        'playwright',
        'test',
        '--config=test/e2e/playwright.config.ts',
        '--reporter=line',
        '/day-offline.spec.ts$',
      ],
      env: { BOXWRIGHT_FULL_DAY: '1' },
    },
    {
      name: 'killed at every moment',
      command: ['vitest', 'run', '--project=integration', 'test/integration/headless/killed.test.ts'],
      env: { BOXWRIGHT_ALL_MOMENTS: '1' },
    },
    ...chunks(KILLS, seed).map(({ from, runs }): Piece => ({
      name: `kill from ${from}`,
      command: ['node', 'test/kill/main.ts', '--runs', runs, '--seed', String(from)],
    })),
    { name: 'attacks', command: ['node', 'test/attacks/main.ts'] },
    {
      name: 'kill customers',
      command: ['node', 'test/kill/main.ts', '--runs', '40', '--customers'],
    },
    { name: 'kill relay', command: ['node', 'test/kill/relay-store.ts', '50'] },
    ...chunks(FAULT_DAYS, seed).map(({ from, runs }): Piece => ({
      name: `faults from ${from}`,
      command: ['node', 'test/faults/main.ts', '--runs', runs, '--seed', String(from)],
    })),
    ...(['window', 'files'] as const).flatMap((surface) =>
      chunks(FUZZ_CASES, seed).map(({ from, runs }): Piece => ({
        name: `fuzz ${surface} from ${from}`,
        command: ['node', `test/fuzz/${surface}/main.ts`, '--runs', runs, '--seed', String(from)],
      })),
    ),
    ...chunks(FUZZ_CASES, seed).map(({ from, runs }): Piece => ({
      name: `fuzz relay from ${from}`,
      command: ['node', 'test/fuzz/relay/main.ts', '--runs', runs, '--from', String(from)],
    })),
    ...folders.map(({ name }): Piece => ({
      name: `mutants of ${name}`,
      command: [
        'node',
        'test/mutants/main.ts',
        '--only',
        name,
        '--sample',
        String(MUTANTS),
        '--seed',
        String(seed),
      ],
    })),
  ];
}
