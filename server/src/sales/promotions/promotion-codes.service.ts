import { formatCount } from '@aisle/contract/core/pluralize';
import type { CodesInput } from '@aisle/contract/sales/promotions/promotions';
import type { Job } from '@aisle/contract/system/jobs';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import { newId } from '../../core/ids.ts';
import { mustFind, problem } from '../../core/problem.ts';
import { showJob, startJob } from '../../system/jobs/jobs.service.ts';
import type { CodeBatchInput } from './code-batch-work.ts';
import { insertBatch, lockBatch, revokeBatch, setJobOfBatch } from './promotion-codes.queries.ts';
import { getPromotion, lockPromotion } from './promotions.queries.ts';

/** Queues the creation of a batch of single-use codes. */
export async function startBatch(context: Context, id: string, input: CodesInput): Promise<Job> {
  const { tx, actor } = context;
  await lockPromotion(tx, id);
  const { number, status, codes } = await getPromotion(tx, id);
  if (status === 'ended') throw problem('promotions.ended');
  if (codes.kind !== 'batch') throw problem('promotions.no-batches');
  const { count, prefix, note } = input;
  const batchId = newId();
  await insertBatch(tx, {
    id: batchId,
    promotion_id: id,
    count,
    prefix: prefix || null,
    note: note || null,
    created_by_name: actor.name,
  });
  const jobId = await startJob(tx, actor, {
    kind: 'promotionCodes',
    title: `Creating ${formatCount(count)} codes for ${number}`,
    permission: 'promotion_edit',
    input: { batchId, promotionId: id, number, count, prefix: prefix || null } satisfies CodeBatchInput,
  });
  await setJobOfBatch(tx, batchId, jobId);
  await recordChange(tx, actor, {
    resource: 'promotions',
    recordId: id,
    action: 'addCodes',
    after: { number, codes: count },
  });
  return showJob(context, jobId);
}

export async function revokeCodes({ tx, actor }: Context, batchId: string): Promise<{ revoked: number }> {
  const { promotionId, revokedAt } = mustFind(await lockBatch(tx, batchId), 'Batch');
  await lockPromotion(tx, promotionId);
  if (revokedAt) return { revoked: 0 };
  const revoked = await revokeBatch(tx, batchId);
  const { number } = await getPromotion(tx, promotionId);
  await recordChange(tx, actor, {
    resource: 'promotions',
    recordId: promotionId,
    action: 'revokeCodes',
    after: { number, codes: revoked },
  });
  return { revoked };
}
