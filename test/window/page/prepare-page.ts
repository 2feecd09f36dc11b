import { afterEach, beforeEach } from 'vitest';
// First, as in the app: Mantine's styles come before those of a screen.
import '../../../renderer/theme/styles.css';
import { askForCustomer } from '../../../renderer/data/customers.ts';
import { clearNotice } from '../../../renderer/scanning/notice-store.ts';
import { topic } from '../../../shared/ipc/messages.ts';
import { atRest } from './at-rest.ts';
import { main } from './main-process.ts';
import { closeWindow } from './open-window.tsx';

// Each file of a page runs this; the window's modules keep the first bridge.
if (!('boxwright' in window)) Object.defineProperty(window, 'boxwright', { value: main.bridge() });

beforeEach(() => {
  // A notice stays until the next one or a person takes it away. A scan that the end of its test interrupted shows one after that.
  clearNotice();
  // A customer that was asked for stays until the page is loaded again for it, or a person cancels.
  askForCustomer(null);
  main.answer(atRest());
});

afterEach(() => {
  closeWindow();
  const faults = main.faults();
  main.reset();
  // The drafts of the forms are read at each change of the profile, also while no form is shown.
  main.answer(atRest());
  // Nothing is shown, so every slice that outlives its screens forgets what it read.
  main.announce(...topic.def.options[0].options);
  if (faults.length > 0) throw new Error(`calls that the test does not answer:\n${faults.join('\n')}`);
});
