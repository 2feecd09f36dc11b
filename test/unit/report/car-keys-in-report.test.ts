import { describe, expect, test } from 'vitest';
import { language } from '../../../shared/domain/settings.ts';
import { renderReport } from '../../../electron/reports/reports.ts';
import { exampleJob, exampleProfile } from './example-job.ts';
import { contextIn, readable } from './rendered.ts';

const key = { number: 1, which: 'spare key', from: 'Reception', at: Date.UTC(2026, 10, 21, 7, 5) };
const carKeys = {
  held: [{ ...key, number: 2, which: '' }],
  back: [{ ...key, to: 'Workshop office', backAt: Date.UTC(2026, 10, 21, 8, 0) }],
};
const reportIn = (inLanguage: (typeof language.options)[number]) =>
  readable(renderReport(exampleJob({ carKeys }), exampleProfile(), contextIn(inLanguage)));

describe('the keys of a car in the report', () => {
  test('are listed with source, receiver and time', () => {
    expect(reportIn('en')).toMatch(
      /Key of the car \(spare key\), taken from Reception on .*08:05, given back to Workshop office on .*09:00/,
    );
  });

  test('that were not given back say so', () => {
    expect(reportIn('en')).toMatch(/Key of the car, taken from Reception on .* and not given back/);
  });

  test.each(language.options)('are in the words of %s, with their persons', (inLanguage) => {
    expect(reportIn(inLanguage)).toMatch(/spare key.*Reception.*Workshop office/);
  });

  test('a job without one has no line about them', () => {
    expect(readable(renderReport(exampleJob(), exampleProfile(), contextIn('en')))).not.toContain(
      'Key of the car',
    );
  });
});
