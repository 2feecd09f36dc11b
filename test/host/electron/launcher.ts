import { settings } from './settings.ts';

const acts = new Map<string, (rest: string) => void>();

/** Acts of a person or of the system, asked for by a test: one line on stdin, the word and its argument. */
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
