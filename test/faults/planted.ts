import { bugs, type BugName } from './bugs.ts';
import { seededRandom } from '../operator/random.ts';
import {
  accesses,
  boxWithoutService,
  cars,
  freeBoxes,
  groups,
  installedBox,
  serviceInGroup,
  users,
} from './fleet.ts';
import type { LaptopFolders } from './laptop.ts';
import { leavingOrders } from './leaving.ts';
import { type Item, looksLike, type Order } from './plan.ts';
import { type RunOptions, simulate } from './run.ts';
import { dayOfTwoCopies, relayAlwaysThere, type Storm } from './storm.ts';

/** How a planted bug shows. */
export interface Case {
  /** How the broken promise begins. */
  readonly breaks: RegExp;
  /** Weather in which it shows soon. */
  readonly weather?: Partial<Storm>;
  /** The orders of such a day, where few days have them. */
  readonly plan?: readonly Item[];
  /** More than a year goes by at its end. */
  readonly years?: boolean;
}

const oneAfterTheOther = (orders: readonly Order[], pauseSeconds = 1): readonly Item[] =>
  orders.map((order, index) => ({ at: index * pauseSeconds, order }));

const manyAccesses = oneAfterTheOther(
  cars.map((car, index) => ({ ask: 'create-access', car, user: users[0], startDay: index, days: 1 })),
);
const manyRemovals = oneAfterTheOther(
  [
    ...accesses.map((access): Order => ({ ask: 'end-access', access })),
    ...groups.map((group): Order => ({ ask: 'remove-service', group, service: serviceInGroup })),
    ...groups.map((group): Order => ({ ask: 'delete-group', group })),
  ],
  8,
);
const manyChanges = oneAfterTheOther(
  [
    ...[1, 2, 3].flatMap((round) =>
      cars.map((car): Order => ({ ask: 'update-car', car, patch: { name: `Van of ours ${round}` } })),
    ),
    ...groups.map((group): Order => ({ ask: 'rename-group', group, name: `Depot of ours ${group}` })),
    ...accesses.map((access): Order => ({ ask: 'change-access', access, endDay: 400 })),
  ],
  20,
);
/** Each change of a car is asked for before the one before has been sent. */
const manyNames = oneAfterTheOther(
  [1, 2, 3, 4].flatMap((round) =>
    cars
      .slice(0, 3)
      .map((car): Order => ({ ask: 'update-car', car, patch: { name: `Van of ours ${round}` } })),
  ),
);
const manyEvents = oneAfterTheOther(
  Array.from({ length: 30 }, (_, minutesAgo) => ({
    ask: 'event',
    car: cars[0],
    user: users[0],
    type: 'CarOpened',
    minutesAgo,
  })),
  7,
);
/** A job at the first laptop that the supervisors of two others review at the same time. */
const manyReviews: readonly Item[] = [
  { at: 0, order: { ask: 'start-job', job: 0 } },
  ...[20, 60, 100, 140].flatMap((at, index): readonly Item[] =>
    [1, 2].map((laptop) => ({
      at,
      laptop,
      order: { ask: 'review', job: 0, of: 0, verdict: index % 2 === 0 ? 'approved' : 'reopened' },
    })),
  ),
];
const manyPhotos = oneAfterTheOther(
  [
    { ask: 'start-job', job: 0 },
    ...Array.from({ length: 4 }, (_, photo): Order => ({ ask: 'job-photo', job: 0, photo, bytes: 400_000 })),
  ],
  10,
);
const relayWell = { ...relayAlwaysThere, crash: 0, offline: 0 } as const;
const oneAccess: Order = { ask: 'create-access', car: cars[0], user: users[0], startDay: 0, days: 1 };

