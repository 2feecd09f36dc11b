import errors from '../../../docs/errors.md?raw';
import installers from '../../../docs/installers.md?raw';
import privacy from '../../../docs/privacy.md?raw';
import reviews from '../../../docs/reviews.md?raw';
import risk from '../../../docs/risk.md?raw';
import supervisors from '../../../docs/supervisors.md?raw';
import support from '../../../docs/support.md?raw';
import { type GuideName, guideNames, type HelpPage } from '../../navigation/help.ts';
import { type Block, blocksOf, textOf } from './guide-text.ts';

/** The files in `docs/`, in English. */
const texts: Readonly<Record<GuideName, string>> = {
  errors,
  installers,
  privacy,
  reviews,
  risk,
  supervisors,
  support,
};

const read = new Map<GuideName, readonly Block[]>();

/** A guide, parsed once. */
export function guideOf(name: GuideName): readonly Block[] {
  const known = read.get(name) ?? blocksOf(texts[name]);
  read.set(name, known);
  return known;
}

/** A heading of a guide with the text beneath it. */
export interface GuideSection extends HelpPage {
  readonly title: string;
  /** 1 = the title of the guide. */
  readonly level: number;
  readonly text: string;
}

/** The sections of a guide; the first one is the text beneath its title. */
export function sectionsOf(guide: GuideName): readonly GuideSection[] {
  const sections: GuideSection[] = [];
  for (const block of guideOf(guide)) {
    const words = textOf(block);
    const last = sections.at(-1);
    if (block.kind === 'heading' || last === undefined) {
      const section = block.kind === 'heading' && block.level > 1 ? block.slug : '';
      const level = block.kind === 'heading' ? block.level : 1;
      sections.push({ guide, section, title: words, level, text: words });
    } else {
      sections[sections.length - 1] = { ...last, text: `${last.text}\n${words}` };
    }
  }
  return sections;
}

/** Sections that contain every word of the question; those with all words in their title come first. */
export function searchGuides(question: string): readonly GuideSection[] {
  const words = question
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const holds = (text: string) => {
    const lower = text.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
  const found = guideNames.flatMap(sectionsOf).filter(({ text }) => holds(text));
  return [...found.filter(({ title }) => holds(title)), ...found.filter(({ title }) => !holds(title))];
}

const PAGE = /^(?:([\w-]+)\.md)?(?:#([\w-]*))?$/;

/** The page that a link in a guide opens; null for pages that the window does not contain. */
export function pageOfLink(target: string, from: GuideName): HelpPage | null {
  const match = PAGE.exec(target);
  if (match === null || target === '') return null;
  const [, file, section = ''] = match;
  const guide = file === undefined ? from : guideNames.find((name) => name === file);
  return guide === undefined ? null : { guide, section };
}

const files: Readonly<Record<string, string>> = import.meta.glob('../../../docs/pictures/*.png', {
  query: '?url',
  import: 'default',
  eager: true,
});

const addresses = new Map(
  Object.entries(files).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]),
);

/** The address of a picture of the guides by its file name; null where there is none. */
export const pictureAddress = (file: string): string | null => addresses.get(file) ?? null;
