import { ink, soft } from './palette.ts';

const line = `fill="none" stroke="${ink}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"`;

/** The symbols on a key's buttons, each drawn around 0,0 within 16 by 16. */
const symbols = {
  lock: `<rect x="-5" y="-1" width="10" height="7.5" rx="1.6" fill="${ink}"/><path d="M-3-1v-2.6a3 3 0 0 1 6 0V-1" ${line}/>`,
  unlock: `<rect x="-5" y="-1" width="10" height="7.5" rx="1.6" fill="${ink}"/><path d="M-3-1v-3a3 3 0 0 1 5.8-1" ${line}/>`,
  boot: `<path d="M-6.5 4.5v-5h4l2.5-3.5h3.5l3 3.5v5zM-6.5-.5l-1.5-6" ${line}/>`,
  slidingDoor: `<path d="M-6-5.5h9.5v11H-6zM6.5-4.5v9M0-1v2" ${line}/>`,
  light: `<path d="M-1-5a6 6 0 0 1 0 10z" fill="${ink}"/><path d="M-3.5-3.5h-3.5M-3.5 0h-4M-3.5 3.5h-3.5" ${line}/>`,
} as const;

const order = ['unlock', 'lock', 'boot', 'slidingDoor', 'light'] as const;

type Place = { readonly x: number; readonly y: number };

/** Round buttons at the given places, at most five. */
export function roundButtons(places: readonly Place[], radius: number): string {
  return places
    .map(({ x, y }, index) => {
      const symbol = symbols[order[index % order.length] ?? 'lock'];
      const scale = (radius / 13).toFixed(2);
      return (
        `<g transform="translate(${x} ${y})"><circle r="${radius}" fill="${soft}" stroke="${ink}" stroke-width="1.6"/>` +
        `<g transform="scale(${scale})">${symbol}</g></g>`
      );
    })
    .join('');
}

/** `count` places, one below the other, centred on `x`, between `top` and `bottom`. */
export function column(count: number, x: number, top: number, bottom: number): Place[] {
  const step = (bottom - top) / count;
  return Array.from({ length: count }, (_, index) => ({ x, y: Math.round(top + step * (index + 0.5)) }));
}
