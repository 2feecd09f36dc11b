import { describe, expect, test } from 'vitest';
import { type Changes, exampleVerification } from './example-job.ts';
import { readable, report, section } from './rendered.ts';

describe('the proof in the report', () => {
  const confirmed = (changes: Changes = {}): string =>
    section(report(changes), 'Confirmed by the operator', 'Recorded on this laptop only');
  const here = (changes: Changes = {}): string =>
    section(report(changes), 'Recorded on this laptop only', 'Fitted by');

  test('never lists our own record of an opening as confirmed by the operator, who only stored it', () => {
    expect(confirmed()).not.toContain('was opened');
    expect(here()).toContain(
      'The car opened with the test access, as seen by the installer. The operator has stored this record.',
    );
  });

  test("says whether the operator's own events show the opening, where they were read", () => {
    const read = (opened: string | null) => ({
      verification: {
        ...exampleVerification,
        operatorEvents: {
          asOf: Date.parse('2026-11-21T08:30:00Z'),
          opened: opened === null ? null : Date.parse(opened),
          closed: null,
        },
      },
    });
    expect(here(read('2026-11-21T08:23:00Z'))).toContain(
      'The operator’s own events show that the car opened: 21 Nov 2026, 09:23.',
    );
    expect(here(read(null))).toContain('The operator’s own events show no opening');
    expect(here()).not.toContain('own events');
  });

  test('states why a car that does not open was handed over', () => {
    const proof = { state: 'unproven', why: 'not-opened', handedOver: 'Antenna is on order' };
    expect(readable(report({ proof }))).toContain(
      'Did not open. Handed over as not working: Antenna is on order',
    );
  });

  test('prints every test, not only the newest', () => {
    const earlier = [
      {
        userName: 'Bay 9 Tester',
        minutes: 5,
        proof: { state: 'unproven', why: 'not-opened', handedOver: null },
        events: [{ what: 'not-opened', at: 0, confirmedBy: null, raw: null }],
      },
    ];
    const text = readable(report({ verification: { ...exampleVerification, earlier } }));
    expect(text).toContain('Test access for Bay 9 Tester, 5 minutes');
    expect(text).toContain('The car did not open');
  });
});
