import { BrowserWindow } from 'electron';
import type { PdfRenderer, Printer } from '../base/ports.ts';
import type { ReportPages } from './served-pages.ts';

/**
 * Renders a report in a hidden window without preload and scripts, in its own sandbox; the window is destroyed
 * afterwards.
 */
export function createPdfRenderer(reports: ReportPages): PdfRenderer {
  return {
    render: (html) =>
      inHiddenPage(reports, html, (contents) =>
        contents.printToPDF({
          pageSize: 'A4',
          printBackground: true,
          preferCSSPageSize: true,
          generateTaggedPDF: true,
        }),
      ),
  };
}

/** Prints a report from the same kind of window. */
export function createPrinter(reports: ReportPages): Printer {
  return {
    print: (html) =>
      inHiddenPage(
        reports,
        html,
        (contents) =>
          new Promise<boolean>((resolve, reject) => {
            contents.print({ silent: false, printBackground: true, pageSize: 'A4' }, (printed, reason) => {
              if (printed || /cancel/i.test(reason)) resolve(printed);
              else reject(new Error(reason));
            });
          }),
      ),
  };
}

async function inHiddenPage<Value>(
  reports: ReportPages,
  html: string,
  work: (contents: BrowserWindow['webContents']) => Promise<Value>,
): Promise<Value> {
  const page = reports.offer(html);
  const window = new BrowserWindow({
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, javascript: false },
  });
  try {
    await window.loadURL(page.url);
    return await work(window.webContents);
  } finally {
    page.forget();
    window.destroy();
  }
}
