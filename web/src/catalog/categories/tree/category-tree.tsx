import { type CategoryNode, categoryRoutes, maxFoundCategories } from '@aisle/contract/catalog/categories';
import { Button, Drawer, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call, read, useWrite } from '../../../core/api.ts';
import { notifyError, offerUndo } from '../../../core/notice.tsx';
import { useCan } from '../../../core/session/session.ts';
import { useRecordBulk } from '../../../links/bulk/use-record-bulk.tsx';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Gate } from '../../../ui/gate.tsx';
import { ExportMenu } from '../../../ui/list/export/export-menu.tsx';
import { RowMenu } from '../../../ui/list/rows/row-menu.tsx';
import { Panel, RecordPage } from '../../../ui/record/record-page.tsx';
import { TreeView } from '../../../ui/tree/tree-view.tsx';
import classes from '../categories.module.css';
import { CategoryForm } from '../category-form.tsx';
import { ImpactList } from '../impact/impact-list.tsx';
import { useMergeCategory } from '../impact/merge-category.tsx';
import { useMoveCategory } from '../impact/move-category.tsx';
import { useRemoveCategory } from '../impact/remove-category.tsx';
import { findNode, placeOf } from './category-position.ts';
import { useCategoryLevels } from './use-category-levels.ts';

const everything = { page: 1, limit: 100, filters: {} };

function Picture({ node }: { node: CategoryNode | undefined }) {
  if (!node?.image) return null;
  return <img className={classes.picture} src={node.image.small} alt="" loading="lazy" />;
}

export function CategoryTree() {
  const levels = useCategoryLevels();
  const { query } = levels;
  const navigate = useNavigate();
  const { id: openId } = useSearch({ from: '/shell/category' });
  const [adding, setAdding] = useState<{ parentId: string | null } | null>(null);
  const open = (id: string | undefined) => void navigate({ to: '/category', search: { id }, replace: true });
  const total = query.data?.length ?? 0;
  const bulk = useRecordBulk('categories', everything, total === 0);
  return (
    <Loaded query={query} back={{ to: '/dashboard', label: 'Dashboard' }}>
      {() => (
        <RecordPage
          title="Categories"
          actions={
            total > 0 && (
              <>
                {bulk.menu}
                <ExportMenu route={categoryRoutes.list} body={everything} />
                <Gate permission="category_add">
                  <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding({ parentId: null })}>
                    New category
                  </Button>
                </Gate>
              </>
            )
          }
        >
          {total === 0 ? (
            <EmptyState
              title="No categories yet"
              text="Organize your catalog in up to three levels, such as Dairy and Cheese. Product imports can create categories too."
            >
              <Gate permission="category_add">
                <Button onClick={() => setAdding({ parentId: null })}>New category</Button>
              </Gate>
            </EmptyState>
          ) : (
            <Panel>
              <Tree levels={levels} onOpen={open} onAdd={(parentId) => setAdding({ parentId })} />
            </Panel>
          )}
          {openId !== undefined && (
            <CategoryDrawer key={openId} id={openId} onClose={() => open(undefined)} />
          )}
          {bulk.dialog}
          {adding && <CategoryDrawer parentId={adding.parentId} onClose={() => setAdding(null)} />}
        </RecordPage>
      )}
    </Loaded>
  );
}

interface TreeProps {
  levels: ReturnType<typeof useCategoryLevels>;
  onOpen: (id: string) => void;
  onAdd: (parentId: string) => void;
}
function Tree({ levels, onOpen, onAdd }: TreeProps) {
  const { categories, nodes } = levels;
  const mayView = useCan('category_view');
  const canEdit = useCan('category_edit');
  const mayAdd = useCan('category_add');
  const flip = useSwitchCategory();
  const { move, announcement } = useMoveCategory(categories);
  const remove = useRemoveCategory();
  const { mergeAction, dialog } = useMergeCategory();
  const step = (id: string, label: string, to: 'up' | 'down' | 'in' | 'out') =>
    placeOf(categories, id, { to }) ? [{ label, onClick: () => void move(id, { to }) }] : [];
  return (
    <>
      <TreeView
        label="Categories"
        nodes={nodes}
        announcement={announcement}
        onMore={levels.load}
        isFound={levels.isFound}
        // A completely loaded tree is filtered in the browser.
        {...(levels.isLarge && { onFilter: levels.search })}
        icon={({ id }) => <Picture node={findNode(categories, id)} />}
        initiallyOpen={categories.length > 8 ? [] : categories.map(({ _id }) => _id)}
        {...(mayView && { onOpen: (row) => row.isMore || onOpen(row.id) })}
        {...(canEdit && { onMove: ({ id }, how) => void move(id, how) })}
        tools={({ id, label }) => {
          const node = findNode(categories, id);
          if (!node) return null;
          return (
            <RowMenu
              label={label}
              actions={[
                ...(mayView ? [{ label: canEdit ? 'Edit' : 'View', onClick: () => onOpen(id) }] : []),
                ...(mayAdd && node.level < 3 ? [{ label: 'Add subcategory', onClick: () => onAdd(id) }] : []),
                ...(canEdit
                  ? [
                      ...step(id, 'Move up', 'up'),
                      ...step(id, 'Move down', 'down'),
                      ...step(id, 'Move into the category above', 'in'),
                      ...step(id, 'Move one level up', 'out'),
                      {
                        label: node.status ? 'Deactivate' : 'Activate',
                        onClick: () => void flip(node),
                      },
                    ]
                  : []),
                ...mergeAction(node),
                {
                  label: 'Delete',
                  permission: 'category_delete' as const,
                  danger: true as const,
                  onClick: () => void remove(node),
                },
              ]}
            />
          );
        }}
      />
      {dialog}
      {levels.isFirstFound && (
        <Text size="sm" c="dimmed" mt="sm" role="status">
          The first {maxFoundCategories} matches. Type more to narrow them down.
        </Text>
      )}
      <Text size="xs" c="dimmed" mt="sm">
        Counts include subcategories.
        {canEdit && ' Drag to reorder or move, or press Alt with the arrow keys.'}
      </Text>
    </>
  );
}

/** Activates or deactivates a category. Hiding products needs a confirmation, and the change can be undone. */
function useSwitchCategory(): (node: CategoryNode) => Promise<void> {
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
      notifyError(error instanceof Error ? error.message : String(error));
    }
  };
}

interface CategoryDrawerProps {
  /** Omitted for a new category. */
  id?: string;
  /** The parent of a new category. */
  parentId?: string | null;
  onClose: () => void;
}

/** The form of a new or existing category. */
function CategoryDrawer({ id, parentId = null, onClose }: CategoryDrawerProps) {
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
