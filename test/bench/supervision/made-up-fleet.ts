import { createHash } from 'node:crypto';
import { entryHash } from '../../../electron/log/append.ts';
import { jobId, logEntryId, operationId } from '../../../shared/ids.ts';
import { LOG_CHAIN_START, type LogChainId, logChainId, type LogEntry } from '../../../shared/relay/log.ts';
import { DAY, MINUTE, SECOND } from '../../../shared/time.ts';

/** One laptop's next entries, as a source brings them. */
export interface FleetBatch {
  readonly chain: LogChainId;
  readonly laptop: string;
  readonly entries: readonly LogEntry[];
}

export interface FleetSize {
  readonly laptops: number;
  readonly jobs: number;
  /** The same seed makes the same entries, to the last hash. */
  readonly seed: number;
  readonly begins: number;
}

type Data = Readonly<Record<string, string | number | boolean | null>>;
type Step = readonly [seconds: number, type: string, data: Data];

const brands = ['Ford', 'Volkswagen', 'Opel', 'Renault', 'Fiat', 'Citroën', 'Škoda', 'Peugeot'];
const models = ['Transit', 'Crafter', 'Vivaro', 'Trafic', 'Ducato', 'Berlingo'];
const forms = ['Flip key, 3 buttons', 'Flip key, 2 buttons', 'Smart key', 'Fixed key'];
const variants = ['BX-1', 'BX-2', 'BX-3', 'BX-4', 'BX-5'];
const notes = [
  'behind the glove box, cable tie on the left',
  'under the driver seat',
  'fuse box cover was broken before',
  'customer asked to keep the old mount',
];

/** Small and quick, and alike on every machine. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const uuid = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/**
 * A fleet of laptops at work for as many days as it takes: twenty entries a job on average, with real hash chains. Some jobs
 * are forced, refused, left open, transferred, or have the same photo twice.
 */
export function* madeUpFleet({ laptops, jobs, seed, begins }: FleetSize): Generator<FleetBatch> {
  const random = createRandom(seed);
  const pick = <Value>(of: readonly Value[]): Value | undefined => of[Math.floor(random() * of.length)];
  const chains = Array.from({ length: laptops }, (_, laptop) => ({
    chain: logChainId.parse(uuid(`${seed} chain ${laptop}`)),
    laptop: `Hall ${(laptop % 12) + 1} / Bay ${laptop + 1}`,
    offset: laptop === 7 ? 4 * MINUTE : Math.round((random() - 0.5) * 2 * SECOND),
    at: begins + laptop * MINUTE,
    number: 0,
    hash: LOG_CHAIN_START,
  }));
  for (let job = 0; job < jobs; job += 1) {
    const laptop = chains[job % laptops];
    if (laptop === undefined) return;
    const id = jobId.parse(uuid(`${seed} job ${job}`));
    const worker = `Installer ${(job % laptops) * 2 + (random() < 0.5 ? 1 : 2)}`;
    const entries = stepsOf(job, { seed, random, pick }).map(([seconds, type, data]) => {
      laptop.at += seconds * SECOND;
      laptop.number += 1;
      const entry = {
        number: laptop.number,
        id: logEntryId.parse(uuid(`${seed} entry ${laptop.chain} ${laptop.number}`)),
        at: laptop.at,
        clockOffsetMs: laptop.offset,
        worker,
        jobId: id,
        type,
        data: JSON.stringify(data, Object.keys(data).sort()),
        previousHash: laptop.hash,
      };
      laptop.hash = entryHash(entry);
      return { ...entry, hash: laptop.hash };
    });
    // A working day has some thirty cars, and then it is night.
    laptop.at += job % 30 === 29 ? DAY / 2 : 3 * MINUTE;
    yield { chain: laptop.chain, laptop: laptop.laptop, entries };
  }
}

