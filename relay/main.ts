import { setFlagsFromString } from 'node:v8';
import { answerHelp, Refusal, exitRefused } from './command-line.ts';
import { readSettings } from './settings.ts';
import { startRelay } from './start.ts';

/** Exit code: the store became unusable while the relay ran. */
const EXIT_LOST = 1;

/** Starts the relay from environment variables and stops it on SIGTERM or SIGINT; SIGHUP reads the certificate again. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  if (!settings.ok) throw new Refusal(settings.error);
  const relay = await startRelay(settings.value);
  // A second signal finds no handler and ends the process at once.
  process.once('SIGTERM', () => void relay.stop());
  process.once('SIGINT', () => void relay.stop());
  // The service manager restarts the relay. Results answered 204 are on disk; waiting ones are answered 503 first.
  relay.store.onLost(() => void relay.stop().finally(() => process.exit(EXIT_LOST)));
  process.on('SIGHUP', relay.reloadCertificate);
  process.stdout.write(`relay listening on ${relay.url}\n`);
}

// Applies to threads started from here on. The writing thread keeps no objects of a write: with a small young
// generation the garbage collector runs after every few writes, and the relay needs 30 MiB less during large ones.
setFlagsFromString('--min-semi-space-size=1');
setFlagsFromString('--max-semi-space-size=1');
answerHelp(`npm run relay

Starts the relay until SIGTERM or SIGINT; SIGHUP reads the certificate again. Its settings are environment variables: relay/README.md.`);
await main().catch(exitRefused);
