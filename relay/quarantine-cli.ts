import { answerHelp, Refusal, exitRefused } from './command-line.ts';
import { readStoreSettings } from './settings.ts';
import { openStore } from './store/open-store.ts';

const USAGE = 'Say what to do: list, or show ID.';

/** `npm run relay:quarantine -- list | show ID`: works while the relay runs. `show` prints the body as it came. */
async function main(args: readonly string[]): Promise<void> {
  const [what, id, ...rest] = args;
  const listing = what === 'list' && id === undefined;
  const showing = what === 'show' && id !== undefined && rest.length === 0;
  if (!listing && !showing) throw new Refusal(USAGE);
  const settings = readStoreSettings(process.env);
  if (!settings.ok) throw new Refusal(settings.error);
  const store = await openStore(settings.value);
  try {
    const kept = await store.readQuarantine();
    if (listing) {
      for (const { id: number, receivedAt, environment, event, reason, body } of kept) {
        const at = new Date(receivedAt).toISOString();
        process.stdout.write(
          [number, at, environment, event, reason, `${body.length} bytes`].join('\t') + '\n',
        );
      }
      return;
    }
    const found = kept.find((one) => String(one.id) === id);
    if (found === undefined) throw new Refusal(`Nothing with number ${id} is kept.`);
    process.stdout.write(found.body);
  } finally {
    await store.close();
  }
}

answerHelp(`npm run relay:quarantine -- list | show ID

Lists the webhooks that could not be read, or prints the body of one as it came.`);
await main(process.argv.slice(2)).catch(exitRefused);
