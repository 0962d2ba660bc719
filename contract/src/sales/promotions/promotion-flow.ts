import type { Flow } from '../../core/flow.ts';

export const promotionStatuses = ['draft', 'scheduled', 'active', 'paused', 'ended'] as const;
export type PromotionStatus = (typeof promotionStatuses)[number];

/** The statuses that staff set. The others follow from the schedule. */
export const promotionSteps = ['active', 'paused', 'ended'] as const;
export type PromotionStep = (typeof promotionSteps)[number];

/** The stored state. A published promotion is scheduled until it starts and has ended after its end. */
export const promotionStates = ['draft', 'active', 'paused', 'ended'] as const;
export type PromotionState = (typeof promotionStates)[number];

/** A draft is deleted rather than ended. An ended promotion is final, because its code may be used by another one. */
export const promotionFlow = {
  draft: { active: {} },
  scheduled: { paused: {}, ended: {} },
  active: { paused: {}, ended: {} },
  paused: { active: {}, ended: {} },
  ended: {},
} as const satisfies Flow<PromotionStatus, object>;

/** The status of a promotion at an instant. `promotion_status` in SQL does the same. */
export function promotionStatus(
  promotion: { state: PromotionState; startsAt: string; endsAt: string | null },
  now: number,
): PromotionStatus {
  const { state, startsAt, endsAt } = promotion;
  if (state === 'draft' || state === 'ended') return state;
  if (endsAt && Date.parse(endsAt) <= now) return 'ended';
  if (state === 'paused') return 'paused';
  return Date.parse(startsAt) > now ? 'scheduled' : 'active';
}