function stepsOf(
  job: number,
  {
    seed,
    random,
    pick,
  }: {
    readonly seed: number;
    readonly random: () => number;
    readonly pick: <Value>(of: readonly Value[]) => Value | undefined;
  },
): readonly Step[] {
  const operation = (name: string) => operationId.parse(uuid(`${seed} ${name} ${job}`));
  const photo = (name: string) => createHash('sha256').update(`${seed} ${name} ${job}`).digest('hex');
  const variant = pick(variants) ?? '';
  const serial = `00${1_000_000 + job}`;
  const chance = random();
  const group = { group: `Fleet ${job % 25}`, isNew: false };
  const car: Step = [
    30,
    'car-chosen',
    {
      car: 10_000 + job,
      plate: `M BX ${job}`,
      name: `Van ${job}`,
      vin: `WF0XXXTTGX${String(job).padStart(7, '0')}`,
      brand: pick(brands) ?? '',
      model: pick(models) ?? '',
    },
  ];
  if (chance > 0.96) {
    return [
      [0, 'job-started', { kind: 'removal' }],
      car,
      [40, 'leaving-box-chosen', { serial, typed: null, reported: 'operator' }],
      [
        20,
        'box-leaves',
        { operation: operation('out'), serial, reason: 'car-leaves', words: '', accesses: 0 },
      ],
      [5, 'operation-done', { operation: operation('out'), kind: 'uninstall', confirmedBy: 'answer' }],
      [300, 'job-finished', {}],
    ];
  }
  const asked = { template: 'fitting', version: 1 };
  const steps: Step[] = [
    [0, 'job-started', { kind: 'installation' }],
    car,
    [20, 'key-chosen', { key: 1 + (job % 40), form: pick(forms) ?? '', box: variant, sap: null }],
    [
      90,
      'checklist-answered',
      { ...asked, item: 'place', text: 'Where does the Box sit?', answer: pick(notes) ?? '' },
    ],
    [60, 'checklist-answered', { ...asked, item: 'voltage', text: 'Battery voltage', answer: 12.6 }],
    [60, 'checklist-answered', { ...asked, item: 'connector', text: 'Connector locked', answer: true }],
    [
      40,
      'photo-taken',
      { item: 'photo', text: 'Photo of the Box', digest: photo(chance > 0.955 ? 'again' : 'place') },
    ],
    [20, 'checklist-completed', asked],
    [30, 'box-chosen', { serial, sentAs: serial, variant, sap: null }],
    [
      5,
      'operation-done',
      { operation: operation('in'), kind: 'install', confirmedBy: chance < 0.02 ? 'query' : 'answer' },
    ],
    [10, 'group-chosen', group],
    [3, 'operation-done', { operation: operation('group'), kind: 'add-car-to-group', confirmedBy: 'answer' }],
    [20, 'verification-started', { user: 5, minutes: 15 }],
    [4, 'operation-accepted', { operation: operation('access'), kind: 'create-assignment' }],
  ];
  if (chance > 0.94) {
    const problem = { problem: 'assignment-failed', said: 'The key is not known to the Box.' };
    return [
      ...steps,
      [60, 'operation-failed', { operation: operation('access'), kind: 'create-assignment', ...problem }],
    ];
  }
  if (chance > 0.92) {
    steps.push([
      5,
      'answer-forced',
      {
        ...asked,
        item: 'voltage',
        text: 'Battery voltage',
        value: 11.1,
        kind: 'below',
        min: 12,
        max: 15,
        unit: 'V',
        reason: 'charger was not at hand',
      },
    ]);
  }
  steps.push(
    [
      30,
      'operation-done',
      { operation: operation('access'), kind: 'create-assignment', confirmedBy: 'result' },
    ],
    [20, 'access-observed', { what: 'opened', worked: chance < 0.9 }],
    [20, 'access-observed', { what: 'closed', worked: true }],
  );
  if (chance > 0.88) return [...steps, [10, 'job-finished', {}]];
  return [
    ...steps,
    [10, 'removal-requested', {}],
    [3, 'operation-accepted', { operation: operation('gone'), kind: 'delete-assignment' }],
    [
      20,
      'operation-done',
      { operation: operation('gone'), kind: 'delete-assignment', confirmedBy: 'result' },
    ],
    [10, 'job-finished', {}],
  ];
}
