import { isDeepStrictEqual } from 'node:util';
import { fieldErrors } from '@aisle/contract/core/envelope';
import { targetsOf } from '@aisle/contract/core/flow';
import { codeKey } from '@aisle/contract/sales/promotions/promotion-codes';
import { type PromotionStep, promotionFlow } from '@aisle/contract/sales/promotions/promotion-flow';
import { PromotionSchedule } from '@aisle/contract/sales/promotions/promotion-schedule';
import { isVendorPayingCoins, PromotionTerms } from '@aisle/contract/sales/promotions/promotion-terms';
import type {
  Promotion,
  PromotionEdit,
  PromotionInput,
  PromotionView,
} from '@aisle/contract/sales/promotions/promotions';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import type { RowChange } from '../../core/db/rows/columns.ts';
import { assertNoConflict, withNotice } from '../../core/db/rows/merge-edits.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { problem, stale } from '../../core/problem.ts';
import type { WithMessage } from '../../core/with-message.ts';
import { comparedDaysOf, figuresOf, namesOf } from './promotion-figures.queries.ts';
import { mustBeSavable, type PromotionContent, referencesOf, wrongReferences } from './promotion-input.ts';
import {
  deletePromotion,
  editionsOf,
  getPromotion,
  insertEdition,
  insertPromotion,
  isCodeFree,
  isUsed,
  lockPromotion,
  recountLimits,
  replaceEdition,
  updateBudget,
  updatePromotion,
} from './promotions.queries.ts';

export async function viewPromotion(tx: Tx, id: string): Promise<PromotionView> {
  const promotion = await getPromotion(tx, id);
  const editions = await editionsOf(tx, id);
  const referred = [promotion, ...editions].flatMap((terms) => referencesOf(terms).flatMap(({ ids }) => ids));
  return {
    promotion,
    editions,
    figures: await figuresOf(tx, promotion, await comparedDaysOf(tx, id)),
    names: await namesOf(tx, [...new Set([...referred, ...(promotion.locationIds ?? [])])]),
  };
}

export async function addPromotion(tx: Tx, actor: Actor, input: PromotionInput): Promise<Promotion> {
  const id = newId();
  const content = contentOf(input);
  await mustBeSavable(tx, actor, content);
  await mustHaveFreeCode(tx, id, content.codes);
  await insertPromotion(tx, { id, ...columnsOf(content) }, termsOf(content), content.limits.budget);
  const promotion = await getPromotion(tx, id);
  await recordAction(tx, actor, 'create', { after: promotion });
  return promotion;
}

/** The content of a promotion that isn't saved, sent as the field `promotion`. */
export async function unsavedContent(tx: Tx, input: PromotionInput): Promise<PromotionContent> {
  const content = contentOf(input);
  const fields = await wrongReferences(tx, content);
  if (fields.length === 0) return content;
  const inPromotion = fields.map(({ path, message }) => ({ path: `promotion.${path}`, message }));
  throw problem('validation-failed', {}, { fields: inPromotion });
}

/** Merges an input with the current content, or with the defaults. */
function contentOf(input: Partial<PromotionInput>, current?: PromotionContent): PromotionContent {
  const {
    schedule,
    locationIds = null,
    limits,
    codes = { kind: 'none' },
    name,
    label,
    ...terms
  } = {
    ...current,
    ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
  } as PromotionInput;
  if (isVendorPayingCoins(terms)) {
    const fields = [{ path: 'funding.vendor', message: "A vendor can't pay for coins" }];
    throw problem('validation-failed', {}, { fields });
  }
  const startsAt = schedule?.startsAt ?? current?.schedule.startsAt ?? new Date().toISOString();
  return {
    name,
    label,
    locationIds,
    codes,
    limits: { uses: null, usesPerCustomer: null, budget: null, ...limits },
    schedule: scheduleOf({ endsAt: null, weekly: [], by: 'placed', ...schedule, startsAt }),
    ...PromotionTerms.parse({ goods: {}, conditions: {}, audience: {}, combines: {}, ...terms }),
  };
}

/** Checks the end again, since the start may be the default. */
function scheduleOf(schedule: Promotion['schedule']): Promotion['schedule'] {
  const { data, error } = PromotionSchedule.safeParse(schedule);
  if (data) return data;
  const fields = fieldErrors(error).map(({ path, message }) => ({ path: `schedule.${path}`, message }));
  throw problem('validation-failed', {}, { fields });
}

const termsOf = ({
  reward,
  goods,
  conditions,
  audience,
  combines,
  funding,
}: PromotionTerms): PromotionTerms => ({
  reward,
  goods,
  conditions,
  audience,
  combines,
  funding,
});
const columnsOf = ({ name, label, locationIds, schedule, limits, codes }: PromotionContent) => {
  const code = codes.kind === 'shared' ? codes.code : null;
  return {
    name,
    label,
    location_ids: locationIds,
    starts_at: schedule.startsAt,
    ends_at: schedule.endsAt,
    weekly: JSON.stringify(schedule.weekly),
    schedule_by: schedule.by,
    max_uses: limits.uses,
    max_uses_per_customer: limits.usesPerCustomer,
    code_kind: codes.kind,
    code,
    code_key: code && codeKey(code),
  } satisfies RowChange<'promotions'>;
};

