import { settings } from './settings.ts';

const acts = new Map<string, (rest: string) => void>();

/** What a person or the system would do, where a test says it: one line on stdin, the word and what belongs to it. */
export function whenLauncherSays(word: string, act: (rest: string) => void): void {
  acts.set(word, act);
}

let begun = '';
if (settings.endsWithLauncher)
  process.stdin.on('data', (said) => {
    const lines = (begun + said.toString()).split('\n');
    begun = lines.pop() ?? '';
    for (const line of lines) {
      const [word = '', ...rest] = line.trim().split(' ');
      acts.get(word)?.(rest.join(' '));
    }
  });
