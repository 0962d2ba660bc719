import { type SavedView, savedViewRoutes } from '@aisle/contract/system/saved-views';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { isApiError } from '../../../core/api-error.ts';
import { ShortDialog } from '../../form/short-dialog.tsx';
import { useReadVersion } from '../../form/use-read-version.ts';

interface ViewDialogProps {
  list: string;
  search: SavedView['search'];
  /** The view to rename or share; undefined to save a new one. */
  view: SavedView | undefined;
  onClose: () => void;
  onSaved: (view: SavedView) => void;
}

/** Asks for the name of a view and whether to share it. */
export function ViewDialog({ list, search, view, onClose, onSaved }: ViewDialogProps) {
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(view?.isShared ?? false);
  const [wrong, setWrong] = useState<string>();
  const create = useWrite(savedViewRoutes.create);
  const edit = useWrite(savedViewRoutes.edit);
  const send = useReadVersion(view ?? { version: 0 });

  async function save(): Promise<void> {
    if (name.trim() === '') {
      setWrong('Name is required');
      return;
    }
    try {
      const saved = view
        ? await send((version) =>
            edit.mutateAsync({ params: { id: view._id }, body: { name, isShared, version } }),
          )
        : await create.mutateAsync({ body: { list, name, search, isShared } });
      onSaved(saved);
      onClose();
    } catch (error) {
      // A toast reports all other errors.
      if (isApiError(error)) setWrong(error.fields.find(({ path }) => path === 'name')?.message);
    }
  }
  return (
    <ShortDialog
      title={view ? 'Rename or share view' : 'Save as a new view'}
      size="sm"
      submit="Save"
      isRunning={create.isPending || edit.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description={view ? undefined : 'Saves the current filters, sort order and columns.'}
        data-autofocus
        maxLength={60}
        value={name}
        error={wrong}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setWrong(undefined);
        }}
      />
      <Checkbox
        label="Share with everyone who can see this list"
        color="teal"
        checked={isShared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
    </ShortDialog>
  );
}
