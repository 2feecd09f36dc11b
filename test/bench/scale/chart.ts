/** A figure of one size. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Figures of growing size, which are drawn as one line. */
export interface Line {
  readonly name: string;
  /** By growing x, all above zero. */
  readonly points: readonly Point[];
}

/** One chart: both axes grow by powers of ten. */
export interface Panel {
  readonly title: string;
  readonly x: string;
  /** The unit of the figures. */
  readonly y: string;
  readonly lines: readonly Line[];
}

interface Axis {
  readonly ticks: readonly number[];
  /** The place of a value, 0 at the first tick and 1 at the last one. */
  readonly at: (value: number) => number;
}

const WIDTH = 320;
const HEIGHT = 260;
const COLUMNS = 3;
/** The frame of the lines inside a panel. */
const LEFT = 52;
const RIGHT = 262;
const TOP = 62;
const BOTTOM = 208;
/** Between the texts of two last points. */
const TEXT_HEIGHT = 12;
const MARKS = ['M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0', 'M-4 -4h8v8h-8z', 'M0 -5l5 5l-5 5l-5 -5z'] as const;

/** Colours of both themes, on a ground of their own: a page may have another theme than the system. */
const STYLE = `
text{font:11px system-ui,sans-serif;fill:#1f2328}
.title{font-weight:600;font-size:13px}
.ground{fill:#fff}.grid{stroke:#d1d9e0;fill:none}.same{stroke:#818b98;stroke-dasharray:3 4;fill:none}
.line{fill:none;stroke-width:2}.s0{stroke:#0969da}.s1{stroke:#bc4c00}.s2{stroke:#1a7f37}
.m0{fill:#0969da}.m1{fill:#bc4c00}.m2{fill:#1a7f37}
@media (prefers-color-scheme:dark){
text{fill:#f0f6fc}
.ground{fill:#0d1117}.grid{stroke:#3d444d}.same{stroke:#9198a1}
.s0{stroke:#4493f8}.s1{stroke:#f0883e}.s2{stroke:#3fb950}
.m0{fill:#4493f8}.m1{fill:#f0883e}.m2{fill:#3fb950}
}`;

/** The powers of ten around all values, at least two of them. */
export function axisOf(values: readonly number[]): Axis {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
  const ticks = Array.from({ length: last - first + 1 }, (_, step) => 10 ** (first + step));
  return { ticks, at: (value) => (Math.log10(value) - first) / (last - first) };
}

/** All panels as one picture in SVG, readable in light and dark. */
export function drawn(title: string, panels: readonly Panel[]): string {
  const rows = Math.ceil(panels.length / COLUMNS);
  const [width, height] = [COLUMNS * WIDTH, rows * HEIGHT];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${STYLE}\n</style>`,
    `<rect class="ground" width="${width}" height="${height}"/>`,
    ...panels.map((panel, place) => {
      const [x, y] = [(place % COLUMNS) * WIDTH, Math.floor(place / COLUMNS) * HEIGHT];
      return `<g transform="translate(${x} ${y})">\n${panelOf(panel).join('\n')}\n</g>`;
    }),
    '</svg>\n',
  ].join('\n');
}

function panelOf({ title, x, y, lines }: Panel): readonly string[] {
  const points = lines.flatMap((line) => line.points);
  const [across, up] = [axisOf(points.map((point) => point.x)), axisOf(points.map((point) => point.y))];
  const px = (value: number) => round(LEFT + across.at(value) * (RIGHT - LEFT));
  const py = (value: number) => round(BOTTOM - up.at(value) * (BOTTOM - TOP));
  return [
    text(LEFT, 20, title, 'class="title"'),
    ...legend(lines),
    ...across.ticks.flatMap((tick) => [
      `<path class="grid" d="M${px(tick)} ${TOP}V${BOTTOM}"/>`,
      text(px(tick), BOTTOM + 16, numbered(tick), 'text-anchor="middle"'),
    ]),
    ...up.ticks.flatMap((tick) => [
      `<path class="grid" d="M${LEFT} ${py(tick)}H${RIGHT}"/>`,
      text(LEFT - 6, py(tick) + 4, numbered(tick), 'text-anchor="end"'),
    ]),
    text((LEFT + RIGHT) / 2, BOTTOM + 34, x, 'text-anchor="middle"'),
    text(14, (TOP + BOTTOM) / 2, y, `text-anchor="middle" transform="rotate(-90 14 ${(TOP + BOTTOM) / 2})"`),
    ...inProportion(points, across, up).map(
      ([from, to]) => `<path class="same" d="M${px(from.x)} ${py(from.y)}L${px(to.x)} ${py(to.y)}"/>`,
    ),
    ...lines.flatMap((line, place) => [
      `<path class="line s${place}" d="M${line.points.map((one) => `${px(one.x)} ${py(one.y)}`).join('L')}"/>`,
      ...line.points.map((one) => mark(place, px(one.x), py(one.y))),
    ]),
    ...lastFigures(lines, px, py),
  ];
}

/** From the lowest first point: a cost that grows as the size does, as far as the frame reaches. */
function inProportion(
  points: readonly Point[],
  across: Axis,
  up: Axis,
): readonly (readonly [Point, Point])[] {
  const [from] = points.toSorted((one, other) => one.x - other.x || one.y - other.y);
  const [right, top] = [across.ticks.at(-1), up.ticks.at(-1)];
  if (from === undefined || right === undefined || top === undefined) return [];
  const times = Math.min(right / from.x, top / from.y);
  return [[from, { x: from.x * times, y: from.y * times }]];
}

const legend = (lines: readonly Line[]): readonly string[] =>
  lines.flatMap(({ name }, place) => {
    const x = LEFT + 4 + (place * (WIDTH - LEFT)) / lines.length;
    return [mark(place, x, 40), text(x + 9, 44, name)];
  });

/** The figures of the last points beside them, moved apart where they would cover each other. */
function lastFigures(
  lines: readonly Line[],
  px: (x: number) => number,
  py: (y: number) => number,
): readonly string[] {
  const last = lines
    .flatMap(({ points }) => points.slice(-1))
    .toSorted((one, other) => one.y - other.y)
    .map((one) => ({ ...one, place: py(one.y) + 4 }));
  let lowest = Number.POSITIVE_INFINITY;
  return last.map(({ x, y, place }) => {
    lowest = Math.min(place, lowest - TEXT_HEIGHT);
    return text(px(x) + 9, lowest, numbered(Number(y.toPrecision(2))));
  });
}

const mark = (place: number, x: number, y: number): string =>
  `<path class="m${place}" transform="translate(${round(x)} ${round(y)})" d="${MARKS[place % MARKS.length] ?? ''}"/>`;

const text = (x: number, y: number, words: string, more = ''): string =>
  `<text x="${round(x)}" y="${round(y)}" ${more}>${escaped(words)}</text>`;

const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const round = (value: number): number => Math.round(value * 10) / 10;

const numbered = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 3 });
