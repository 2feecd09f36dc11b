import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

/** The guide pictures of the main job, in its order. */
export const mainJobPictures = [
  'home',
  'flow-car',
  'flow-key',
  'flow-fitting',
  'flow-box',
  'flow-verify',
  'flow-finish',
] as const;

/** The file of the moving picture, beside the others. */
export const MOVING_PICTURE = 'main-job.svg';

const SIZE = { width: 960, height: 600 } as const;
const SECONDS_EACH = 2;

/** Writes the main job as one picture that moves. With reduced motion it shows its first frame. */
export async function writeMovingPicture(folder: string, executablePath: string): Promise<void> {
  const frames = await shrunk(
    mainJobPictures.map((name) => readFileSync(join(folder, `${name}.png`))),
    executablePath,
  );
  const each = 100 / frames.length;
  const images = frames.map(
    (frame, index) =>
      `<image width="${SIZE.width}" height="${SIZE.height}" href="${frame}" style="animation-delay:${index * SECONDS_EACH}s"/>`,
  );
  writeFileSync(
    join(folder, MOVING_PICTURE),
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}" viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img">
<title>One installation, from Home to the finished job</title>
<style>
image{opacity:0;animation:show ${frames.length * SECONDS_EACH}s infinite step-end}
@keyframes show{0%{opacity:1}${each.toFixed(4)}%{opacity:0}}
@media (prefers-reduced-motion:reduce){image{animation:none}image:first-of-type{opacity:1}}
</style>
${images.join('\n')}
</svg>
`,
  );
}

/** Pictures as data addresses of the size of a frame. */
async function shrunk(pictures: readonly Buffer[], executablePath: string): Promise<readonly string[]> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const frames: string[] = [];
    for (const picture of pictures) {
      const address = `data:image/png;base64,${picture.toString('base64')}`;
      frames.push(
        await page.evaluate(
          async ({ from, width, height }) => {
            const image = new Image();
            image.src = from;
            await image.decode();
            const canvas = Object.assign(document.createElement('canvas'), { width, height });
            const context = canvas.getContext('2d');
            if (context === null) throw new Error('no canvas');
            context.imageSmoothingQuality = 'high';
            context.drawImage(image, 0, 0, width, height);
            return canvas.toDataURL('image/webp', 0.85);
          },
          { from: address, ...SIZE },
        ),
      );
    }
    return frames;
  } finally {
    await browser.close();
  }
}
