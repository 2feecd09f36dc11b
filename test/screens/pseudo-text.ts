/** A catalogue of texts, or a branch of it. */
interface Texts {
  readonly [key: string]: string | Texts;
}

const ACCENTED: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('aceinostuyzACEINOSTUYZ', (letter, index) => [
    letter,
    Array.from('áçéîñöšţûýžÁÇÉÎÑÖŠŢÛÝŽ')[index] ?? letter,
  ]),
);

/** A third longer, as German is; in words, so that it can be broken where words can. */
const LONGER = 0.3;
const FILLER = ' ôné ţŵö';

/** Every text with accents, in brackets, a third longer; gaps and what fills them stay as they are. */
export function pseudoText(text: string): string {
  const accented = text
    .split(/(\{\{.*?\}\})/)
    .map((part) =>
      part.startsWith('{{') ? part : Array.from(part, (letter) => ACCENTED[letter] ?? letter).join(''),
    )
    .join('');
  const more = Math.ceil(text.replaceAll(/\{\{.*?\}\}/g, '').length * LONGER);
  const filler = FILLER.repeat(Math.ceil(more / FILLER.length)).slice(0, more);
  return `⟦${accented}${filler}⟧`;
}

/** A catalogue in the pseudo language: what still reads as English is in no catalogue. */
export function pseudoTexts(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string' ? pseudoText(text) : pseudoTexts(text),
    ]),
  );
}
