import { type CategoryNode, categoryRoutes } from '@aisle/contract/catalog/categories';
import { call, useWrite } from '../../../core/api.ts';
import { offerUndo, tellError } from '../../../core/notice.tsx';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { ImpactList } from './impact-list.tsx';

/** Switches a category on or off; what that hides is said first, and it can be taken back. */
export function useSwitchCategory(): (node: CategoryNode) => Promise<void> {
  const switching = useWrite(categoryRoutes.updateStatus, { quiet: true });
  return async ({ _id, name, status }) => {
    const params = { id: _id };
    const change = (to: boolean) => switching.mutateAsync({ params, body: { status: to } });
    try {
      const impact = await call(categoryRoutes.impact, { params, body: { status: !status } });
      const sure =
        impact.hiddenCount === 0 ||
        (await confirm({
          title: `Deactivate ${name}?`,
          text: <ImpactList impact={impact} />,
          confirm: 'Deactivate',
        }));
      if (!sure) return;
      await change(!status);
      offerUndo(`${name} is now ${status ? 'inactive' : 'active'}.`, () => change(status));
    } catch (error) {
      tellError(error instanceof Error ? error.message : String(error));
    }
  };
}
