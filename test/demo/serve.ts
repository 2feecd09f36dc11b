/** Serves a demonstration to the app that started it: one JSON line with its variables, then until standard input closes. */
import { startDemoServices } from './services.ts';

// One person at one laptop: everything that the app can do is to be seen.
const services = await startDemoServices({ role: 'supervisor' });
console.log(JSON.stringify(services.env));
process.stdin.resume();
process.stdin.once('end', () => {
  void services.stop().then(() => process.exit(0));
});
