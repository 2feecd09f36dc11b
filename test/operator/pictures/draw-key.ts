import type { KeyForm, KeyShape } from '../model.ts';
import { column, roundButtons } from './buttons.ts';
import { body, definitions, ink, metal, soft } from './palette.ts';

const outline = `stroke="${ink}" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round"`;
const fine = `fill="none" stroke="${ink}" stroke-width="1.4" stroke-linecap="round" opacity="0.55"`;

const drawings: Readonly<Record<KeyShape, (buttons: number) => string>> = {
  flip: (buttons) =>
    `<g transform="rotate(14 80 80)">` +
    `<path d="M73 60V17l7-7 7 7v43z" fill="${metal}" ${outline}/><path d="M80 18v36M87 24l-4 3 4 4-4 4 4 4-4 4 4 4" ${fine}/>` +
    `<path d="M60 54h40c8 0 13 6 13 14l-4 62c-.6 9-6 14-14 14H65c-8 0-13.4-5-14-14l-4-62c0-8 5-14 13-14z" fill="${body}" ${outline}/>` +
    `<path d="M53 70c0-6 3-9 8-9h38c5 0 8 3 8 9" ${fine}/>` +
    `<circle cx="101" cy="65" r="5.5" fill="${metal}" stroke="${ink}" stroke-width="1.6"/>` +
    roundButtons(column(buttons, 78, 72, 134), buttons > 3 ? 6.8 : buttons > 2 ? 8.6 : 12) +
    `<path d="M73 144v3a7 7 0 0 0 14 0v-3" fill="none" ${outline}/></g>`,
  smart: (buttons) =>
    `<path d="M68 25a12 12 0 0 1 24 0" fill="none" ${outline}/>` +
    `<path d="M80 22c24 0 36 15 36 40 0 32-8 52-14 67-4 10-12 15-22 15s-18-5-22-15c-6-15-14-35-14-67 0-25 12-40 36-40z" fill="${body}" ${outline}/>` +
    `<path d="M53 62c0-19 10-31 27-31s27 12 27 31c0 28-6 46-12 61-2.5 7-8 11-15 11s-12.5-4-15-11c-6-15-12-33-12-61z" ${fine}/>` +
    roundButtons(
      column(buttons, 80, 36, buttons > 3 ? 122 : 112),
      buttons > 3 ? 9 : buttons > 2 ? 10.5 : 13,
    ) +
    `<path d="M72 127h16" stroke="${ink}" stroke-width="2" stroke-linecap="round"/>`,
  blade: (buttons) =>
    `<g transform="rotate(-16 80 80)">` +
    `<path d="M72 82h16v52l-8 13-8-13z" fill="${metal}" ${outline}/><path d="M80 90v44M88 94l-5 3.5 5 4-5 4 5 4-5 4 5 4-5 4 5 4" ${fine}/>` +
    `<path d="M58 14h44c10 0 16 7 16 17l-3 35c-1 12-9 20-20 20H65c-11 0-19-8-20-20l-3-35c0-10 6-17 16-17z" fill="${body}" ${outline}/>` +
    `<path d="M70 23h20" stroke="${ink}" stroke-width="5" stroke-linecap="round"/><path d="M71 23h18" stroke="${soft}" stroke-width="2" stroke-linecap="round"/>` +
    roundButtons(bladeButtons(buttons), buttons > 2 ? 10 : 12) +
    `</g>`,
  slot: (buttons) =>
    `<rect x="51" y="12" width="58" height="136" rx="15" fill="${body}" ${outline}/>` +
    `<path d="M51 108h58" stroke="${ink}" stroke-width="2"/><path d="M51 108h58v25a15 15 0 0 1-15 15H66a15 15 0 0 1-15-15z" fill="${metal}" ${outline}/>` +
    `<rect x="70" y="132" width="20" height="6" rx="3" fill="${soft}" stroke="${ink}" stroke-width="1.6"/>` +
    `<path d="M60 18h40" ${fine}/>` +
    roundButtons(column(buttons, 80, 22, 104), buttons > 3 ? 8.5 : buttons > 2 ? 11 : 14) +
    `<circle cx="80" cy="119" r="3" fill="${ink}"/>`,
  card: (buttons) =>
    `<g transform="rotate(-8 80 80)"><rect x="16" y="37" width="128" height="86" rx="13" fill="${body}" ${outline}/>` +
    `<path d="M16 57h128" ${fine}/>` +
    `<path d="M38 82a12 12 0 0 1 0 16M45 76a21 21 0 0 1 0 28" fill="none" ${outline}/>` +
    `<circle cx="30" cy="90" r="3.5" fill="${ink}"/>` +
    `<rect x="27" y="44" width="20" height="7" rx="3.5" fill="${metal}" stroke="${ink}" stroke-width="1.4"/>` +
    roundButtons(cardButtons(buttons), buttons > 2 ? 10.5 : 13) +
    `</g>`,
};

function bladeButtons(count: number): { x: number; y: number }[] {
  const places = [
    { x: 66, y: 45 },
    { x: 94, y: 45 },
    { x: 66, y: 68 },
    { x: 94, y: 68 },
  ];
  if (count === 3) return [...places.slice(0, 2), { x: 80, y: 69 }];
  return count < 3 ? places.slice(0, count).map(({ x }) => ({ x, y: 56 })) : places;
}

function cardButtons(count: number): { x: number; y: number }[] {
  if (count > 3) {
    return [84, 112].flatMap((x) => [
      { x, y: 76 },
      { x, y: 103 },
    ]);
  }
  const step = 76 / count;
  return Array.from({ length: count }, (_, index) => ({ x: Math.round(60 + step * (index + 0.5)), y: 90 }));
}

/** A clean line drawing of a key: its shape, its buttons, its blade where it has one. 160 by 160, no background. */
export function drawKey({ shape, buttons, name }: KeyForm): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160" width="160" height="160" role="img" aria-label="${escaped(name)}">` +
    `<title>${escaped(name)}</title>${definitions}${drawings[shape](buttons)}</svg>`
  );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
