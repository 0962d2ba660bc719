import { type CategoryNode, categoryRoutes } from '@aisle/contract/catalog/categories';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { read, useWrite } from '../../../core/api.ts';
import { useCan } from '../../../core/session/session.ts';
import { CategorySelect } from '../../../links/catalog/category-select.tsx';
import type { RowAction } from '../../../ui/list/rows/row.ts';
import { extentText } from './impact-text.ts';

type Branch = Pick<CategoryNode, '_id' | 'name' | 'children'>;

/** The category and its subcategories, which can't be chosen as the target. */
const branchOf = ({ _id, children }: Pick<Branch, '_id' | 'children'>): Set<string> =>
  new Set([_id, ...children.flatMap((child) => [...branchOf(child)])]);

/** The row action that merges a category into another, and its dialog. */
export function useMergeCategory(): { mergeAction: (node: Branch) => RowAction[]; dialog: ReactNode } {
  const mayMerge = [useCan('category_delete'), useCan('product_edit')].every(Boolean);
  const [node, setNode] = useState<Branch>();
  return {
    mergeAction: (category) => (mayMerge ? [{ label: 'Merge into…', onClick: () => setNode(category) }] : []),
    dialog: node && <MergeCategory key={node._id} node={node} onClose={() => setNode(undefined)} />,
  };
}

function MergeCategory({ node, onClose }: { node: Branch; onClose: () => void }) {
  const merging = useWrite(categoryRoutes.merge, { quiet: true });
  const [intoId, setInto] = useState<string | null>(null);
  const impact = useQuery({
    ...read(categoryRoutes.impact, { params: { id: node._id }, body: { remove: true } }),
    meta: { quiet: true },
  });

  function merge(): void {
    if (intoId === null) return;
    merging.mutate({ params: { id: node._id }, body: { intoId } }, { onSuccess: onClose });
  }
  return (
    <Modal opened onClose={onClose} title={`Merge ${node.name} into…`} size={480}>
      <Stack gap="md">
        <Text size="sm">
          {impact.data ? extentText(impact.data) : 'Counting products…'} Products and subcategories move to
          the category you choose; subcategories of the same name become one. {node.name} is then deleted,
          with its specifications and tax settings.
        </Text>
        <CategorySelect
          label="Merge into"
          withAsterisk
          value={intoId}
          without={branchOf(node)}
          onChange={setInto}
        />
        {merging.error && (
          <Alert color="red" variant="light" role="alert">
            {merging.error.message}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button color="red" disabled={intoId === null} loading={merging.isPending} onClick={merge}>
            Merge
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
