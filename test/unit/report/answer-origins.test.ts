import { expect, test } from 'vitest';
import { exampleJob } from './example-job.ts';
import { report, section } from './rendered.ts';

test('says of an answer that it was ticked together, or taken from the last car', () => {
  const job = exampleJob();
  const origins = [
    { item: 'antenna-free', origin: 'together' as const },
    { item: 'mounting-place', origin: 'as-last-car' as const },
  ];
  const text = section(
    report({ checklist: { ...job.checklist, origins } }),
    'Fitting checklist',
    'Verification',
  );
  expect(text).toContain('within 5 cm Yes Ticked together with others');
  expect(text.match(/Ticked together with others/g)).toHaveLength(1);
  expect(text.match(/As the last car of the series/g)).toHaveLength(1);
});

test('says of an item that it does not apply, and why', () => {
  const job = exampleJob();
  const { answers } = job.checklist;
  const text = section(
    report({
      checklist: {
        ...job.checklist,
        answers: { ...answers, 'antenna-free': { notApplicable: 'No antenna' } },
      },
    }),
    'Fitting checklist',
    'Verification',
  );
  expect(text).toContain('within 5 cm Does not apply: No antenna');
});
