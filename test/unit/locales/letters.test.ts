import { describe, expect, test } from 'vitest';
import { operationAction } from '../../../shared/domain/operation-commands.ts';
import de from '../../../resources/locales/de.json' with { type: 'json' };
import en from '../../../resources/locales/en.json' with { type: 'json' };
import es from '../../../resources/locales/es.json' with { type: 'json' };
import fr from '../../../resources/locales/fr.json' with { type: 'json' };

type Texts = typeof en;

const languages: readonly (readonly [string, Texts])[] = [
  ['en', en],
  ['de', de],
  ['fr', fr],
  ['es', es],
];

/** The letters that are live on one page, each with the words beside it. */
function pagesOf({ home, plan, queue, installations, letter }: Texts) {
  const review = installations.reviewing;
  return {
    home: [
      [letter.installation, home.new.installation.title],
      [letter.removal, home.new.removal.title],
      [letter.swap, home.new.swap.title],
      [letter.planned, plan.begin],
    ],
    queue: [
      [letter.tryNow, queue.tryNow],
      [letter.moved, queue.moved],
      ...operationAction.options.map((action) => [letter[action], queue.act[action]] as const),
    ],
    // A job and its neighbours: J and K go to the next one and to the one before, in every language.
    review: [
      [letter.approve, review.approve],
      [letter.rework, review.rework],
      ['J', 'J'],
      ['K', 'K'],
    ],
  } as const;
}

/** Without the marks of é and ü: the key is the plain letter. */
const plain = (words: string) => words.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase();

describe.each(languages)('the letters of the shortcuts in %s', (_language, texts) => {
  const pages = Object.entries(pagesOf(texts));

  test('are single letters that every keyboard has', () => {
    for (const letter of Object.values(texts.letter)) expect(letter).toMatch(/^[A-Z]$/u);
  });

  test.each(pages)('stand in the words beside them on the page %s', (_page, letters) => {
    expect(letters.filter(([letter, words]) => !plain(words).includes(letter))).toEqual([]);
  });

  test.each(pages)('are one for each act of the page %s', (_page, letters) => {
    const keys = letters.map(([letter]) => letter);
    expect(keys.filter((key, at) => keys.indexOf(key) < at)).toEqual([]);
  });
});
