import { type CategoryNode, categoryRoutes } from '@aisle/contract/catalog/categories';
import { Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { call, useWrite } from '../../../core/api.ts';
import { deleteWithUndo, notifyError } from '../../../core/notice.tsx';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { extentText } from './impact-text.ts';

/**
 * Checks the contents of a category before deletion. A category with contents isn't deleted; the dialog offers to view its
 * products.
 */
export function useRemoveCategory(): (node: Pick<CategoryNode, '_id' | 'name'>) => Promise<boolean> {
  const navigate = useNavigate();
  const removing = useWrite(categoryRoutes.remove);
  const restoring = useWrite(categoryRoutes.restore);
  return async ({ _id, name }) => {
    try {
      const impact = await call(categoryRoutes.impact, { params: { id: _id }, body: { remove: true } });
      if (impact.refusal) {
        const hasProducts = impact.productCount > 0;
        const wantsToSee = await confirm({
          title: `${name} is not empty`,
          text: (
            <Stack gap="xs">
              <Text>{extentText(impact)}</Text>
              <Text c="dimmed">Move its contents to delete it, or deactivate it instead.</Text>
            </Stack>
          ),
          confirm: hasProducts ? 'View products' : 'OK',
          danger: false,
        });
        if (wantsToSee && hasProducts) {
          await navigate({ to: '/products', search: { categoryId: _id } });
        }
        return false;
      }
      const sure = await confirm({
        title: `Delete ${name}?`,
        text: "It's empty. Its specifications and tax settings will be deleted too.",
        confirm: 'Delete',
      });
      if (!sure) return false;
      const params = { id: _id };
      return await deleteWithUndo(
        name,
        () => removing.mutateAsync({ params }),
        () => restoring.mutateAsync({ params }),
      );
    } catch (error) {
      notifyError(error instanceof Error ? error.message : String(error));
      return false;
    }
  };
}
