// First, as in the app: Mantine's styles come before those of a component.
import '../../renderer/theme/styles.css';
import { StandIn } from '../window/page/stand-in.ts';

/* The gallery's page. The window's modules keep the bridge that they find, so it is there before they are read. */

const main = new StandIn();
Object.defineProperty(window, 'boxwright', { value: main.bridge() });
const { showGallery } = await import('./show.tsx');
await showGallery(main);
