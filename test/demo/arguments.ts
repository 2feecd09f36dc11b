import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** What `npm run demo` was asked for. */
export type DemoArguments =
  | { readonly mode: 'by-hand' }
  | { readonly mode: 'auto'; readonly outDir: string; readonly visible: boolean };

/** Parses the arguments; throws one plain sentence for a wrong one. */
export function readDemoArguments(argv: readonly string[]): DemoArguments {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      auto: { type: 'boolean', default: false },
      out: { type: 'string' },
      visible: { type: 'boolean', default: false },
    },
  });
  if (!values.auto) return { mode: 'by-hand' };
  if (values.out === undefined || values.out === '') {
    throw new Error('--auto needs a folder for screenshots and the report: --out DIR');
  }
  return { mode: 'auto', outDir: resolve(values.out), visible: values.visible };
}
