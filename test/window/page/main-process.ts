import { StandIn } from './stand-in.ts';

/** The main process of this page. `prepare-page.ts` puts its bridge into the window. */
export const main = new StandIn();
