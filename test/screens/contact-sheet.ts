import type { ScreenRecord } from './record.ts';

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const STYLE = `
  body { margin: 24px; font: 15px/1.5 system-ui, sans-serif; color: #14202b; background: #f4f6f8 }
  section { margin: 32px 0; padding-top: 16px; border-top: 1px solid #dfe4ea }
  h2 { margin: 0 } h2 small { font-weight: 400; color: #4a5a68 }
  .looks { display: grid; grid-template-columns: repeat(auto-fill, minmax(360px, 1fr)); gap: 16px; margin-top: 12px }
  figure { margin: 0 } img { width: 100%; border: 1px solid #dfe4ea; border-radius: 6px }
  figcaption { color: #4a5a68 } .broken { color: #a8221b; font-weight: 600 } li { overflow-wrap: anywhere }`;

/** All pictures on one page, each screen with what axe found wrong with it. */
export function contactSheet(screens: readonly ScreenRecord[]): string {
  const broken = screens.filter((screen) => countOf(screen) > 0).length;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Boxwright, every screen</title><style>${STYLE}</style></head><body>
<h1>${screens.length} screens</h1>
<p>${broken === 0 ? 'axe found no violation of WCAG 2.2 AA.' : `<span class="broken">${broken} screens with violations.</span>`}</p>
<p>${screens.map(({ name }) => `<a href="#${name}">${name}</a>`).join(' · ')}</p>
${screens.map(section).join('\n')}
</body></html>
`;
}

/** How many rules are broken in all looks of a screen. */
export const countOf = ({ looks }: ScreenRecord): number =>
  looks.reduce((sum, { axe }) => sum + axe.violations.length, 0);

function section(screen: ScreenRecord): string {
  const { name, at, scene, looks } = screen;
  return `<section id="${name}"><h2>${name} <small>${escape(at)}, in “${escape(scene)}”</small></h2>
<div class="looks">${looks.map(figure).join('')}</div></section>`;
}

function figure({ picture, language, theme, width, height, axe }: ScreenRecord['looks'][number]): string {
  const lines = axe.violations.flatMap(({ rule, help, places }) =>
    places.map(({ target }) => `<li>${escape(`${rule}: ${help} (${target})`)}</li>`),
  );
  const says = `${language}, ${theme}, ${width}x${height}, ${axe.passes} rules kept`;
  return `<figure><a href="${picture}"><img loading="lazy" src="${picture}" alt="${says}"></a>
<figcaption>${says}</figcaption>${lines.length === 0 ? '' : `<ul class="broken">${lines.join('')}</ul>`}</figure>`;
}
