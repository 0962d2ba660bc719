import type { ReplayInput } from '@aisle/contract/sales/promotions/promotions';
import type { Job } from '@aisle/contract/system/jobs';
import type { Context } from '../../../core/context.ts';
import { existingIds } from '../../../core/db/rows/records.ts';
import { problem } from '../../../core/problem.ts';
import { showJob, startJob } from '../../../system/jobs/jobs.service.ts';
import type { PromotionContent } from '../promotion-input.ts';
import { getPromotion } from '../promotions.queries.ts';
import { unsavedContent } from '../promotions.service.ts';
import type { Replay } from './replay-input.ts';

const dayLength = 86_400_000;

export async function startReplay(context: Context, input: ReplayInput): Promise<Job> {
  const { tx, actor } = context;
  const { name, ...promotion } = await replayed(context, input);
  const locationIds = await chosenLocations(context, input, promotion.locationIds);
  const until = Date.now();
  const jobId = await startJob(tx, actor, {
    kind: 'promotionReplay',
    title: `Pricing the last ${input.days} days with ${name}`,
    permission: 'promotion_view',
    input: {
      promotion: { ...promotion, locationIds },
      from: new Date(until - input.days * dayLength).toISOString(),
      until: new Date(until).toISOString(),
    } satisfies Replay,
  });
  return showJob(context, jobId);
}

async function replayed(
  { tx }: Context,
  input: ReplayInput,
): Promise<Replay['promotion'] & { name: string }> {
  if (input.promotion) {
    return { id: null, edition: 1, ...partsOf(await unsavedContent(tx, input.promotion)) };
  }
  const promotion = await getPromotion(tx, input.promotionId!);
  return { id: promotion._id, edition: promotion.edition, ...partsOf(promotion) };
}

const partsOf = ({
  name,
  label,
  schedule,
  limits,
  locationIds,
  codes,
  reward,
  goods,
  conditions,
  audience,
  combines,
  funding,
}: PromotionContent) => ({
  name,
  label,
  schedule,
  limits,
  locationIds,
  needsCode: codes.kind !== 'none',
  terms: { reward, goods, conditions, audience, combines, funding },
});

/** The chosen locations at which the promotion runs; null for all. */
async function chosenLocations(
  { tx }: Context,
  { locationIds: chosen }: ReplayInput,
  ofPromotion: readonly string[] | null,
): Promise<readonly string[] | null> {
  if (!chosen) return ofPromotion;
  const known = await existingIds(tx, 'locations', chosen);
  const fields = chosen.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `locationIds.${index}`, message: 'Not found' }],
  );
  if (fields.length > 0) throw problem('validation-failed', {}, { fields });
  return ofPromotion ? chosen.filter((id) => ofPromotion.includes(id)) : chosen;
}
