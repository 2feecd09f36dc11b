import { expect, test } from 'vitest';
import { renderReport } from '../../../electron/reports/reports.ts';
import { FORCED_BOX } from '../../../shared/domain/checklist.ts';
import { type JobView, removalView, swapView } from '../../../shared/domain/job.ts';
import { type Language, language } from '../../../shared/domain/settings.ts';
import {
  type Changes,
  exampleJob,
  exampleOperation,
  exampleProfile,
  exampleVerification,
} from './example-job.ts';
import { localeTranslator } from './locale.ts';

const at = (time: string): number => Date.parse(`2026-11-21T${time}Z`);
const confirmed = { state: 'confirmed', says: null } as const;

const access = (userName: string, fate: string, more: Changes = {}) => ({
  id: 8000 + userName.length,
  userId: 9000 + userName.length,
  userName,
  start: at('06:00:00'),
  end: at('18:00:00'),
  lifetime: null,
  renewableAfter: null,
  key: `${userName}/06/18`,
  fate,
  at: fate === 'gone' ? at('08:31:12') : null,
  goneBy: fate === 'gone' ? 'result' : null,
  raw: null,
  foundLater: false,
  ...more,
});

const ACCESSES = [
  access('Night Driver', 'gone'),
  access('Depot Key', 'stayed', { raw: 'Assignment is locked by another process', end: null }),
  access('Left Early', 'ended-before'),
];

const removal = (changes: Changes = {}) => ({
  box: { productId: 77, serialNumber: '001234021', sapNumber: '4000123', reported: 'operator', reportedAt: at('08:29:00') },
  losses: { source: 'operator', asOf: at('08:29:30'), readAt: at('08:29:31'), accesses: [] },
  reason: { code: 'defective', text: 'Does not answer since Monday' },
  operation: '019ab000-0000-7000-8000-000000000003',
  accesses: ACCESSES,
  ...changes,
}); // prettier-ignore

const steps = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, confirmed]));

const removalJob = (changes: Changes = {}): JobView =>
  removalView.parse({
    ...exampleJob(),
    kind: 'removal',
    steps: steps('car', 'old-box', 'losses', 'take-out', 'checks', 'finish'),
    removal: removal(),
    operations: [
      exampleOperation(1, {
        kind: 'uninstall',
        sentence: { key: 'operations.uninstall', params: { serial: '001234021', car: 'M BX 1042' } },
      }),
    ],
    ...changes,
  });

const again = (userName: string, state: string | null) => ({
  ...access(userName, 'gone'),
  offer: 'yes',
  operation:
    state === null
      ? null
      : { id: '019ab000-0000-7000-8000-000000000009', state, at: at('08:40:00'), confirmedBy: null, problem: null },
}); // prettier-ignore

const swapJob = (changes: Changes = {}): JobView =>
  swapView.parse({
    ...exampleJob(),
    kind: 'swap',
    steps: steps(
      'car',
      'old-box',
      'losses',
      'keyfob',
      'box',
      'exchange',
      'checks',
      'restore',
      'verify',
      'finish',
    ),
    removal: removal({ accesses: [access('Night Driver', 'gone'), access('Workshop', 'gone')] }),
    box: { serialNumber: '001234022', lookupSerial: '001234022', variant: 'Box L', sapNumber: '4000123' },
    restores: [again('Night Driver', 'done'), again('Workshop', null)],
    leastToRestore: 'installer',
    verification: exampleVerification,
    ...changes,
  });

