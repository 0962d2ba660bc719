// Runs in a worker thread, because writing a PDF takes 10 to 20 ms of CPU time per order.
import type { DocumentKind, DocumentsInput } from '@aisle/contract/sales/documents';
import { openPdf, type Pdf, papers } from '../../core/paper/pdf.ts';
import { serveCalls } from '../../core/work/in-thread.ts';
import type { PrintedOrder } from './documents.queries.ts';
import { titleOf, writeOrder } from './order-papers.ts';

interface Papers {
  kind: DocumentKind;
  paper: DocumentsInput['paper'];
  brandName: string;
  orders: readonly PrintedOrder[];
}

const begin = () => {
  let pdf: Pdf | undefined;
  return {
    write: async ({ title, kind, paper, brandName, orders }: Papers & { title: string }) => {
      pdf ??= await openPdf(title);
      for (const order of orders) {
        pdf.paper(papers[paper], { footer: `${brandName} · ${titleOf(kind, order)}` }, (sheet) =>
          writeOrder(sheet, kind, brandName, order),
        );
      }
    },
    end: async ({ title }: { title: string }): Promise<Uint8Array> => {
      pdf ??= await openPdf(title);
      return pdf.end();
    },
  };
};
export type PapersCalls = ReturnType<typeof begin>;

export default serveCalls(begin);
