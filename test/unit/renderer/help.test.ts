import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type Block,
  blocksOf,
  type Inline,
  slugOf,
  textOf,
} from '../../../renderer/help/reader/guide-text.ts';
import { guideNames } from '../../../renderer/navigation/help.ts';
import { pageOfStep } from '../../../renderer/flows/flow-steps.ts';
import { screens } from '../../../renderer/navigation/route.ts';
import { projectRoot } from '../../host/electron/settings.ts';

const markdownOf = (name: string): string => readFileSync(join(projectRoot, 'docs', `${name}.md`), 'utf8');
const guides = new Map(guideNames.map((name) => [name, blocksOf(markdownOf(name))]));
const slugs = (blocks: readonly Block[]): readonly string[] =>
  blocks.flatMap((block) => (block.kind === 'heading' && block.level > 1 ? [block.slug] : []));

test('every screen and every step has its section in a guide', () => {
  const pages = [
    ...Object.values(screens).map(({ help }) => help),
    ...Object.values(pageOfStep).flatMap((steps) => Object.values(steps)),
  ];
  const missing = pages.filter(
    ({ guide, section }) => section !== '' && !slugs(guides.get(guide) ?? []).includes(section),
  );
  expect(missing).toEqual([]);
});

describe.each([...guides])('the guide %s', (name, blocks) => {
  test('begins with its title, and its headings have anchors of their own', () => {
    expect(blocks[0]).toMatchObject({ kind: 'heading', level: 1 });
    expect(slugs(blocks).toSorted()).toEqual([...new Set(slugs(blocks))].toSorted());
  });

  test('is read without a mark of Markdown that is left', () => {
    const left = blocks.filter((block) =>
      /\]\(|\*\*|^#|^\||^>|^```|^ +-|\n +-|<\/?[a-z]+>|!\[/m.test(textWithoutCode(block)),
    );
    expect(left).toEqual([]);
  });

  test('has all of its words in their order', () => {
    const words = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
    const typed = markdownOf(name)
      .replaceAll(/<!--[^]*?-->/g, '')
      // Addresses, and the numbers of a list.
      .replaceAll(/\]\([^)]*\)/g, ' ')
      .replaceAll(/^\d+\. /gm, '');
    expect(words(blocks.map(textOf).join('\n'))).toEqual(words(typed));
  });

  test('names pictures that exist', () => {
    const files = blocks.flatMap((block) => (block.kind === 'picture' ? [block.file] : []));
    expect(files.filter((file) => !existsSync(join(projectRoot, 'docs/pictures', file)))).toEqual([]);
  });
});

function textWithoutCode(block: Block): string {
  const plain = (parts: readonly Inline[]): string =>
    parts
      .map((part) => (part.kind === 'code' ? '' : part.kind === 'text' ? part.text : plain(part.parts)))
      .join('');
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return plain(block.parts);
    case 'list':
      return block.items.map(plain).join('\n');
    case 'table':
      return [block.head, ...block.rows].flat().map(plain).join('\n');
    case 'drawing':
      return '';
    case 'picture':
      return block.says;
  }
}

test('markup in a guide stays text', () => {
  expect(blocksOf('<img src=x onerror=alert(1)> and [a link](javascript:alert(1))')).toEqual([
    {
      kind: 'paragraph',
      parts: [
        { kind: 'text', text: '<img src=x onerror=alert(1)> and ' },
        { kind: 'link', target: 'javascript:alert(1', parts: [{ kind: 'text', text: 'a link' }] },
        { kind: 'text', text: ')' },
      ],
    },
  ]);
});

test('spans, lists and tables are read as GitHub reads them', () => {
  expect(blocksOf('Say _yes_ to **all** of `_a_`, not snake_case_names.')).toEqual([
    {
      kind: 'paragraph',
      parts: [
        { kind: 'text', text: 'Say ' },
        { kind: 'emphasis', parts: [{ kind: 'text', text: 'yes' }] },
        { kind: 'text', text: ' to ' },
        { kind: 'strong', parts: [{ kind: 'text', text: 'all' }] },
        { kind: 'text', text: ' of ' },
        { kind: 'code', text: '_a_' },
        { kind: 'text', text: ', not snake_case_names.' },
      ],
    },
  ]);
  expect(blocksOf('1. one\n   more\n2. two')).toEqual([
    {
      kind: 'list',
      ordered: true,
      items: [[{ kind: 'text', text: 'one more' }], [{ kind: 'text', text: 'two' }]],
    },
  ]);
  expect(blocksOf('| a | b |\n| - | - |\n| c | d |').map(textOf)).toEqual(['a b\nc d']);
  expect(slugOf('7. Verify: did it open?')).toBe('7-verify-did-it-open');
});
