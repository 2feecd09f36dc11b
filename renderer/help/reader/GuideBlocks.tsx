import { neverReached } from '../../../shared/never.ts';
import type { GuideName, HelpPage } from '../../navigation/help-topics.ts';
import type { Block, Inline } from './guide-text.ts';
import { pageOfLink } from './guides.ts';
import { pictureAddress } from './pictures.ts';
import classes from './HelpDialog.module.css';

interface Reading {
  readonly guide: GuideName;
  readonly onGo: (page: HelpPage) => void;
}

/** A guide as React elements; its text is never markup. */
export function GuideBlocks({ blocks, ...reading }: Reading & { readonly blocks: readonly Block[] }) {
  return blocks.map((block, index) => <GuideBlock key={index} block={block} {...reading} />);
}

function GuideBlock({ block, ...reading }: Reading & { readonly block: Block }) {
  const spans = (parts: readonly Inline[]) => <Spans parts={parts} {...reading} />;
  switch (block.kind) {
    case 'heading': {
      // The dialog has the first level.
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
      // Pages for operations and developers are not in the window.
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
