import { describe, expect, it } from 'vitest';
import { faultsOfMessage } from '../../check/commit-message.ts';

describe('the message of a commit', () => {
  it.each([
    'fix(queue): read a change again before it is sent',
    'feat!: one profile per customer',
    'docs: the reason\n\nIn the body.\n',
    'fix: words\n\n# a comment of git, however long it may be',
    'Merge branch "main"',
    'fixup! fix: words',
  ])('%j is accepted', (message) => {
    expect(faultsOfMessage(message)).toEqual([]);
  });

  it.each([
    ['Read a change again', /TYPE\(PART\)/],
    ['fixes: words', /TYPE\(PART\)/],
    ['fix:words', /TYPE\(PART\)/],
    ['fix: words.', /full stop/],
    [`fix: ${'x'.repeat(68)}`, /73 characters/],
    ['fix: words\nmore words', /second line/],
  ])('%j is refused with its reason', (message, reason) => {
    expect(faultsOfMessage(message)).toEqual([expect.stringMatching(reason)]);
  });
});
