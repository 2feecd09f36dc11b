import { describe, expect, it } from 'vitest';
import { mayInstall } from '../../host/consent.ts';

const answering = (answer: string, env: Readonly<Record<string, string>> = {}, isTerminal = true) => {
  const questions: string[] = [];
  const parts = {
    env,
    isTerminal,
    ask: async (question: string) => {
      questions.push(question);
      return answer;
    },
  };
  return { questions, may: () => mayInstall(['chromium', 'xvfb'], parts) };
};

describe('packages of the machine', () => {
  it('are named in a question to the person at the terminal', async () => {
    const { questions, may } = answering('y');
    expect(await may()).toBe(true);
    expect(questions).toEqual([expect.stringContaining('chromium xvfb')]);
  });

  it.each(['', 'n', 'no', 'yesterday', '1'])('are not installed after the answer %j', async (answer) => {
    expect(await answering(answer).may()).toBe(false);
  });

  it.each([
    ['with --yes', { BOXWRIGHT_HOST_INSTALL: 'yes' }, true],
    ['in continuous integration', { CI: 'true' }, true],
    ['without a terminal', {}, false],
  ])('are installed without a question %s', async (_when, env, isTerminal) => {
    const { questions, may } = answering('n', env, isTerminal);
    expect(await may()).toBe(true);
    expect(questions).toEqual([]);
  });
});
