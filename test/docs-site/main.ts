import { parseArgs } from 'node:util';
import { answerHelp } from '../../relay/command-line.ts';
import { buildSite, SITE } from './build.ts';
import { serveSite } from './serve.ts';

const USAGE = `npm run docs [-- --build] [--port PORT]

Builds the documentation site from docs/ and the guides beside the code into out/docs, and serves it on 127.0.0.1. The first run
installs VitePress beside this command (test/docs-site). A dead link is a failure. Ctrl+C ends it.

  --build  builds and exits
  --port   the port to serve on; any free one when left out
  --help   this text`;

answerHelp(USAGE);

try {
  const { values } = parseArgs({
    options: { build: { type: 'boolean', default: false }, port: { type: 'string', default: '0' } },
  });
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535) throw new Error(`${values.port} is no port`);
  const began = performance.now();
  console.log('building the documentation site');
  await buildSite();
  console.log(`built into ${SITE} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  if (!values.build) console.log(`documents at ${(await serveSite(SITE, port)).origin}`);
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : String(cause));
  process.exitCode = 1;
}
