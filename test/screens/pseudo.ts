import type { Page } from '@playwright/test';
import en from '../../resources/locales/en.json' with { type: 'json' };
import { pseudoTexts } from './pseudo-text.ts';

/** Made once: the catalogue has thousands of texts, and a walk changes to it hundreds of times. */
const PSEUDO = JSON.stringify(pseudoTexts(en));

/**
 * Puts the pseudo language into the place of German until `takeBack`. A window that has not read German yet reads it after that.
 * The texts are reached through React's own tree: nothing else may change them. The page keeps the pseudo language after the
 * first call.
 */
export async function teachPseudo(page: Page): Promise<{ readonly takeBack: () => Promise<void> }> {
  if (!(await page.evaluate<boolean>('window.pseudoWords !== undefined')))
    await page.evaluate(`window.pseudoWords = ${PSEUDO}`);
  await page.evaluate(`(${exchange})(window.pseudoWords)`);
  return { takeBack: () => page.evaluate(`(${exchange})(window.wordsBefore)`) };
}

const exchange = `(words) => {
  const root = document.getElementById('root');
  const key = Object.keys(root).find((name) => name.startsWith('__reactContainer$'));
  let node = root[key].stateNode.current;
  while (node !== null && node.memoizedProps?.i18n === undefined) node = node.child;
  if (node === null) throw new Error('the texts of the window were not found');
  const texts = node.memoizedProps.i18n;
  window.wordsBefore = texts.getResourceBundle('de', 'translation');
  texts.removeResourceBundle('de', 'translation');
  if (words !== undefined) texts.addResourceBundle('de', 'translation', words);
}`;