async function mustHaveFreeCode(tx: Tx, id: string, codes: Promotion['codes']): Promise<void> {
  if (codes.kind === 'shared' && !(await isCodeFree(tx, codeKey(codes.code), id)))
    throw codeTaken(codes.code);
}
export const codeTaken = (code: string) =>
  problem(
    'promotions.code-taken',
    { code },
    { fields: [{ path: 'codes.code', message: 'Another promotion that has not ended uses this code' }] },
  );

/** What webhooks call the actions on a promotion. */
const eventNames = {
  create: 'added',
  edit: 'edited',
  publish: 'published',
  pause: 'paused',
  end: 'ended',
  delete: 'deleted',
} as const;
/** The figures change without edits, so the log doesn't contain them. */
const recorded = ({ figures: _, ...promotion }: Promotion) => promotion;

/** Records an action with the promotion before and after it, of which one may be missing. */
async function recordAction(
  tx: Tx,
  actor: Actor,
  action: keyof typeof eventNames,
  sides: { before?: Promotion; after: Promotion } | { before: Promotion },
): Promise<void> {
  const after = 'after' in sides ? sides.after : undefined;
  const { _id, number, status, schedule, locationIds, version } = after ?? sides.before!;
  await recordChange(tx, actor, {
    resource: 'promotions',
    recordId: _id,
    action,
    before: sides.before && recorded(sides.before),
    after: after && recorded(after),
    snapshot: {
      promotionId: _id,
      number,
      change: eventNames[action],
      status,
      startsAt: schedule.startsAt,
      endsAt: schedule.endsAt,
      locationIds,
      version,
    },
  });
}

export async function changePromotion(
  tx: Tx,
  actor: Actor,
  id: string,
  { version, ...input }: PromotionEdit,
): Promise<WithMessage<Promotion>> {
  await lockPromotion(tx, id);
  const before = await getPromotion(tx, id);
  if (before.status === 'ended') throw problem('promotions.ended');
  const meanwhile = await assertNoConflict(tx, {
    resource: 'promotions',
    current: before,
    readAt: version,
    sent: input,
  });

  const content = contentOf(input, before);
  await mustBeSavable(tx, actor, content);
  await mustHaveFreeCode(tx, id, content.codes);
  await updatePromotion(tx, id, { ...columnsOf(content), edition: await saveTerms(tx, before, content) });
  if (content.limits.budget !== before.limits.budget) await updateBudget(tx, id, content.limits.budget);
  if (isLimited(content) && !isLimited(before)) await recountLimits(tx, id);
  const after = await getPromotion(tx, id);
  await recordAction(tx, actor, 'edit', { before, after });
  return withNotice(after, meanwhile);
}

const isLimited = ({ limits }: Pick<Promotion, 'limits'>): boolean =>
  limits.uses !== null || limits.budget !== null;

/** Saves changed terms, as a new edition if an order has used the current one, and returns the number of the edition. */
async function saveTerms(tx: Tx, before: Promotion, content: PromotionContent): Promise<number> {
  const terms = termsOf(content);
  if (isDeepStrictEqual(terms, termsOf(before))) return before.edition;
  if (!(await isUsed(tx, before._id))) {
    await replaceEdition(tx, before._id, before.edition, terms);
    return before.edition;
  }
  await insertEdition(tx, before._id, before.edition + 1, terms);
  return before.edition + 1;
}

const actionOf = { active: 'publish', paused: 'pause', ended: 'end' } as const;
/** Publishes terms that the user has seen: an edit since then is a conflict. */
export async function movePromotion(
  tx: Tx,
  actor: Actor,
  id: string,
  { status, version }: { status: PromotionStep; version: number },
): Promise<Promotion> {
  await lockPromotion(tx, id);
  const before = await getPromotion(tx, id);
  if (version !== before.version) throw stale(before);
  const allowed = targetsOf(promotionFlow, before.status);
  if (!allowed.some((step) => step === status)) {
    throw problem(
      'promotions.step-not-possible',
      { from: before.status, to: status, allowed },
      { data: before },
    );
  }
  const { endsAt } = before.schedule;
  if (status === 'active' && endsAt && Date.parse(endsAt) <= Date.now()) {
    throw problem(
      'promotions.step-not-possible',
      { from: before.status, to: status, allowed: [] },
      { data: before, message: 'The schedule of this promotion is over. Change its end first' },
    );
  }
  await updatePromotion(tx, id, { state: status });
  const after = await getPromotion(tx, id);
  await recordAction(tx, actor, actionOf[status], { before, after });
  return after;
}

/** A promotion that an order used can only be ended. */
export async function removePromotion(tx: Tx, actor: Actor, id: string): Promise<{ _id: string }> {
  await lockPromotion(tx, id);
  const before = await getPromotion(tx, id);
  if (await isUsed(tx, id)) throw problem('in-use', { what: before.name, by: 'orders. End it instead' });
  await deletePromotion(tx, id);
  await recordAction(tx, actor, 'delete', { before });
  return { _id: id };
}