function textOf(job: JobView, inLanguage: Language = 'en'): string {
  const locale = localeTranslator(inLanguage);
  const document = renderReport(job, exampleProfile(), {
    language: inLanguage,
    printedAt: at('09:00:00'),
    // The pre-flight's sentences belong to the jobs; the report only hands them on.
    translate: (sentence) => (sentence.key.startsWith('preflight.') ? `«${sentence.key}»` : locale(sentence)),
    timeZone: 'UTC',
  });
  return document
    .replace(/<style>.*?<\/style>/s, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ');
}

test('the report of a removal names the Box that left, the reason, and the state of every access', () => {
  const text = textOf(removalJob());
  for (const fact of [
    'Removed',
    'Box taken out 001234021',
    'SAP number 4000123',
    'Box defective: Does not answer since Monday',
    'Read from the operator: 21 Nov 2026, 08:29',
    'Night Driver 21 Nov 2026, 06:00 - 21 Nov 2026, 18:00 Removed, confirmed 21 Nov 2026, 08:31',
    'Depot Key 21 Nov 2026, 06:00 - open-ended Assignment is locked by another process Still there',
    'Left Early 21 Nov 2026, 06:00 - 21 Nov 2026, 18:00 Ended before the Box left',
  ]) {
    expect(text).toContain(fact);
  }
  expect(text).not.toContain('New Box');
  expect(text).not.toContain('Fitting checklist');
});

test.each([
  [{ source: 'none', asOf: null }, 'No list was known when the removal was decided.'],
  [{ source: 'local', asOf: null }, 'Accesses ordered from this laptop; no list was known.'],
  [{ source: 'local', asOf: at('05:00:00') }, 'Last list known when the removal was decided: 21 Nov 2026, 05:00'],
])('the report of a removal says how old its list of accesses was: %j', (known, says) => {
  const losses = { readAt: at('08:29:31'), accesses: [], ...known };
  expect(textOf(removalJob({ removal: removal({ losses, accesses: [] }) }))).toContain(`${says} None.`);
}); // prettier-ignore

test('a removal that is not through is not called one', () => {
  const waiting = removalJob({
    status: 'waiting-for-result',
    unfinished: 1,
    steps: { ...removalJob().steps, 'take-out': { state: 'saved', says: null } },
  });
  expect(textOf(waiting)).toContain('Finished, not all confirmed yet');
  const stayed = removalJob({ steps: { ...removalJob().steps, 'take-out': { state: 'problem', says: null } } });
  expect(textOf(stayed)).toContain('Finished, not fully verified');
}); // prettier-ignore

test('the report of a swap names both Boxes and the recreated accesses', () => {
  const text = textOf(swapJob());
  for (const fact of [
    'Swapped and verified',
    'Box taken out 001234021',
    'New Box 001234022',
    'Night Driver 21 Nov 2026, 06:00 - 21 Nov 2026, 18:00 Removed, confirmed Made again: confirmed',
    'Workshop 21 Nov 2026, 06:00 - 21 Nov 2026, 18:00 Removed, confirmed 21 Nov 2026, 08:31',
    'Test access for Bay 3 Tester, 15 minutes',
  ]) {
    expect(text).toContain(fact);
  }
});

test('the report of a swap calls a step left out only where a person has left it out', () => {
  const of = (state: 'skipped' | 'not-needed') => {
    const job = swapJob();
    return textOf(swapJob({ steps: { ...job.steps, restore: { state, says: null } } }));
  };
  expect(of('skipped')).toContain('Left out on purpose');
  expect(of('not-needed')).not.toContain('Left out');
});

test('a Box that was fitted against a check is shown with its reason', () => {
  const mark = {
    template: FORCED_BOX,
    item: 'free',
    text: { en: 'This Box is free' },
    value: '001234022',
    deviation: { kind: 'refused' },
    reason: 'The label was swapped at the depot',
    at: at('08:20:30'),
    worker: 'Bay 3',
  };
  const job = swapJob({ forced: [mark], forcedCount: 1 });
  expect(textOf(job)).toContain(
    'This Box is free: 001234022 Reason: The label was swapped at the depot 21 Nov 2026, 08:20',
  );
  expect(textOf(swapJob())).not.toContain('The label was swapped');
});

test.each(language.options)('a removal and a swap have a word for everything in %s', (inLanguage) => {
  for (const fate of ['kept', 'leaving', 'gone', 'stayed', 'unreported', 'ended-before']) {
    const job = removalJob({ removal: removal({ accesses: [access('Night Driver', fate)] }) });
    expect(() => textOf(job, inLanguage)).not.toThrow();
  }
  for (const state of ['done', 'blocked', 'ready', 'failed', 'held', 'unknown']) {
    const restores = [again('Night Driver', state)];
    expect(() => textOf(swapJob({ restores }), inLanguage)).not.toThrow();
  }
  for (const code of ['sold', 'defective', 'moved', 'contract-ended', 'other']) {
    const job = removalJob({ removal: removal({ reason: { code, text: '' } }) });
    expect(() => textOf(job, inLanguage)).not.toThrow();
  }
});

test.each([
  ['defective', { code: 'defective', text: '' }, 'Condition of the Box Defective'],
  ['lost', { code: 'other', text: 'Not in the car', condition: 'lost' }, 'Condition of the Box Lost'],
  ['good', { code: 'sold', text: '', condition: 'good' }, 'Condition of the Box Good'],
] as const)('the report names the condition of a Box that left %s', (_condition, reason, found) => {
  expect(textOf(removalJob({ removal: removal({ reason }) }))).toContain(found);
});
