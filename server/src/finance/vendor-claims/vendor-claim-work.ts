// Runs in a worker thread, because a claim has up to a hundred pages.
import { type Brand, openPdf, papers } from '../../core/paper/pdf.ts';
import { serveCalls } from '../../core/work/in-thread.ts';
import { type PrintedClaim, writeClaim } from './vendor-claim-paper.ts';

export interface Printing extends PrintedClaim {
  paper: keyof typeof papers;
  brand: Brand;
}

const begin = () => ({
  print: async ({ paper, brand, ...printed }: Printing): Promise<Uint8Array> => {
    const title = `Claim ${printed.claim.number}`;
    const pdf = await openPdf(title, brand);
    pdf.paper(papers[paper], { footer: title }, (sheet) => writeClaim(sheet, printed));
    return pdf.end();
  },
});
export type ClaimCalls = ReturnType<typeof begin>;

export default serveCalls(begin);
