// Runs in a worker thread, because a statement of many orders has hundreds of pages.
import { openPdf, papers } from '../../core/paper/pdf.ts';
import { serveCalls } from '../../core/work/in-thread.ts';
import { type PrintedStatement, writeStatement } from './statement-paper.ts';

export interface Printing extends PrintedStatement {
  paper: keyof typeof papers;
}

const begin = () => ({
  print: async ({ paper, ...printed }: Printing): Promise<Uint8Array> => {
    const title = `Statement ${printed.statement.number}`;
    const pdf = await openPdf(title);
    pdf.paper(papers[paper], { footer: `${printed.brand} · ${title}` }, (sheet) =>
      writeStatement(sheet, printed),
    );
    return pdf.end();
  },
});
export type StatementCalls = ReturnType<typeof begin>;

export default serveCalls(begin);
