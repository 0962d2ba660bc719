import { pluralize } from '@aisle/contract/core/pluralize';
import { formatCode } from '@aisle/contract/customers/gift-card-code';
import type { GiftCardBatchInput } from '@aisle/contract/customers/gift-cards';
import type { Job } from '@aisle/contract/system/jobs';
import { stringify } from 'csv-stringify/sync';
import { recordChanges } from '../../../core/changes/record-change.ts';
import type { Context } from '../../../core/context.ts';
import { giftCardContext } from '../../../core/db/seals/sealed-columns.ts';
import { newId } from '../../../core/ids.ts';
import { notFound, problem } from '../../../core/problem.ts';
import { mustBeConfirmed } from '../../../system/auth/confirmation.ts';
import { day, money, text } from '../../../system/exports/columns.ts';
import { asCsv, csvHeading, csvRow } from '../../../system/exports/write-file.ts';
import type { JobWork } from '../../../system/jobs/job-run.ts';
import { showJob, startJob } from '../../../system/jobs/jobs.service.ts';
import { makeCode } from '../gift-card-codes.ts';
import { issueCards, mustEndLateEnough } from '../gift-cards.service.ts';
import { countBatch, forgetCodes, lockBatch, type SealedCard } from './gift-card-delivery.queries.ts';
import { removePrints } from './gift-card-delivery.ts';

export async function startBatch(context: Context, input: GiftCardBatchInput): Promise<Job> {
  const { tx, actor } = context;
  await mustBeConfirmed(tx, actor);
  await mustEndLateEnough(tx, input);
  const jobId = await startJob(tx, actor, {
    kind: 'giftCardBatch',
    title: `Issuing ${pluralize(input.count, 'gift card')}`,
    permission: 'gift_card_add',
    input,
  });
  return showJob(context, jobId);
}

const step = 250;
/** Issues the cards of a batch, which has the ID of its job, with sealed codes. A restarted job continues with the cards that are missing. */
export const giftCardBatchWork: JobWork = async (run) => {
  const { count, ...input } = run.input as GiftCardBatchInput;
  const batchId = run.id;
  const { seals } = run.services;
  let issued = 0;
  do {
    await run.progress(issued, count);
    issued = await run.inTransaction(async (tx) => {
      const before = await countBatch(tx, batchId);
      const cards = Array.from({ length: Math.min(step, count - before) }, () => {
        const id = newId();
        return { ...input, id, batchId, code: makeCode(seals, id, { isSealed: true }) };
      });
      if (cards.length > 0) await issueCards(tx, run.actor, cards);
      return before + cards.length;
    });
  } while (issued < count);
  await run.progress(count, count);
  return { data: { batchId, count }, files: [] };
};

interface DownloadedCard extends SealedCard {
  code: string;
}
const columns = [
  text<DownloadedCard>('Number', ({ number }) => number),
  text<DownloadedCard>('Code', ({ code }) => formatCode(code)),
  money<DownloadedCard>('Amount', ({ balance }) => balance),
  day<DownloadedCard>('Last day', ({ expiresOn }) => expiresOn),
];

/** The codes of a batch, which are delivered by this. No file is stored. */
export async function downloadCodes(
  { tx, actor, services }: Context,
  batchId: string,
): Promise<{ name: string; csv: string }> {
  await mustBeConfirmed(tx, actor);
  const cards = await lockBatch(tx, batchId);
  if (cards.length === 0) {
    throw (await countBatch(tx, batchId)) > 0 ? problem('giftCards.downloaded') : notFound('Batch');
  }
  await removePrints(tx, services.storage, cards);
  await forgetCodes(
    tx,
    cards.map(({ id }) => id),
    { isDelivered: true },
  );
  await recordChanges(
    tx,
    actor,
    cards.map(({ id }) => ({ action: 'download', resource: 'giftCards', recordId: id })),
  );
  const rows = cards.map((card) => {
    const code = services.seals.open(card.sealed, giftCardContext(card.id));
    return csvRow(columns, { ...card, code }, 'UTC');
  });
  const [first, last] = [cards[0]!, cards.at(-1)!];
  return {
    name: `Gift cards ${first.number} to ${last.number}.csv`,
    csv: stringify([csvHeading(columns, 'UTC'), ...rows], asCsv),
  };
}