/** Of each planted bug: which promise it breaks, and on which days that shows soon. */
export const cases: Readonly<Record<BugName, Case>> = {
  'what was said to be saved is not synced': { breaks: /^lost/, weather: { crash: 0.05 } },
  'the commit before sending is not synced': {
    breaks: /^(?:twice|wire)/,
    weather: { crash: 0.05 },
    plan: manyEvents,
  },
  'what a crash left under way is sent again': {
    breaks: /^twice/,
    weather: { crash: 0.05 },
    plan: manyEvents,
  },
  'a reset counts as not sent': { breaks: /^twice/, weather: { exchange: 0.4, fates: ['lost-after'] } },
  'a 409 is retried blindly': {
    breaks: /^stuck/,
    weather: {},
    // The name of another group. A Box without a service is refused by a read, before anything is sent.
    plan: [{ at: 0, order: { ask: 'rename-group', group: groups[0], name: 'Depot 2' } }],
  },
  'a page of another network counts as success': {
    breaks: /^untrue/,
    weather: { exchange: 0.5, fates: ['page'] },
  },
  'a negative read counts at once': {
    breaks: /^twice/,
    weather: { exchange: 0.3, fates: ['lost-late'] },
    plan: manyAccesses,
  },
  'the cursor moves before the commit': {
    breaks: /^missed/,
    weather: { ...relayWell, diskFull: 0.4, setBack: 0, secondInstance: 0 },
    plan: manyAccesses,
  },
  'what is brought twice counts twice': {
    breaks: /^counted twice/,
    weather: {},
    plan: [{ at: 0, order: oneAccess }],
  },
  'a car that was there before is adopted': {
    breaks: /^(?:untrue|binding)/,
    weather: { exchange: 0.5, fates: ['lost'] },
    plan: [{ at: 0, order: { ask: 'create-car', car: looksLike(cars[0]) } }],
  },
  'the order of a car is ignored': {
    breaks: /^order/,
    weather: { exchange: 0.5, fates: ['slow'], colleague: 0 },
    plan: manyNames,
  },
  'accepted counts as done': { breaks: /^(?:stuck|untrue|log)/ },
  'an event in doubt is sent again': {
    breaks: /^twice/,
    weather: { exchange: 0.5, fates: ['lost-after'] },
  },
  'an access is bound to the number of another one': {
    breaks: /^(?:binding|untrue)/,
    plan: [{ at: 0, order: oneAccess }],
  },
  'a new car is bound to the number of another one': {
    breaks: /^(?:binding|untrue)/,
    plan: [{ at: 0, order: { ask: 'create-car', car: looksLike(cars[0]) } }],
  },
  'a 404 for everything counts as absence': {
    breaks: /^untrue/,
    weather: { gateway: 6 },
    plan: manyRemovals,
  },
  'an update is done without having been sent': { breaks: /^untrue/ },
  'a member is put in twice': { breaks: /^twice/ },
  'the tail of the log is cut': { breaks: /^log/, weather: { crash: 0.05 } },
  'the newest entry of the log is rewritten': { breaks: /^log/, weather: { crash: 0.05 } },
  'a lost write is sent again below the queue': {
    breaks: /^wire/,
    weather: { exchange: 0.5, fates: ['lost'] },
  },
  'a removal needs no quarantine': {
    breaks: /^untrue/,
    weather: { exchange: 0.6, fates: ['lost', 'short'] },
    plan: manyRemovals,
  },
  'the new end of an access is not shown': {
    breaks: /^untrue/,
    plan: [
      { at: 0, order: oneAccess },
      { at: 90, order: { ask: 'change-access', access: 'own', endDay: 400 } },
    ],
  },
  'a failed result counts as a success': {
    breaks: /^(?:binding|untrue|shared)/,
    weather: { resultFailed: 0.6 },
    plan: manyAccesses,
  },
  'results are dropped on their way': { breaks: /^missed/, plan: manyAccesses },
  'a failure opens no incident': {
    breaks: /^incident/,
    weather: { resultFailed: 0.6 },
    plan: manyAccesses,
  },
  'what a person has decided is not in the log': {
    breaks: /^log/,
    weather: { exchange: 0.5, fates: ['lost-after'] },
    plan: oneAfterTheOther([
      { ask: 'event', car: cars[0], user: users[0], type: 'CarOpened', minutesAgo: 1 },
      { ask: 'event', car: cars[1], user: users[0], type: 'CarOpened', minutesAgo: 2 },
    ]),
  },
  'what a person has tried again is not in the log': {
    breaks: /^log/,
    plan: [{ at: 0, order: { ask: 'install', car: cars[0], product: boxWithoutService } }],
  },
  'an acceptance is not in the log': { breaks: /^log/, plan: manyAccesses },
  'an edit is not in the log': { breaks: /^log/ },
  'the end of a job is not in the log': { breaks: /^log/ },
  'what needs a person is given up by itself': { breaks: /^log/ },
  'a review that was received is not in the log': { breaks: /^log/, plan: manyReviews },
  'a review that is too late is sent again for the newest revision': {
    breaks: /^overwritten/,
    weather: relayWell,
    plan: manyReviews,
  },
  'a review that is too late counts as arrived': {
    breaks: /^(?:untrue|overwritten)/,
    weather: relayWell,
    plan: manyReviews,
  },
  'reviews are dropped on their way': { breaks: /^missed/, weather: relayWell, plan: manyReviews },
  'a photo is confirmed without having been brought': { breaks: /^untrue/, plan: manyPhotos },
  'the rest of a photo is lost': { breaks: /^untrue/, plan: manyPhotos },
  'what a copy of the data holds is sent as it is': {
    breaks: /^twice: the copy/,
    weather: { ...dayOfTwoCopies, copy: 6, crash: 0 },
    years: false,
  },
  'data that are in use twice are not reported': {
    breaks: /^unsaid/,
    weather: { ...dayOfTwoCopies, copy: 6, crash: 0 },
    years: false,
  },
  'the head of a relay that was set back is not read': {
    breaks: /^(?:untrue|log|restless)/,
    weather: { relayRestored: 20, crash: 0, setBack: 0, secondInstance: 0, damage: 0 },
    plan: manyPhotos,
  },
  'a photo is not asked for again where the relay was restored': {
    breaks: /^untrue/,
    weather: { relayRestored: 20, crash: 0, setBack: 0, secondInstance: 0, damage: 0 },
    plan: manyPhotos,
  },
  'a review is not brought again where the relay was restored': {
    breaks: /^untrue/,
    weather: { relayRestored: 20, crash: 0, setBack: 0, secondInstance: 0, damage: 0 },
    plan: manyReviews,
  },
  'log entries are confirmed without having been brought': { breaks: /^(?:log|restless)/ },
  'a number that is given out again stays with the old access': {
    breaks: /^(?:binding|untrue|shared|fault|stuck)/,
    weather: { colleague: 6, numberReuse: 6 },
    plan: manyAccesses.map((item, index) => ({ ...item, at: index * 20 })),
  },
  'the car and the user of an access are not compared': {
    breaks: /^another/,
    weather: { colleague: 20, numberReuse: 6, secondInstance: 0, setBack: 0, crash: 0, exchange: 0 },
    // The lowest number of those that are gone is given out first.
    plan: oneAfterTheOther(
      Array.from({ length: 14 }, (): Order => ({ ask: 'end-access', access: accesses[0] })),
      45,
    ),
  },
  'what a disk that was set back holds is sent as it is': {
    breaks: /^twice/,
    weather: { setBack: 6, ...relayAlwaysThere, offline: 2, crash: 0, secondInstance: 0 },
    plan: manyEvents,
  },
  'what needs a person goes with what has ended long ago': {
    breaks: /^retention/,
    plan: oneAfterTheOther([
      { ask: 'rename-group', group: groups[0], name: 'Depot 2' },
      { ask: 'update-car', car: cars[0], patch: { name: 'Van of ours' } },
    ]),
    years: true,
  },
  'the log goes with what has ended long ago': {
    breaks: /^retention/,
    plan: oneAfterTheOther([{ ask: 'update-car', car: cars[0], patch: { name: 'Van of ours' } }]),
    years: true,
  },
  'the value before a doubt is forgotten': {
    breaks: /^overwritten/,
    weather: {
      ...relayWell,
      exchange: 0.6,
      fates: ['lost'],
      colleague: 20,
      secondInstance: 0,
      gateway: 0,
      setBack: 0,
      clockJump: 0,
    },
    plan: manyChanges,
  },
  'a failed removal of another laptop ends ours': {
    breaks: /^untrue/,
    weather: { resultFailed: 0.5, crash: 0, exchange: 0, webhook: 0, gateway: 0, offline: 0, colleague: 0 },
    plan: accesses.flatMap((access, index): readonly Item[] =>
      [0, 1].map((laptop) => ({ at: index * 20, order: { ask: 'end-access', access }, laptop })),
    ),
  },
  'a failed removal of another laptop ends what left with a Box': {
    breaks: /^untrue/,
    weather: { resultFailed: 0.5, crash: 0, exchange: 0, gateway: 0, offline: 0, colleague: 0 },
    plan: [
      { at: 0, order: { ask: 'uninstall', product: installedBox } },
      ...accesses.flatMap((access): readonly Item[] =>
        [0, 1, 2, 4].map((at) => ({ at, order: { ask: 'end-access', access }, laptop: 1 })),
      ),
    ],
  },
  'an access that left with a Box is not looked for': {
    breaks: /^stuck/,
    weather: { webhook: 0.7 },
    plan: [{ at: 0, order: { ask: 'uninstall', product: installedBox } }],
  },
  'an access that is made again is bound to the old one': {
    breaks: /^(?:binding|untrue|shared)/,
    weather: { crash: 0, exchange: 0 },
    plan: leavingOrders(seededRandom(2), 0, 0),
  },
  'a queue.db that was rebuilt forgets what has left': {
    breaks: /^(?:twice|wire)/,
    weather: { damage: 6, crash: 0, setBack: 0, secondInstance: 0, exchange: 0.4, fates: ['lost-after'] },
    plan: manyEvents,
  },
  'a queue.db that was rebuilt lacks the end of the log': {
    breaks: /^log/,
    weather: { damage: 6, crash: 0, setBack: 0, secondInstance: 0 },
    plan: manyEvents,
  },
  'a backup under a queue.db that was rebuilt goes before the file itself': {
    breaks: /^(?:twice|wire)/,
    weather: { backup: 6, damage: 6, crash: 0, setBack: 0, secondInstance: 0 },
    plan: manyEvents,
  },
  'an operation does not wait for what it builds on': {
    breaks: /^(?:fault|untrue|needless|order)/,
    plan: oneAfterTheOther([
      { ask: 'start-job', job: 0 },
      { ask: 'job-car', job: 0, car: looksLike(cars[0]) },
      { ask: 'job-box', job: 0, product: freeBoxes[0] },
    ]),
  },
};

/** On which day a planted bug was seen, counted from 1, and by which broken promise; null = on none of them. */
export type Catch = { readonly day: number; readonly violation: string } | null;

/** Lives through days with a bug until a broken promise shows it. */
export async function catchBug(
  folders: LaptopFolders,
  bug: BugName,
  { first, most }: { readonly first: number; readonly most: number },
): Promise<Catch> {
  const { breaks, ...options } = cases[bug];
  for (let day = 1; day <= most; day += 1) {
    const run: RunOptions = { ...options, seed: first + day - 1, sabotage: bugs[bug] };
    const violation = (await simulate(folders, run)).violations.find((text) => breaks.test(text));
    if (violation !== undefined) return { day, violation };
  }
  return null;
}
