import { expect, test } from 'vitest';
import { readJobArguments } from '../../../electron/app/headless-run/arguments.ts';

test('a job file, five minutes of patience, not again', () => {
  expect(readJobArguments(['--job', 'job.json'])).toEqual({
    ok: true,
    value: { task: 'job', jobFile: 'job.json', timeoutMs: 300_000, again: false },
  });
});

test('options may be given in any order and with an equals sign', () => {
  expect(readJobArguments(['--timeout=1.5', '--again', '--job=a b.json'])).toEqual({
    ok: true,
    value: { task: 'job', jobFile: 'a b.json', timeoutMs: 1500, again: true },
  });
});

test('a bundle for support needs nothing but its file', () => {
  expect(readJobArguments(['--bundle', 'for support.zip'])).toEqual({
    ok: true,
    value: { task: 'bundle', file: 'for support.zip' },
  });
});

test.for([
  [[], '--job is missing'],
  [['--job'], '--job is missing'],
  [['--job', ''], '--job is missing'],
  [['--job', 'a', '--timeout', '0'], '--timeout must be'],
  [['--job', 'a', '--timeout', '-5'], '--timeout must be'],
  [['--job', 'a', '--timeout', ''], '--timeout must be'],
  [['--job', 'a', '--timeout', 'Infinity'], '--timeout must be'],
  [['--job', 'a', '--timeout', '86401'], '--timeout must be'],
  [['--job', 'a', '--again=yes'], '--again takes no value'],
  [['--bundle'], '--bundle needs a file'],
  [['--bundle', ''], '--bundle needs a file'],
  [['--bundle', 'a.zip', '--job', 'a'], '--bundle stands alone'],
  [['-j', 'a'], 'There is no option -j'],
  [['--job', 'a', '--constructor'], 'There is no option --constructor'],
] as const)('%j is refused', ([argv, sentence]) => {
  expect(readJobArguments(argv)).toMatchObject({ ok: false });
  expect(JSON.stringify(readJobArguments(argv))).toContain(sentence);
});

test('a value without or behind an option is never repeated: it may be a secret', () => {
  for (const argv of [
    ['canary'],
    ['--job', 'a', 'canary'],
    ['--password', 'canary'],
    ['--password=canary'],
  ]) {
    const answer = readJobArguments(argv);
    expect(answer.ok).toBe(false);
    expect(JSON.stringify(answer)).not.toContain('canary');
  }
});
