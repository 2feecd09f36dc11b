import { Modal, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { neverReached } from '../../../shared/never.ts';
import { useFormat } from '../../format/use-format.ts';
import { usePreferencesOrDefaults } from '../../data/laptop.ts';
import { useText } from '../../i18n/use-text.ts';
import { guideNames, type HelpPage, type GuideName } from '../../navigation/help.ts';
import { screens, useRoute } from '../../navigation/route.ts';
import {
  guideOf,
  type GuideSection,
  searchGuides,
  sectionsOf,
  pageOfLink,
  pictureAddress,
} from './guides.ts';
import type { Block, Inline } from './guide-text.ts';
import { Grid, Stack, Text } from '../../components/layout.tsx';
import classes from './HelpDialog.module.css';

/** The guides in a dialog over the current screen, which stays mounted with its typed text. */
export function HelpDialog({
  step,
  inside,
  onClose,
}: {
  /** The page of the current step; null outside of a job. */
  readonly step: HelpPage | null;
  /** The element of the dialog's content, for its shortcuts. */
  readonly inside: RefObject<HTMLDivElement | null>;
  readonly onClose: () => void;
}) {
  const text = useText();
  const format = useFormat();
  const { screen } = useRoute();
  const [at, setAt] = useState(step ?? screens[screen].help);
  const [typed, setTyped] = useState('');
  const { language } = usePreferencesOrDefaults();
  const found = searchGuides(typed.slice(0, 100));
  const isSearching = typed.trim() !== '';
  const lists = isSearching ? [found] : guideNames.map(sectionsOf);
  const go = (target: HelpPage) => {
    setAt(target);
    setTyped('');
  };
  return (
    <Modal opened onClose={onClose} title={text('help.title')} size={1180} yOffset="4vh" centered={false}>
      <Grid ref={inside} gap="3" className={classes['help']}>
        <Stack className={classes['side']}>
          <TextInput
            label={text('help.search')}
            leftSection={<IconSearch size={18} stroke={1.8} aria-hidden />}
            value={typed}
            data-autofocus
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Text as="p" role="status" quiet size="small" line="inherit" className={classes['count']}>
            {isSearching && text('help.found', { count: found.length, shown: format.number(found.length) })}
          </Text>
          <nav aria-label={text('help.contents')} className={classes['contents']} lang="en">
            {lists.map((sections, index) => (
              <Contents key={index} sections={sections} at={at} isSearching={isSearching} onGo={go} />
            ))}
          </nav>
        </Stack>
        <Guide at={at} note={language === 'en' ? null : text('help.inEnglish')} onGo={go} />
      </Grid>
    </Modal>
  );
}

function Contents({
  sections,
  at,
  isSearching,
  onGo,
}: {
  readonly sections: readonly GuideSection[];
  readonly at: HelpPage;
  readonly isSearching: boolean;
  readonly onGo: (page: HelpPage) => void;
}) {
  const shown = sections.filter(({ guide, section }) => isSearching || section === '' || guide === at.guide);
  return (
    <ul>
      {shown.map(({ guide, section, title, level }) => {
        const isHere = guide === at.guide && section === at.section;
        return (
          <li key={`${guide}#${section}`}>
            <button
              type="button"
              className={classes['entry']}
              data-level={isSearching ? 2 : level}
              aria-current={isHere ? 'page' : undefined}
              onClick={() => onGo({ guide, section })}
            >
              {title}
              {isSearching && section !== '' && (
                <Text quiet block size="small" line="inherit">
                  {titleOf(guide)}
                </Text>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

const titleOf = (guide: HelpPage['guide']): string => sectionsOf(guide)[0]?.title ?? '';

function Guide({
  at,
  note,
  onGo,
}: {
  readonly at: HelpPage;
  readonly note: string | null;
  readonly onGo: (page: HelpPage) => void;
}) {
  const text = useText();
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = article;
    const headings = current?.querySelectorAll<HTMLElement>('[data-section]') ?? [];
    const heading = [...headings].find(({ dataset }) => dataset['section'] === at.section);
    // `scrollIntoView` would also scroll the dialog.
    if (current !== null && heading !== undefined) current.scrollTop = heading.offsetTop;
  }, [at]);
  return (
    <Stack className={classes['side']}>
      {note !== null && (
        <Text as="p" quiet className={classes['note']}>
          {note}
        </Text>
      )}
      <article
        ref={article}
        className={classes['article']}
        tabIndex={0}
        aria-label={text('help.guide')}
        lang="en"
      >
        <GuideBlocks key={at.guide} guide={at.guide} blocks={guideOf(at.guide)} onGo={onGo} />
      </article>
    </Stack>
  );
}

interface Reading {
  readonly guide: GuideName;
  readonly onGo: (page: HelpPage) => void;
}

/** A guide as React elements. Its text is never parsed as HTML. */
function GuideBlocks({ blocks, ...reading }: Reading & { readonly blocks: readonly Block[] }) {
  return blocks.map((block, index) => <GuideBlock key={index} block={block} {...reading} />);
}

function GuideBlock({ block, ...reading }: Reading & { readonly block: Block }) {
  const spans = (parts: readonly Inline[]) => <Spans parts={parts} {...reading} />;
  switch (block.kind) {
    case 'heading': {
      // The dialog's title has the first heading level.
      const Tag = block.level === 1 ? 'h3' : block.level === 2 ? 'h4' : 'h5';
      return (
        <Tag data-section={block.level === 1 ? '' : block.slug} tabIndex={-1}>
          {spans(block.parts)}
        </Tag>
      );
    }
    case 'paragraph':
      return <p>{spans(block.parts)}</p>;
    case 'drawing':
      return <pre>{block.text}</pre>;
    case 'picture': {
      const address = pictureAddress(block.file);
      return address === null ? (
        <p>{block.says}</p>
      ) : (
        <img src={address} alt={block.says} loading="lazy" width={1280} height={800} />
      );
    }
    case 'list': {
      const Tag = block.ordered ? 'ol' : 'ul';
      return (
        <Tag>
          {block.items.map((parts, index) => (
            <li key={index}>{spans(parts)}</li>
          ))}
        </Tag>
      );
    }
    case 'table':
      return (
        <div className={classes['table']}>
          <table>
            <thead>
              <tr>
                {block.head.map((parts, index) => (
                  <th key={index} scope="col">
                    {spans(parts)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, index) => (
                <tr key={index}>
                  {row.map((parts, column) => (
                    <td key={column}>{spans(parts)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    default:
      return neverReached(block);
  }
}

function Spans({ parts, ...reading }: Reading & { readonly parts: readonly Inline[] }) {
  return parts.map((part, index) => <Span key={index} part={part} {...reading} />);
}

function Span({ part, ...reading }: Reading & { readonly part: Inline }) {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return <code>{part.text}</code>;
    case 'strong':
      return (
        <strong>
          <Spans parts={part.parts} {...reading} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Spans parts={part.parts} {...reading} />
        </em>
      );
    case 'link': {
      const page = pageOfLink(part.target, reading.guide);
      const inner = <Spans parts={part.parts} {...reading} />;
      // The window contains no pages for operations and developers.
      if (page === null) return inner;
      return (
        <button type="button" className={classes['link']} onClick={() => reading.onGo(page)}>
          {inner}
        </button>
      );
    }
    default:
      return neverReached(part);
  }
}
