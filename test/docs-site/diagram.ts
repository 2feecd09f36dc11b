import { createHash } from 'node:crypto';
import { renderMermaidSVG } from 'beautiful-mermaid';
import type { Markdown } from './markdown.ts';

/** A Mermaid text as pictures. */
export interface Diagram {
  /** Part of a page, with the colours of the page (`.vitepress/theme/style.css`). */
  readonly figure: string;
  /** The address of the picture alone. */
  readonly address: string;
  /** The picture alone, with the colours that the system prefers. */
  readonly file: string;
}

const COLOURS =
  'svg { color-scheme: light dark; --bg: light-dark(#fff, #1b1b1f); --fg: light-dark(#3c3c43, #dfdfd6); background: var(--bg); }';

/** A fence of Mermaid becomes its picture, which is added to `diagrams`. */
export function drawDiagrams(markdown: Markdown, diagrams: Map<string, Diagram>): void {
  const fence = markdown.renderer.rules['fence'];
  markdown.renderer.rules['fence'] = (tokens, index, ...rest) => {
    const { info, content } = tokens[index] ?? { info: '', content: '' };
    if (info.trim() !== 'mermaid') return fence?.(tokens, index, ...rest) ?? '';
    const diagram = diagrams.get(content) ?? drawDiagram(content);
    diagrams.set(content, diagram);
    return diagram.figure;
  };
}

/** Draws one diagram. The renderer's own style would fetch letters from a service; those lines are left out. */
function drawDiagram(text: string): Diagram {
  const drawn = renderMermaidSVG(text, { transparent: true, padding: 12 })
    // The head at the start of an arrow is drawn reversed already; reversed again it lies hidden below its box.
    .replaceAll('orient="auto-start-reverse"', 'orient="auto"');
  const [, open = '', style = '', picture = ''] =
    /^(<svg[^>]*?) style="[^"]*">\s*<style>([\s\S]*?)<\/style>([\s\S]*)$/.exec(drawn) ?? [];
  if (picture === '') throw new Error('the renderer of diagrams writes another form than before');
  const address = `/diagrams/${createHash('sha256').update(text).digest('hex').slice(0, 12)}.svg`;
  const words = 'Open the diagram in full size';
  return {
    // Vue takes no style inside a page.
    figure: `<figure class="diagram" v-pre><a href="${address}" target="_blank">${open}>${picture}<figcaption>${words}</figcaption></a></figure>\n`,
    address,
    file: `${open}><style>${COLOURS}${style.replace(/^\s*@import .*$/m, '')}</style>${picture}`,
  };
}
