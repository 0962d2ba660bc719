// Runs in a worker thread, because writing a PDF takes 10 to 20 ms of CPU time per order.
import type { DocumentKind, DocumentsInput } from '@aisle/contract/sales/documents';
import { type Brand, openPdf, type Pdf, papers } from '../../core/paper/pdf.ts';
import { serveCalls } from '../../core/work/in-thread.ts';
import type { PrintedOrder } from './documents.queries.ts';
import { titleOf, writeOrder } from './order-papers.ts';

interface Papers {
  kind: DocumentKind;
  paper: DocumentsInput['paper'];
  explain: boolean;
  brand: Brand;
  orders: readonly PrintedOrder[];
}

const begin = () => {
  let pdf: Pdf | undefined;
  return {
    write: async ({ title, kind, paper, explain, brand, orders }: Papers & { title: string }) => {
      pdf ??= await openPdf(title, brand);
      for (const order of orders) {
        pdf.paper(papers[paper], { footer: titleOf(kind, order) }, (sheet) =>
          writeOrder(sheet, order, { kind, explain }),
        );
      }
    },
    end: async ({ title, brand }: { title: string; brand: Brand }): Promise<Uint8Array> => {
      pdf ??= await openPdf(title, brand);
      return pdf.end();
    },
  };
};
export type PapersCalls = ReturnType<typeof begin>;

export default serveCalls(begin);
