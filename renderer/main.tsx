import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setNonce } from 'get-nonce';
import { App } from './app/App.tsx';
import { call } from './data/call.ts';
import { readLock } from './data/lock.ts';
import { createWindowTexts } from './i18n/i18n.ts';
import { readPreferences } from './data/laptop.ts';
import { styleNonce } from './theme/theme.ts';

// The library of Mantine's scroll lock takes the nonce from here.
setNonce(styleNonce());

/** Renders only after language and theme are loaded. */
async function open(root: HTMLElement): Promise<void> {
  const lock = await readLock();
  const { language } = lock?.locked === true ? lock.look : await readPreferences();
  const texts = await createWindowTexts(language);
  createRoot(root).render(
    <StrictMode>
      <App texts={texts} />
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
open(root).catch(({ name, stack = '' }: Error) => {
  // No catalogue can be loaded, so this text is a literal.
  root.textContent = 'Boxwright cannot read its own texts. Reinstall it: saved work is kept.';
  root.setAttribute('role', 'alert');
  void call(window.boxwright.diagnostics.windowFault, { name, stack });
});
