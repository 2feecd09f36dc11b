import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setNonce } from 'get-nonce';
import { App } from './app/App.tsx';
import { call } from './data/call.ts';
import { readLock } from './data/lock.ts';
import { createWindowTexts } from './i18n/i18n.ts';
import { readHome } from './data/jobs.ts';
import { readPreferences } from './data/laptop.ts';
import { readStatus } from './data/status.ts';
import { styleNonce } from './theme/theme.ts';

// The library of Mantine's scroll lock takes the nonce from here.
setNonce(styleNonce());

/** Renders only after language, theme and status are loaded, so that the first frame shows Home. */
async function open(root: HTMLElement): Promise<void> {
  const lock = await readLock();
  const texts = lock?.locked === true ? await createWindowTexts(lock.look.language) : await readFirst();
  createRoot(root).render(
    <StrictMode>
      <App texts={texts} />
    </StrictMode>,
  );
}

/** The first answers of main, all asked for at once. Not for a locked window: its calls wait until it is unlocked. */
async function readFirst() {
  const preferences = readPreferences();
  const status = readStatus();
  readHome();
  const texts = await createWindowTexts((await preferences).language);
  await status;
  return texts;
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
open(root).catch(({ name, stack = '' }: Error) => {
  // No catalogue can be loaded, so this text is a literal.
  root.textContent = 'Boxwright cannot read its own texts. Reinstall it: saved work is kept.';
  root.setAttribute('role', 'alert');
  void call(window.boxwright.diagnostics.windowFault, { name, stack });
});
