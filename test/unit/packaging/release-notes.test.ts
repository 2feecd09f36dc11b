import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { notesOf } from '../../packaging/release-notes.ts';

const changelog =
  '# Changelog\n\n## Unreleased\n\n## 1.2.0 (2026-01-02)\n\n- New.\n\n## 1.1.0 (2025-12-01)\n\n- Old.\n';

describe('the notes of a release', () => {
  it('are the section of its version alone', () => {
    expect(notesOf('v1.2.0', '1.2.0', changelog)).toBe('- New.');
    expect(notesOf('v1.1.0', '1.1.0', changelog)).toBe('- Old.');
  });

  it.each([
    ['v1.2.1', '1.2.0', /tag is v1\.2\.1/],
    ['v1.2', '1.2', /no section for 1\.2/],
    ['v1.3.0', '1.3.0', /no section for 1\.3\.0/],
  ])('are refused for the tag %s on version %s', (tag, version, reason) => {
    expect(() => notesOf(tag, version, changelog)).toThrow(reason);
  });

  it('exist for the version of package.json', () => {
    const root = join(import.meta.dirname, '../../..');
    const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
    expect(notesOf('v0.1.0', '0.1.0', text)).not.toBe('');
  });
});
