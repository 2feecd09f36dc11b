import { describe, expect, test } from 'vitest';
import { renderReport } from '../../../electron/reports/reports.ts';
import { shippedTemplates } from '../../../electron/jobs/checklists.ts';
import type { JobView } from '../../../shared/domain/job.ts';
import { language } from '../../../shared/domain/settings.ts';
import {
  type Changes,
  exampleJob,
  exampleOperation,
  exampleProfile,
  exampleVerification,
} from './example-job.ts';
import { contextIn, readable, report, section } from './rendered.ts';

describe('the document', () => {
  test('is self-contained: no script, nothing fetched', () => {
    const document = report();
    expect(document).toMatch(/^<!doctype html>/);
    expect(document).not.toMatch(/<script|<link|<iframe|url\(|@import|https?:|src="(?!data:image)/);
  });

  test('carries a picture only when the document itself holds it', () => {
    const withPicture = (keyPicture: string): string =>
      renderReport(exampleJob(), exampleProfile(), contextIn('en', { keyPicture }));
    expect(withPicture('data:image/png;base64,AAAA')).toContain('src="data:image/png;base64,AAAA"');
    expect(withPicture('https://pictures.example/key.png')).not.toContain('<img');
  });

  test.each(language.options)(
    'has a word for everything in %s, whatever the state of the job',
    (language) => {
      const operations = [
        'waiting',
        'ready',
        'sending',
        'awaiting-result',
        'unknown',
        'blocked',
        'held',
        'failed',
        'cancelled',
      ];
      const whats = [
        'failed',
        'not-opened',
        'not-closed',
        'removal-failed',
        ...exampleVerification.events.map(({ what }) => what),
      ];
      const changes: readonly Changes[] = [
        {},
        { status: 'in-progress', car: null, key: null, box: null, group: null, worker: '', finishedAt: null },
        {
          testAccessOpen: true,
          operations: operations.map((state, number) =>
            exampleOperation(number, { state, confirmedBy: null }),
          ),
          verification: {
            ...exampleVerification,
            opened: false,
            closed: false,
            events: whats.map((what) => ({ what, at: 0, confirmedBy: 'query', raw: null })),
          },
        },
        { verification: { ...exampleVerification, end: null, events: [] }, testAccessOpen: true },
      ];
      for (const change of changes) {
        expect(() => renderReport(exampleJob(change), exampleProfile(), contextIn(language))).not.toThrow();
      }
    },
  );

  test('names who began the job, and who went on with it on another laptop', () => {
    expect(readable(report({}))).toContain('The work was done by: Bay 3 ');
    expect(readable(report({ takenOverBy: 'Sam' }))).toContain('The work was done by: Bay 3, Sam ');
    expect(readable(report({ takenOverBy: 'Bay 3' }))).not.toContain('Bay 3, Bay 3');
  });

  test('shows text of people and the operator as text, never as markup', () => {
    const nasty = `"><img src=x onerror='alert(1)'>&</style><script>`;
    const job = exampleJob();
    const document = report(
      {
        worker: nasty,
        car: { ...job.car, name: nasty, licensePlate: nasty, vin: nasty, brand: nasty, model: nasty },
        key: { ...job.key, brand: nasty, keyFormName: nasty, boxName: nasty, boxSapNumber: nasty },
        box: { serialNumber: nasty, lookupSerial: `${nasty}2`, variant: nasty, sapNumber: nasty },
        group: { id: null, name: nasty },
        checklist: { ...job.checklist, answers: { note: nasty } },
        problem: { code: 'unexpected', params: {}, raw: nasty },
        verification: {
          ...exampleVerification,
          userName: nasty,
          events: [{ what: 'failed', at: 0, confirmedBy: null, raw: nasty }],
        },
        operations: [
          exampleOperation(1, {
            state: 'blocked',
            confirmedBy: null,
            sentence: { key: 'operations.install', params: { serial: nasty, car: nasty } },
            problem: { code: 'unexpected', params: {}, raw: nasty },
          }),
        ],
      },
      exampleProfile({ customerName: nasty }),
    );
    expect(document).not.toMatch(/<img|<script/);
    expect(document.match(/<\/style>/g)).toHaveLength(1);
    expect(document.split('onerror=&#39;alert(1)&#39;').length).toBeGreaterThan(15);
  });

  test('is marked as a test in the test environment only', () => {
    expect(readable(report())).toContain('TEST Made in the test environment');
    expect(report()).toContain('@top-right { content: "TEST"');
    const production = report({}, exampleProfile({ environment: 'prod' }));
    expect(production).not.toContain('TEST');
    expect(readable(production)).toContain('Production');
  });
});

describe('the report’s statements about a job', () => {
  test('names car, Box as typed and as sent, key, group and answers', () => {
    const text = readable(report());
    for (const fact of [
      'M BX 1042',
      'Volkswagen Caddy',
      'WV1ZZZ2KZLX012345',
      '0012-34021',
      'Sent as 001234021',
      'Flip key, three buttons',
      'Munich vans',
      "Under the dashboard, driver's side",
      '12.6 V',
      'Test access for Bay 3 Tester, 15 minutes',
    ]) {
      expect(text).toContain(fact);
    }
  });

  test('shows times in the requested time zone', () => {
    expect(section(report(), 'Verification', 'Confirmed by the operator')).toContain(
      '09:22:07 Test access confirmed',
    );
  });

  test('marks a required answer that is missing, and a check that says no', () => {
    const job = exampleJob();
    const text = section(
      report({ checklist: { ...job.checklist, answers: { 'antenna-free': false } } }),
      'Fitting checklist',
      'Verification',
    );
    expect(text).toContain('Antenna side free: no metal and no heater within 5 cm No');
    expect(text).toContain('Where does the Box sit? Not answered');
    expect(text).toContain('Anything the next person should know? Nothing noted');
  });

  test('shows an overridden check at its answer and at the head, and the later correction', () => {
    const job = exampleJob();
    const mark = {
      template: 'standard',
      item: 'supply-voltage',
      text: { en: 'Supply voltage at the Box plug, battery connected again' },
      value: 9.8,
      deviation: { kind: 'below', min: 11, max: 15, unit: 'V' },
      reason: 'The battery is old <b>',
      at: 0,
      worker: 'Bay 3',
    };
    const low = { ...job.checklist, answers: { ...job.checklist.answers, 'supply-voltage': 9.8 } };
    const stands = readable(report({ checklist: low, forced: [mark], forcedCount: 1 }));
    expect(stands).toContain('1 check was passed by force. Its reason stands below.');
    expect(stands).toContain('9.8 V Forced. Right would be 11 to 15 V. Reason: The battery is old');
    expect(stands).not.toContain('Forced, and changed later');
    const putRight = report({ forced: [mark], forcedCount: 1 });
    expect(readable(putRight)).toMatch(/Forced, and changed later Supply voltage .*: 9\.8 V/);
    expect(putRight).toContain('The battery is old &lt;b&gt;');
  });

  test('carries the photo of the Box’s label with what is printed on it', () => {
    const digest = 'c'.repeat(64);
    const label = { digest, read: { serial: '0012-34021', by: 'code' }, afterwards: null };
    const box = {
      serialNumber: '001234021',
      lookupSerial: '001234021',
      variant: null,
      sapNumber: null,
      label,
    };
    const context = contextIn('en', { pictures: () => 'data:image/jpeg;base64,AAAA' });
    const document = renderReport(exampleJob({ box }), exampleProfile(), context);
    expect(document).toContain('src="data:image/jpeg;base64,AAAA"');
    expect(readable(document)).toContain(
      `Label of the Box Fitted: 001234021 Read from the code on it: 0012-34021 SHA-256 ${digest}`,
    );
    expect(readable(document)).not.toContain('after the Box was taken');
    const afterwards = { at: 1_795_000_000_000, worker: 'Kim Fitter' };
    const later = exampleJob({ box: { ...box, label: { ...label, afterwards } } });
    expect(readable(renderReport(later, exampleProfile(), context))).toMatch(
      /0012-34021 Photographed after the Box was taken: .* 2026, .*, Kim Fitter SHA-256/,
    );
    expect(report()).not.toContain('Label of the Box');
  });

  test('carries photos and signatures with the digests they are known by, and says when one is gone', () => {
    const here = 'a'.repeat(64);
    const gone = 'b'.repeat(64);
    const answers = {
      'photo-place': { photos: [here, gone] },
      signature: { signature: here, name: 'A. Fitter', drawn: false },
    };
    const job = exampleJob({
      checklist: { ...exampleJob().checklist, template: shippedTemplates[0], answers },
    });
    const pictures = (digest: string) => (digest === here ? 'data:image/jpeg;base64,AAAA' : null);
    const document = renderReport(job, exampleProfile(), contextIn('en', { pictures }));
    expect(document.match(/<img src="data:image\/jpeg;base64,AAAA"/g)).toHaveLength(2);
    const text = readable(document);
    expect(text).toContain(
      `2 photos SHA-256 ${here} The picture is no longer on this laptop. SHA-256 ${gone}`,
    );
    expect(text).toContain('Signed with the name in letters: A. Fitter');
  });

  test('names the newest entry of the log, so that the paper vouches for all before it', () => {
    const logHead = { number: 412, hash: 'c'.repeat(64) };
    const document = renderReport(exampleJob(), exampleProfile(), contextIn('en', { logHead }));
    expect(readable(document)).toContain(`Installation log, newest entry 412:${logHead.hash}`);
    expect(report()).not.toContain('Installation log');
  });

  test('leaves out items that were not asked', () => {
    const van = {
      ...exampleJob().checklist,
      template: shippedTemplates[0],
      answers: { 'mounting-place': 'seat-base' },
    };
    const text = readable(report({ checklist: van }));
    expect(text).toContain('Where does the Box sit? Seat base');
    expect(text).not.toContain('Where exactly does it sit?');
    expect(text).not.toContain('Emergency blade');
  });

  test.each<readonly [string, Changes, string]>([
    ['everything confirmed', {}, 'Installed and verified'],
    [
      'the car did not close',
      { proof: { state: 'unproven', why: 'not-closed', handedOver: 'Lock is on order' } },
      'Handed over, does not work',
    ],
    ['the removal only accepted', { proof: { state: 'to-remove' } }, 'Finished, not fully verified'],
    [
      'the car was not tried',
      { proof: { state: 'unproven', why: 'not-tried', handedOver: null } },
      'Finished, not fully verified',
    ],
    ['the Box was never compared', { boxUnchecked: true }, 'Finished, Box not compared'],
    ['an operation unfinished', { unfinished: 1 }, 'Finished, not all confirmed yet'],
    ['a result awaited', { status: 'waiting-for-result' }, 'Finished, not all confirmed yet'],
    ['not yet finished by the person', { status: 'in-progress', finishedAt: null }, 'Not finished'],
    [
      'a test access was refused, and a later one confirmed',
      {
        operations: [
          exampleOperation(3, { state: 'failed', confirmedBy: null }),
          exampleOperation(3, { id: '019ab000-0000-7000-8000-0000000000aa' }),
        ],
      },
      'Installed and verified',
    ],
    ['a person is needed', { status: 'needs-person' }, 'Needs a decision'],
    [
      'an operation failed',
      { operations: [exampleOperation(3, { state: 'failed', confirmedBy: null })] },
      'Needs a decision',
    ],
  ])('%s', (_, changes, verdict) => {
    const text = readable(report(changes));
    const verdicts = [
      'Installed and verified',
      'Finished, not fully verified',
      'Finished, Box not compared',
      'Finished, not all confirmed yet',
      'Handed over, does not work',
      'Not finished',
      'Needs a decision',
    ];
    expect(verdicts.filter((words) => text.includes(words))).toEqual([verdict]);
  });

  test('warns of a test access that may still be open, with the time it ends', () => {
    expect(readable(report({ testAccessOpen: true }))).toContain(
      'The test access may still be open. It ends by itself: 21 Nov 2026, 09:36.',
    );
  });
});

describe('the honest receipt', () => {
  const confirmed = (changes: Changes = {}): string =>
    section(report(changes), 'Confirmed by the operator', 'Recorded on this laptop only');
  const here = (changes: Changes = {}): string =>
    section(report(changes), 'Recorded on this laptop only', 'Fitted by');

  test('says for each line how it is known: by answer, by result, by asking', () => {
    expect(confirmed()).toContain('Create car M BX 1042 By the operator’s answer');
    expect(confirmed()).toContain('Give Bay 3 Tester test access to M BX 1042 By the operator’s result');
    expect(confirmed()).toContain('Install Box 001234021 in M BX 1042 By asking the operator');
  });

  test('never lists an accepted operation as confirmed', () => {
    const operations = [exampleOperation(3, { state: 'awaiting-result', confirmedBy: null })];
    const [sure, open] = confirmed({ operations }).split('Not confirmed');
    expect(sure).toContain('Nothing yet.');
    expect(open).toContain('Give Bay 3 Tester test access to M BX 1042 Accepted, result awaited');
  });

  test('never lists an operation as confirmed that the operator’s result called a failure', () => {
    const operations = [exampleOperation(3, { state: 'failed', confirmedBy: 'result' })];
    const [sure, open] = confirmed({ operations }).split('Not confirmed');
    expect(sure).toContain('Nothing yet.');
    expect(open).toContain('Give Bay 3 Tester test access to M BX 1042 Failed');
  });

  test('gives the operator’s own words for a failure', () => {
    const problem = {
      code: 'assignment-failed',
      params: { message: 'x', car: 'x' },
      raw: 'The user has no such right.',
    };
    const operations = [exampleOperation(3, { state: 'failed', confirmedBy: null, problem })];
    expect(confirmed({ operations })).toContain('The user has no such right.');
  });

  test('separates decisions of persons from confirmations of the operator', () => {
    const operations = [exampleOperation(4, { confirmedBy: 'person' })];
    expect(confirmed({ operations })).not.toContain('was opened');
    expect(here({ operations })).toContain(
      'Record that M BX 1042 was opened: a person decided that this was done',
    );
  });

  test('shows the installer’s observation while the operator has no record of it', () => {
    const withoutEvents: readonly unknown[] = [exampleOperation(0), exampleOperation(5)];
    expect(here({ operations: withoutEvents })).toContain(
      'The car opened with the test access, as seen by the installer',
    );
  });

  test('separates the two parts of the checklist, and names the one that was left out', () => {
    const { checklist, steps: confirmed } = exampleJob();
    const [first, ...others] = checklist.template.items;
    if (first === undefined) throw new Error('the template asks something');
    const items = [{ ...first, phase: 'before' as const }, ...others];
    const parts = { checklist: { ...checklist, template: { ...checklist.template, items } } };
    expect(readable(report(parts))).toMatch(
      /Before the work.*Ignition off.*After the work.*Where does the Box sit/s,
    );
    const steps = { ...confirmed, before: { state: 'skipped', says: null } } as const;
    expect(readable(report({ ...parts, steps }))).toMatch(
      /Before the work\s*Left out on purpose\s*After the work/,
    );
  });

  test('names every step that was left out', () => {
    const steps: JobView['steps'] = { ...exampleJob().steps, keyfob: { state: 'skipped', says: null } };
    expect(here({ steps })).toContain('Left out on purpose: Key');
  });
});
