import { formatCount } from '@aisle/contract/core/pluralize';
import { screenOf } from '@aisle/contract/core/route';
import { type SavedView, savedViewRoutes } from '@aisle/contract/system/saved-views';
import { ActionIcon, Button } from '@mantine/core';
import { IconBookmark, IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { read, useWrite } from '../../../core/api.ts';
import { deleteWithUndo } from '../../../core/notice.tsx';
import { later } from '../../../core/pages/lazy.ts';
import { useSession } from '../../../core/session/session.ts';
import { confirm } from '../../feedback/confirm.tsx';
import { MenuButton, type MenuEntry } from '../../menu-button.tsx';
import type { List } from '../use-list.ts';
import { showsTheSame, viewSearch } from './view-list.ts';

const ViewDialog = later(() => import('./view-dialog.tsx').then((module) => module.ViewDialog));

interface SavedViewsProps {
  list: Pick<List<unknown>, 'search' | 'route'>;
  noun: string;
  isNarrow: boolean;
}

/** The saved and shared views of a list, with actions for the active one. */
export function SavedViews(props: SavedViewsProps) {
  const screen = screenOf(props.list.route);
  // A list that is embedded in a record has no views there.
  return screen === useLocation().pathname ? <ViewsOf path={screen} {...props} /> : null;
}

function ViewsOf({ path, list, noun, isNarrow }: SavedViewsProps & { path: string }) {
  const views = useSavedViews(path);
  const navigate = useNavigate();
  const edit = useWrite(savedViewRoutes.edit);
  const remove = useWrite(savedViewRoutes.remove);
  const restore = useWrite(savedViewRoutes.restore);
  const [dialog, setDialog] = useState<'new' | 'edit' | null>(null);
  const [isOpen, setOpen] = useState(false);
  const countOf = useViewCounts(path, list.route.resource, isOpen && views.length > 0);
  const current = views.find(({ _id }) => _id === list.search.view);
  const shown = viewSearch(list.search);
  const isChanged = current !== undefined && !showsTheSame(current.search, shown);

  const open = (view: SavedView | undefined) =>
    void navigate({ to: '.', search: (): object => (view ? { ...view.search, view: view._id } : {}) });
  const entryOf = (view: SavedView): MenuEntry => ({
    label: view.isMine || !view.ownerName ? view.name : `${view.name} · ${view.ownerName}`,
    isChosen: view === current,
    onClick: () => open(view),
    count: countOf(view),
  });
  const update = (view: SavedView) =>
    void edit
      .mutateAsync({ params: { id: view._id }, body: { search: shown, version: view.version } })
      .catch(() => undefined); // a toast has reported the error
  async function drop(view: SavedView): Promise<void> {
    const title = `Delete the view “${view.name}”?`;
    const text = view.isShared ? 'It’s deleted for everyone who uses it.' : undefined;
    if (!(await confirm({ title, ...(text && { text }), confirm: 'Delete' }))) return;
    const params = { id: view._id };
    const isDeleted = await deleteWithUndo(
      `View “${view.name}”`,
      () => remove.mutateAsync({ params }),
      () => restore.mutateAsync({ params }),
    );
    if (isDeleted) open(undefined);
  }
  const mine = views.filter(({ isMine }) => isMine);
  const shared = views.filter(({ isMine }) => !isMine);
  const own = current?.isMine ? current : undefined;
  const entries: MenuEntry[] = [
    { label: `All ${noun}`, isChosen: !current, onClick: () => open(undefined) },
    ...group('Yours', mine.map(entryOf)),
    ...group('Shared by others', shared.map(entryOf)),
    'divider',
    ...(own && isChanged ? [{ label: `Save the changes to “${own.name}”`, onClick: () => update(own) }] : []),
    { label: 'Save as a new view…', onClick: () => setDialog('new') },
    ...(own
      ? [
          { label: 'Rename or share…', onClick: () => setDialog('edit') },
          { label: 'Delete this view…', danger: true, onClick: () => void drop(own) },
        ]
      : []),
  ];
  const label = current ? `View: ${current.name}${isChanged ? ' (changed)' : ''}` : 'Views';
  return (
    <>
      <MenuButton
        {...(isNarrow && { tooltip: 'Views' })}
        button={
          isNarrow ? (
            <ActionIcon variant="default" size={36} aria-label={label}>
              <IconBookmark size={16} />
            </ActionIcon>
          ) : (
            <Button
              variant="default"
              maw={260}
              leftSection={<IconBookmark size={16} />}
              rightSection={<IconChevronDown size={16} />}
            >
              {label}
            </Button>
          )
        }
        entries={entries}
        onToggle={setOpen}
      />
      {dialog && (
        <Suspense>
          <ViewDialog
            list={path}
            search={shown}
            view={dialog === 'edit' ? own : undefined}
            onClose={() => setDialog(null)}
            onSaved={(view) => dialog === 'new' && open(view)}
          />
        </Suspense>
      )}
    </>
  );
}

const group = (heading: string, entries: MenuEntry[]): MenuEntry[] =>
  entries.length > 0 ? [{ heading }, ...entries] : [];

function useSavedViews(list: string): readonly SavedView[] {
  const query = useQuery({
    ...read(savedViewRoutes.list, { query: { list } }),
    meta: { quiet: true },
  });
  return query.data ?? [];
}

/** The number of rows of each view. Requested while the menu is open, and again when the list changes. */
function useViewCounts(
  list: string,
  resource: string,
  isShown: boolean,
): (view: SavedView) => string | undefined {
  const locationId = useSession()?.locationId ?? undefined;
  const args = { query: { list, ...(locationId && { locationId }) } };
  const { data } = useQuery({
    ...read(savedViewRoutes.counts, args),
    // Uses the resource of the rows as its key, because rows invalidate it, not views.
    queryKey: [resource, savedViewRoutes.counts.path, args],
    enabled: isShown,
    meta: { quiet: true },
  });
  return ({ _id }) => {
    const found = data?.find((one) => one._id === _id);
    if (found?.count === null || found === undefined) return undefined;
    return `${formatCount(found.count)}${found.isMore ? '+' : ''}`;
  };
}
