import { type CategoryNode, categoryRoutes } from '@aisle/contract/categories';
import { useNavigate } from '@tanstack/react-router';
import { useWrite } from '../core/api.ts';
import { confirm } from '../ui/confirm.tsx';

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** Deletes an empty category; for any other it says what hangs on it, and leads there. */
export function useRemoveCategory(): (node: CategoryNode) => Promise<void> {
  const navigate = useNavigate();
  const removing = useWrite(categoryRoutes.remove);
  return async ({ _id, name, childCount, productCount }) => {
    if (childCount > 0 || productCount > 0) {
      const what = [
        ...(childCount > 0 ? [counted(childCount, 'category', 'categories')] : []),
        ...(productCount > 0 ? [counted(productCount, 'product', 'products')] : []),
      ];
      const wantsToSee = await confirm({
        title: `${name} is not empty`,
        text: `${what.join(' and ')} ${childCount + productCount === 1 ? 'is' : 'are'} in it. Move ${childCount + productCount === 1 ? 'it' : 'them'} elsewhere, then it can be deleted. Or deactivate it.`,
        confirm: productCount > 0 ? 'See the products' : 'OK',
        danger: false,
      });
      if (wantsToSee && productCount > 0) {
        await navigate({ to: '/products', search: { categoryId: _id } as never });
      }
      return;
    }
    const sure = await confirm({
      title: `Delete ${name}?`,
      text: 'Nothing is in it. Its specifications and taxes go with it.',
      confirm: 'Delete',
    });
    if (sure) await removing.mutateAsync({ params: { id: _id } }).catch(() => undefined);
  };
}
