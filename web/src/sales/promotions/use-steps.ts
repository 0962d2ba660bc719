import { targetsOf } from '@aisle/contract/core/flow';
import {
  type PromotionStatus,
  type PromotionStep,
  promotionFlow,
} from '@aisle/contract/sales/promotions/promotion-flow';
import { type Promotion, promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import { useWrite } from '../../core/api.ts';
import { useSignedIn } from '../../core/session/session.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';

export type StepSubject = Pick<Promotion, '_id' | 'name' | 'status' | 'version' | 'locationIds'>;

const labelOf = (step: PromotionStep, from: PromotionStatus): string => {
  if (step === 'active') return from === 'draft' ? 'Publish' : 'Resume';
  return step === 'paused' ? 'Pause' : 'End…';
};

/** Users of single locations change only promotions of their own locations. The server decides this too. */
export function useIsOwn(): (promotion: Pick<Promotion, 'locationIds'>) => boolean {
  const { user } = useSignedIn();
  const own = new Set(user.locations.map(({ _id }) => _id));
  return ({ locationIds }) => own.size === 0 || (locationIds?.every((id) => own.has(id)) ?? false);
}

/** The steps that a promotion can take now, most frequent first. Ending can't be undone, so it asks. */
export function useSteps() {
  const update = useWrite(promotionRoutes.updateStatus);
  const isOwn = useIsOwn();
  const take = async ({ _id: id, name, version }: StepSubject, status: PromotionStep) => {
    const isSure =
      status !== 'ended' ||
      (await confirm({
        title: `End “${name}”?`,
        text: 'New orders no longer get it, and placed orders keep it. A promotion that has ended can’t be resumed.',
        confirm: 'End promotion',
        danger: true,
      }));
    if (isSure) update.mutate({ params: { id }, body: { status, version } });
  };
  return {
    isBusy: update.isPending,
    stepsOf: (promotion: StepSubject) =>
      isOwn(promotion)
        ? targetsOf(promotionFlow, promotion.status).map((step) => ({
            step,
            label: labelOf(step as PromotionStep, promotion.status),
            ...(step === 'ended' && { danger: true as const }),
            onClick: () => void take(promotion, step as PromotionStep),
          }))
        : [],
  };
}
