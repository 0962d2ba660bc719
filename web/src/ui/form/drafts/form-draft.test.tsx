import { Select, TextInput } from '@mantine/core';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { draftsInMemory } from '../../../../test/drafts.ts';
import { show } from '../../../../test/render.tsx';
import { endSession } from '../../../core/session/session.ts';
import { FormPage } from '../form-page.tsx';
import { useZodForm } from '../use-zod-form.ts';
import { withoutFiles } from './use-form-draft.ts';

let drafts: ReturnType<typeof draftsInMemory>;
beforeEach(() => {
  drafts = draftsInMemory();
});

const Shelf = z.strictObject({
  name: z.string().min(1, 'Name is required'),
  side: z.string(),
  picture: z.custom<File>().nullable(),
});
interface ShelfRecord {
  _id: string;
  version: number;
  name: string;
}
const toValues = (shelf?: ShelfRecord) => ({
  name: shelf?.name ?? '',
  side: 'left',
  picture: null as File | null,
});
const oak: ShelfRecord = { _id: 'oak', version: 3, name: 'Oak' };
const save = vi.fn(async () => undefined);

function ShelfForm({ shelf }: { shelf?: ShelfRecord }) {
  const form = useZodForm(Shelf, toValues, shelf);
  return (
    <FormPage title={shelf ? 'Edit shelf' : 'New shelf'} form={form} save={save}>
      <TextInput label="Name" {...form.getInputProps('name')} />
      <Select label="Side" data={['left', 'right']} {...form.getInputProps('side')} />
      <button type="button" onClick={() => form.setFieldValue('picture', new File(['x'], 'x.png'))}>
        Add picture
      </button>
    </FormPage>
  );
}
const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
const kept = () => [...drafts.values()].at(-1)?.content as { values: Record<string, unknown> } | undefined;
/** Simulates a reload, which runs no cleanup. */
async function reload(first: { unmount: () => void }, content = <ShelfForm />) {
  const before = new Map(drafts);
  first.unmount();
  for (const [key, draft] of before) drafts.set(key, draft);
  return show(content, { at: '/form' });
}

test('restores the input after a reload and offers to discard it', async () => {
  const first = await show(<ShelfForm />, { at: '/form' });
  await first.user.type(name(), 'Elm');
  await waitFor(() => expect(kept()?.values.name).toBe('Elm'));

  const { user } = await reload(first);
  await screen.findByText(/^Unsaved changes from today, .* were restored/);
  expect(name().value).toBe('Elm');
  await user.press('Discard them');

  expect(name().value).toBe('');
  await waitFor(() => expect(drafts.size).toBe(0));
  expect(screen.queryByText(/were restored/)).toBeNull();
});

test('stores a draft for one record and one user', async () => {
  const first = await show(<ShelfForm shelf={oak} />, { at: '/form' });
  await first.user.type(name(), '!');
  await waitFor(() => expect(drafts.size).toBe(1));

  await reload(first);

  await screen.findByRole('button', { name: 'Create shelf' });
  expect(name().value).toBe('');
  expect([...drafts.keys()]).toEqual(['person-1 /form Edit shelf oak']);
});

test('saves a draft of an earlier record version with that version', async () => {
  const first = await show(<ShelfForm shelf={oak} />, { at: '/form' });
  await first.user.type(name(), '!');
  await waitFor(() => expect(kept()?.values.name).toBe('Oak!'));

  const { user } = await reload(first, <ShelfForm shelf={{ ...oak, version: 5 }} />);
  await screen.findByText(/were restored/);
  await user.press('Save changes');

  await waitFor(() => expect(save).toHaveBeenCalledWith(expect.anything(), 3, { name: 'Oak!' }));
});

test('stores the other fields but no files', async () => {
  const { user } = await show(<ShelfForm />, { at: '/form' });

  await user.press('Add picture');
  await user.type(name(), 'Elm');

  await waitFor(() => expect(kept()?.values).toEqual({ name: 'Elm', side: 'left' }));
});

test('deletes the draft when the form is saved or left', async () => {
  const { user, unmount } = await show(<ShelfForm />, { at: '/form' });
  await user.type(name(), 'Elm');
  await waitFor(() => expect(drafts.size).toBe(1));
  await user.press('Create shelf');
  await waitFor(() => expect(drafts.size).toBe(0));

  await user.type(name(), 's');
  await waitFor(() => expect(drafts.size).toBe(1));
  unmount();

  await waitFor(() => expect(drafts.size).toBe(0));
});

test('keeps the draft when the session ends, so that signing out handles it', async () => {
  const { user, unmount } = await show(<ShelfForm />, { at: '/form' });
  await user.type(name(), 'Elm');
  await waitFor(() => expect(drafts.size).toBe(1));

  act(() => endSession());
  unmount();

  expect(drafts.size).toBe(1);
});

test('shows the save bar from the start, with its action', async () => {
  const { user, unmount } = await show(<ShelfForm />, { at: '/form' });
  await user.press('Create shelf');
  expect(await screen.findByText('1 error')).toBeTruthy();
  unmount();

  await show(<ShelfForm shelf={oak} />, { at: '/form' });

  expect(screen.getByText('No changes')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' }).disabled).toBe(true);
});

test('keeps the current option when it is selected again', async () => {
  const { user } = await show(<ShelfForm />, { at: '/form' });
  const side = screen.getByRole<HTMLInputElement>('combobox', { name: 'Side' });

  await user.click(side);
  await user.click(await screen.findByRole('option', { name: 'left' }));

  expect(side.value).toBe('left');
});

test('omits only the files of records in lists', () => {
  const file = new File(['x'], 'x.png');
  const values = {
    logo: [{ file }],
    rows: [
      { sku: 'A', images: [{ picture: { _id: '1' } }, { file }] },
      { sku: 'B', images: [] },
    ],
  };

  expect(withoutFiles(values)).toEqual({
    rows: [
      { sku: 'A', images: [{ picture: { _id: '1' } }] },
      { sku: 'B', images: [] },
    ],
  });
});
