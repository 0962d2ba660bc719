// Runs in a worker thread, because a statement of many orders has hundreds of pages.
import { type Brand, openPdf, papers } from '../../core/paper/pdf.ts';
import { serveCalls } from '../../core/work/in-thread.ts';
import { type PrintedStatement, writeStatement } from './statement-paper.ts';

export interface Printing extends PrintedStatement {
  paper: keyof typeof papers;
  brand: Brand;
}

const begin = () => ({
  print: async ({ paper, brand, ...printed }: Printing): Promise<Uint8Array> => {
    const title = `Statement ${printed.statement.number}`;
    const pdf = await openPdf(title, brand);
    pdf.paper(papers[paper], { footer: title }, (sheet) => writeStatement(sheet, printed));
    return pdf.end();
  },
});
export type StatementCalls = ReturnType<typeof begin>;

export default serveCalls(begin);
