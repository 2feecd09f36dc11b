import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { projectRoot } from '../host/electron/settings.ts';
import { hostOfThisRun } from '../host/choose-host.ts';
import { icnsOf, ICNS_TYPES, icoOf, ICO_SIZES, type IconPicture } from './icon-files.ts';
import { answerHelp } from '../../relay/command-line.ts';

answerHelp(`npm run icons

Draws the icons of every system from resources/icons/icon.svg, in an installed Chromium.`);

const folder = join(projectRoot, 'resources/icons');
const LINUX_SIZES = [16, 32, 48, 64, 128, 256, 512] as const;

async function draw(sizes: readonly number[]): Promise<readonly IconPicture[]> {
  const chosen = await hostOfThisRun(() => undefined);
  if (chosen.host !== 'chromium') throw new Error('the icons are drawn by an installed Chromium');
  const svg = readFileSync(join(folder, 'icon.svg')).toString('base64');
  const browser = await chromium.launch({ executablePath: chosen.executable, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const pictures: IconPicture[] = [];
    for (const size of sizes) {
      await page.setViewportSize({ width: size, height: size });
      await page.setContent(
        `<body style="margin:0"><img width="${size}" height="${size}" src="data:image/svg+xml;base64,${svg}">`,
      );
      pictures.push({ size, png: await page.screenshot({ omitBackground: true }) });
    }
    return pictures;
  } finally {
    await browser.close();
  }
}

const wanted = new Set<number>([...ICO_SIZES, ...Object.keys(ICNS_TYPES).map(Number), ...LINUX_SIZES]);
const drawn = await draw([...wanted].toSorted((one, other) => one - other));
const of = (sizes: readonly number[]) => drawn.filter(({ size }) => sizes.includes(size));
mkdirSync(join(folder, 'linux'), { recursive: true });
writeFileSync(join(folder, 'icon.ico'), icoOf(of(ICO_SIZES)));
writeFileSync(join(folder, 'icon.icns'), icnsOf(drawn));
for (const { size, png } of of(LINUX_SIZES)) writeFileSync(join(folder, `linux/${size}x${size}.png`), png);
