import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operationAction } from '../../../shared/domain/operation-commands.ts';
import { shortcuts } from '../../window/page/shortcut-list.ts';

const renderer = join(import.meta.dirname, '../../../renderer');
const sources = globSync('**/*.tsx', { cwd: renderer }).map((file) => ({
  file: file.replaceAll('\\', '/'),
  code: readFileSync(join(renderer, file), 'utf8'),
}));

/** The files that declare shortcuts, with the keys. A key with a text beside it is a line of the help, no shortcut. */
function declared(): string[] {
  return sources.flatMap(({ file, code }) => {
    const literal = code.includes('useShortcuts(')
      ? [...code.matchAll(/\[\s*'([^']+)',(?!\s*(?:text\(|'))/gu)].map(([, key]) => key)
      : [];
    const letters = [...code.matchAll(/\[\s*text\('letter\.([\w-]+)'\),(?!\s*text\()/gu)];
    const actions = /\[text\(`letter\.\$\{action\}`\), \(\)/u.test(code) ? operationAction.options : [];
    const primary = [...code.matchAll(/hotkey=(?:"|\{text\('letter\.)([^"']+)/gu)];
    const named = [...letters, ...primary].map(([, key]) => key);
    return [...literal, ...actions, ...named].map((key) => `${file} ${key}`);
  });
}

describe('the list of shortcuts', () => {
  it('names every shortcut that the window declares, and no other', () => {
    expect(declared().toSorted()).toEqual([...shortcuts].toSorted());
  });

  it('reads each file that declares shortcuts', () => {
    const declaring = sources
      .filter(({ code }) => /useShortcuts\(|hotkey=/u.test(code))
      .map(({ file }) => file)
      // It passes on the key that a page gives it.
      .filter((file) => file !== 'components/PrimaryAction.tsx');
    expect([...new Set(shortcuts.map((name) => name.slice(0, name.indexOf(' '))))].toSorted()).toEqual(
      declaring.toSorted(),
    );
  });
});

describe('keys', () => {
  it('are received outside of fields by useShortcuts and the scanner alone', () => {
    const modules = globSync('**/*.{ts,tsx}', { cwd: renderer });
    const listening = modules.filter((file) =>
      /addEventListener\(\s*'key(down|up|press)'/u.test(readFileSync(join(renderer, file), 'utf8')),
    );
    expect(listening.toSorted()).toEqual([
      'navigation/use-shortcuts.ts',
      'scanning/keyboard/keyboard-scans.ts',
    ]);
  });
});
