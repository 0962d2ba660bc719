import { type CustomerGroup, customerGroupRoutes } from '@aisle/contract/customers/customer-groups';
import { useNavigate } from '@tanstack/react-router';
import { useWrite } from '../../core/api.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';

const plain = new Intl.ListFormat('en-US');
const maxNamed = 3;

/** Deletes a group after a confirmation; returns false if it wasn't deleted. A group in use names its messages and promotions instead. */
export function useDeleteGroup(): (group: CustomerGroup) => Promise<boolean> {
  const removing = useWrite(customerGroupRoutes.remove);
  const navigate = useNavigate();
  return async (group) => {
    const { _id: id, name, usedBy } = group;
    if (usedBy.length > 0) {
      const named = usedBy.slice(0, maxNamed).map((use) => `${use.kind} “${use.name}”`);
      const more = usedBy.length - named.length;
      const kinds = new Set(usedBy.map(({ kind }) => kind));
      const isOnlyPromotions = !kinds.has('draft') && !kinds.has('message');
      const isSure = await confirm({
        title: `${name} is in use`,
        text: `It is used by ${plain.format(more > 0 ? [...named, `${more} more`] : named)}. Change or delete them first.`,
        confirm: isOnlyPromotions ? 'View promotions' : 'View messages',
        danger: false,
      });
      if (!isSure) return false;
      if (isOnlyPromotions) void navigate({ to: '/promotions' });
      else
        void navigate(
          kinds.has('draft') ? { to: '/messages/drafts', search: { kind: 'draft' } } : { to: '/messages' },
        );
      return false;
    }
    const isSure = await confirm({
      title: `Delete ${name}?`,
      text: "Its customers stay, but the group can't be restored.",
      confirm: 'Delete',
    });
    if (!isSure) return false;
    const removed = await removing.mutateAsync({ params: { id } }).catch(() => null);
    return removed !== null;
  };
}
