import { writeFileSync } from 'node:fs';
import { app } from 'electron';
import { createPdfRenderer, createPrinter } from '../../../../electron/shell/pdf.ts';
import { registerAppScheme, serveAppScheme } from '../../../../electron/shell/protocol.ts';
import { createReportPages } from '../../../../electron/shell/served-pages.ts';

/** A main process that prints one page to the given file and ends. */
registerAppScheme();
app.on('window-all-closed', () => {});
void print();

async function print(): Promise<void> {
  await app.whenReady();
  const reports = createReportPages();
  serveAppScheme(import.meta.dirname, reports);
  const script = '<script>document.body.textContent = "a script ran"</script>';
  const document = `<title>Report</title><h1>Fitted</h1>${script}`;
  writeFileSync(process.env['PRINT_TO'] ?? '', await createPdfRenderer(reports).render(document));
  if (!(await createPrinter(reports).print(document))) throw new Error('not printed');
  app.exit(0);
}
