import { categoryRoutes } from '@aisle/contract/catalog/categories';
import { Drawer } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { read } from '../../core/api.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { CategoryForm } from './category-form.tsx';

interface CategoryDrawerProps {
  /** None for a new one. */
  id?: string;
  /** The parent of a new one. */
  parentId?: string | null;
  onClose: () => void;
}

/** One category, with what it says and what it inherits. */
export function CategoryDrawer({ id, parentId = null, onClose }: CategoryDrawerProps) {
  if (id === undefined) return <CategoryForm parentId={parentId} onClose={onClose} />;
  return <ExistingCategory id={id} onClose={onClose} />;
}

function ExistingCategory({ id, onClose }: { id: string; onClose: () => void }) {
  const [category, flow] = useQueries({
    queries: [
      { ...read(categoryRoutes.get, { params: { id } }), meta: { quiet: true } },
      { ...read(categoryRoutes.taxFlow, { params: { id } }), meta: { quiet: true } },
    ],
  });
  if (category.data && flow.data) {
    return <CategoryForm category={category.data} flow={flow.data} parentId={null} onClose={onClose} />;
  }
  const error = category.error ?? flow.error;
  return (
    <Drawer opened onClose={onClose} position="right" size={480} title="Category">
      {error && (
        <ErrorState
          error={error}
          retry={() => {
            void category.refetch();
            void flow.refetch();
          }}
        />
      )}
    </Drawer>
  );
}
