import type { Context } from '../../core/context.ts';
import { storePrintFile } from '../../core/files/prints.ts';
import { openWork } from '../../core/work/threads.ts';
import { readBrand } from '../../system/settings/document-brand.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { firstLines } from './claim-lines.queries.ts';
import { maxPrintedLines } from './vendor-claim-paper.ts';
import type { ClaimCalls, Printing } from './vendor-claim-work.ts';
import { vendorAddressOf } from './vendor-claims.queries.ts';
import { viewClaim } from './vendor-claims.service.ts';

/** Prints a claim with its first lines. */
export async function printClaim(context: Context, id: string): Promise<{ url: string }> {
  const { tx, actor, services, signal } = context;
  const { storage } = services;
  const { marketplaceAddress, statementPaper, timeZone } = await getSettings(tx);
  const claim = await viewClaim(tx, id);
  const printing: Printing = {
    claim,
    timeZone,
    brand: await readBrand(tx, storage),
    brandAddress: marketplaceAddress || null,
    vendorAddress: await vendorAddressOf(tx, claim.vendor._id),
    // One more than it prints shows whether there are more.
    lines: await firstLines(tx, id, maxPrintedLines + 1),
    paper: statementPaper,
  };
  const work = openWork<ClaimCalls>(new URL('./vendor-claim-work.ts', import.meta.url), {
    seconds: 60,
    signal,
  });
  try {
    const bytes = await work.call('print', printing);
    const name = `Claim ${claim.number}.pdf`;
    const { key } = await storePrintFile(tx, storage, { name, bytes, createdBy: actor.userId });
    return { url: `${storage.url(key)}&name=${encodeURIComponent(name)}` };
  } finally {
    work.close();
  }
}
