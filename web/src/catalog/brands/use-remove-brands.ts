import { type Brand, brandRoutes } from '@aisle/contract/catalog/brands';
import { howMany } from '@aisle/contract/core/how-many';
import { useNavigate } from '@tanstack/react-router';
import { useWrite } from '../../core/api.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { runEach } from '../../ui/list/run-each.ts';

/** Deletes brands after a confirmation; returns false when none were deleted. Brands with products are kept. */
export function useRemoveBrands(): (brands: Brand[]) => Promise<boolean> {
  const navigate = useNavigate();
  const removing = useWrite(brandRoutes.remove, { quiet: true });

  async function showProducts(brands: Brand[]): Promise<void> {
    const [only, ...others] = brands;
    const isOne = others.length === 0;
    const products = brands.reduce((sum, { productCount }) => sum + productCount, 0);
    const them = isOne ? 'it' : 'them';
    const wantsToSee = await confirm({
      title: isOne ? `${only?.name} is in use` : 'These brands are in use',
      text: `${howMany(products, 'product uses', 'products use')} ${them}. Change their brand first, or deactivate ${them}.`,
      confirm: isOne ? 'View products' : 'OK',
      danger: false,
    });
    if (wantsToSee && isOne && only) {
      await navigate({ to: '/products', search: { brandId: only._id } });
    }
  }

  return async (brands) => {
    const free = brands.filter(({ productCount }) => productCount === 0);
    if (free.length === 0) {
      await showProducts(brands);
      return false;
    }
    const stay = brands.length - free.length;
    const sure = await confirm({
      title: free.length === 1 ? `Delete ${free[0]?.name}?` : `Delete ${free.length} brands?`,
      text:
        stay === 0
          ? `No products use ${free.length === 1 ? 'it' : 'them'}. This can't be undone.`
          : `${stay} of ${brands.length} selected brands can't be deleted because products use them.`,
      confirm: 'Delete',
    });
    if (!sure) return false;
    await runEach(free, 'brands deleted', ({ _id }) => removing.mutateAsync({ params: { id: _id } }));
    return true;
  };
}
