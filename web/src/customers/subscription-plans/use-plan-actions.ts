import { howMany } from '@aisle/contract/core/how-many';
import { type SubscriptionPlan, subscriptionPlanRoutes } from '@aisle/contract/customers/subscription-plans';
import { useWrite } from '../../core/api.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';

/** Switches a plan; asks first where customers would no longer be renewed. */
export function useSwitchPlan() {
  const switching = useWrite(subscriptionPlanRoutes.updateStatus);
  return async ({ _id, name, subscribers }: SubscriptionPlan, status: boolean): Promise<unknown> => {
    if (!status && subscribers > 0) {
      const isSure = await confirm({
        title: `Deactivate ${name}?`,
        text: `${howMany(subscribers, 'subscriber')} keep it until their period ends. It isn't renewed after that, and no one can buy it.`,
        confirm: 'Deactivate',
        danger: true,
      });
      if (!isSure) return undefined;
    }
    return switching.mutateAsync({ params: { id: _id }, body: { status } });
  };
}

/** Deletes a plan that no one has bought; one with subscribers can only be deactivated. */
export function useRemovePlan() {
  const removing = useWrite(subscriptionPlanRoutes.remove);
  const change = useSwitchPlan();
  return async (plan: SubscriptionPlan): Promise<void> => {
    const { _id, name, subscribers, status } = plan;
    if (subscribers > 0) {
      const isSure = await confirm({
        title: `${name} has ${howMany(subscribers, 'subscriber')}`,
        text: 'A plan with subscribers can be deactivated, but not deleted.',
        confirm: status ? 'Deactivate…' : 'OK',
      });
      if (isSure && status) await change(plan, false);
      return;
    }
    const isSure = await confirm({
      title: `Delete ${name}?`,
      text: "No one has it now. This can't be undone.",
      confirm: 'Delete',
      danger: true,
    });
    if (isSure) await removing.mutateAsync({ params: { id: _id } }).catch(() => undefined);
  };
}
