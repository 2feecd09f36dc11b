import { BrowserWindow } from 'electron';
import type { PdfRenderer } from '../ports.ts';
import type { ReportPages } from './report-pages.ts';

/** Prints in a window nobody sees: no preload, no scripts, its own sandbox, gone afterwards. */
export function createPdfRenderer(reports: ReportPages): PdfRenderer {
  return {
    render: async (html) => {
      const page = reports.offer(html);
      const window = new BrowserWindow({
        show: false,
        webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, javascript: false },
      });
      try {
        await window.loadURL(page.url);
        return await window.webContents.printToPDF({
          pageSize: 'A4',
          printBackground: true,
          preferCSSPageSize: true,
          generateTaggedPDF: true,
        });
      } finally {
        page.forget();
        window.destroy();
      }
    },
  };
}
