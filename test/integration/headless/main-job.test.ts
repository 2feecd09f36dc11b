import { expect, test } from 'vitest';
import type { Line } from './headless-process.ts';
import { surroundings } from './surroundings.ts';
import { expectDone, expectFittedOnce, wholeJob } from './the-job.ts';
import { AMPLE_SECONDS } from '../../runner/patience.ts';

const statesOf = (lines: readonly Line[], kind: string) =>
  lines.filter((line) => line.kind === kind).map(({ state, confirmedBy }) => [state, confirmedBy]);

test.concurrent(
  'the whole job exits 0 and tells every state change in order, one JSON object per line',
  async (context) => {
    const { operator, run, jobFile } = await surroundings(context);
    const { code, stderr, lines } = await run(['--job', jobFile(wholeJob), '--timeout', AMPLE_SECONDS]).ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });

    expect(lines[0]).toMatchObject({ event: 'job', state: 'started' });
    expect(lines.filter(({ event }) => event === 'step').map(({ step, state }) => [step, state])).toEqual([
      ['car', 'saved'],
      ['keyfob', 'looked-up'],
      ['box', 'saved'],
      ['group', 'saved'],
      ['verify', 'saved'],
    ]);
    const byAnswer = [
      ['sending', undefined],
      ['done', 'answer'],
    ];
    const byResult = [
      ['sending', undefined],
      ['awaiting-result', undefined],
      ['done', 'result'],
    ];
    expect(statesOf(lines, 'create-car')).toEqual([['ready', undefined], ...byAnswer]);
    expect(statesOf(lines, 'install').slice(-2)).toEqual(byAnswer);
    expect(statesOf(lines, 'create-group')).toEqual([['ready', undefined], ...byAnswer]);
    expect(statesOf(lines, 'add-car-to-group').slice(-2)).toEqual(byAnswer);
    expect(statesOf(lines, 'create-assignment').slice(-3)).toEqual(byResult);
    expect(statesOf(lines, 'delete-assignment')).toEqual([['ready', undefined], ...byResult]);
    expectDone(lines);
    expectFittedOnce(operator);
  },
);

test.concurrent(
  'the catalogue is looked up by brand, and the key that takes this Box is chosen',
  async (context) => {
    const { run, jobFile } = await surroundings(context);
    const { lines } = await run(['--job', jobFile(wholeJob), '--timeout', AMPLE_SECONDS]).ended;
    const lookedUp = lines.find(({ step }) => step === 'keyfob');
    expect(lookedUp?.['brand']).toBe('Mercedes-Benz');
    expect(lookedUp?.['taken']).toMatch(/key/);
    expect(lookedUp?.['boxes']).toContain('Box M');
  },
);

test.concurrent('each line uses words for the car and the Box, and no ids', async (context) => {
  const { run, jobFile } = await surroundings(context);
  const { lines } = await run(['--job', jobFile(wholeJob), '--timeout', AMPLE_SECONDS]).ended;
  const says = new Set(lines.filter(({ event }) => event === 'operation').map((line) => line.says));
  expect([...says]).toEqual([
    'Create car M BX 2001',
    'Install Box 001234021 in M BX 2001',
    'Create group Vans of bay 3',
    'Add M BX 2001 to group Vans of bay 3',
    'Give Bay 3 Tester test access to M BX 2001',
    'Remove the test access of Bay 3 Tester to M BX 2001',
  ]);
});
