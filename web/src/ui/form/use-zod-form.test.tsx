import { Checkbox, TextInput } from '@mantine/core';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { show } from '../../../test/render.tsx';
import { ApiError } from '../../core/api-error.ts';
import { MoneyInput } from './fields/inputs.tsx';
import { FormPage } from './form-page.tsx';
import { type Save, useZodForm } from './use-zod-form.ts';

const Shelf = z.strictObject({
  name: z.string().trim().min(1, 'Name is required'),
  note: z.string().trim().max(10, 'At most 10 characters').nullable(),
  price: z.int('Enter an amount').min(1, 'Must cost something').nullable(),
  isOpen: z.boolean(),
});
type Shelf = z.infer<typeof Shelf>;
type ShelfRecord = Shelf & { version: number };

const toValues = (shelf?: ShelfRecord) => ({
  name: shelf?.name ?? '',
  note: shelf?.note ?? '',
  price: shelf?.price ?? null,
  isOpen: shelf?.isOpen ?? true,
});
const oak: ShelfRecord = { name: 'Oak', note: 'Left', price: 250, isOpen: true, version: 3 };

interface ShelfFormProps {
  shelf?: ShelfRecord;
  save: Save<Shelf, unknown>;
  onSaved?: () => void;
  /** Continues with the saved record. */
  staysOpen?: boolean;
}
function ShelfForm({ shelf, save, onSaved, staysOpen }: ShelfFormProps) {
  const form = useZodForm(Shelf, toValues, shelf);
  return (
    <FormPage
      title={shelf ? 'Edit shelf' : 'New shelf'}
      form={form}
      save={save}
      {...(onSaved && { onSaved })}
      {...(staysOpen && { onSaved: (saved) => form.rebase(saved as ShelfRecord) })}
    >
      <TextInput label="Name" {...form.getInputProps('name')} />
      <TextInput label="Note" {...form.getInputProps('note')} />
      <MoneyInput label="Price" {...form.getInputProps('price')} />
      <Checkbox label="Open" {...form.getInputProps('isOpen', { type: 'checkbox' })} />
    </FormPage>
  );
}

const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' });
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const stale = (current: ShelfRecord) =>
  new ApiError('Someone else changed this', { status: 409, code: 'version-stale', data: current });
/** Rejects the first attempt because `current` was saved in the meantime, and accepts the next one. */
const staleOnce = (current: ShelfRecord) =>
  vi.fn<Save<Shelf, unknown>>().mockRejectedValueOnce(stale(current)).mockResolvedValue(undefined);

test('disables saving while nothing changed', async () => {
  await show(<ShelfForm shelf={oak} save={vi.fn()} />);

  expect(field('Name').value).toBe('Oak');
  expect(field('Price').value).toBe('2.50');
  expect(saveButton().disabled).toBe(true);
});

test('passes the loaded version and the changed values to save', async () => {
  const save = vi.fn<Save<Shelf, unknown>>(async () => undefined);
  const { user } = await show(<ShelfForm shelf={oak} save={save} />);

  await user.retype(field('Name'), '  Elm ');
  await user.press('Save changes');

  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  expect(save).toHaveBeenCalledWith({ name: 'Elm', note: 'Left', price: 250, isOpen: true }, 3, {
    name: 'Elm',
  });
});

test('treats saved values as unchanged', async () => {
  const { user } = await show(<ShelfForm shelf={oak} save={async () => undefined} />);

  await user.type(field('Note'), '!');
  await user.press('Save changes');

  await waitFor(() => expect(saveButton().disabled).toBe(true));
  expect(field('Note').value).toBe('Left!');
});

/** A save function whose calls the test settles by hand. */
function heldSave() {
  const answers: { resolve: (saved: unknown) => void; reject: (error: Error) => void }[] = [];
  const save = vi.fn<Save<Shelf, unknown>>(
    () => new Promise((resolve, reject) => answers.push({ resolve, reject })),
  );
  return { save, answers };
}

test('treats input after Save as a change of the saved record', async () => {
  const { save, answers } = heldSave();
  const { user } = await show(<ShelfForm shelf={oak} save={save} staysOpen />);

  await user.type(field('Name'), ' 2 ');
  await user.click(saveButton());
  await user.type(field('Note'), '!');
  await act(async () => answers[0]?.resolve({ ...oak, name: 'Oak 2', version: 4 }));

  expect(field('Name').value).toBe('Oak 2');
  expect(field('Note').value).toBe('Left!');
  expect(screen.getByText('1 change')).toBeTruthy();
  await user.click(saveButton());
  expect(save).toHaveBeenLastCalledWith(expect.objectContaining({ name: 'Oak 2', note: 'Left!' }), 4, {
    note: 'Left!',
  });
});

test("keeps input typed while another user's change is merged", async () => {
  const { save, answers } = heldSave();
  const { user } = await show(<ShelfForm shelf={oak} save={save} staysOpen />);

  await user.type(field('Name'), 'wood');
  await user.click(saveButton());
  await user.type(field('Name'), 's');
  await act(async () => answers[0]?.reject(stale({ ...oak, note: 'Right', version: 4 })));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  await act(async () => answers[1]?.resolve({ ...oak, name: 'Oakwood', note: 'Right', version: 5 }));

  expect(field('Name').value).toBe('Oakwoods');
  expect(field('Note').value).toBe('Right');
  expect(screen.getByText('1 change')).toBeTruthy();
});

test('shows a newer version unless there are unsaved changes', async () => {
  let read: (shelf: ShelfRecord) => void = () => undefined;
  function Reading() {
    const [shelf, setShelf] = useState(oak);
    read = setShelf;
    return <ShelfForm shelf={shelf} save={vi.fn()} />;
  }
  const { user } = await show(<Reading />);

  act(() => read({ ...oak, name: 'Elm', version: 4 }));
  expect(field('Name').value).toBe('Elm');
  await user.type(field('Note'), '!');
  act(() => read({ ...oak, name: 'Fir', note: 'Right', version: 5 }));

  expect(field('Name').value).toBe('Elm');
  expect(field('Note').value).toBe('Left!');
  await user.press('Discard');
  expect(field('Name').value).toBe('Fir');
});

test('restores the loaded values on discard', async () => {
  const { user } = await show(<ShelfForm shelf={oak} save={vi.fn()} />);

  await user.type(field('Name'), 'land');
  await user.click(screen.getByRole('checkbox', { name: 'Open' }));
  await user.press('Discard');

  expect(field('Name').value).toBe('Oak');
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
});

test('treats a field that was empty and is empty again as unchanged', async () => {
  const { user } = await show(<ShelfForm save={vi.fn()} />);

  await user.type(field('Note'), 'a{Backspace}');

  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
});

test('shows errors at their fields, focuses the first, and sends nothing', async () => {
  const save = vi.fn();
  const { user } = await show(<ShelfForm save={save} />);

  await user.type(field('Note'), 'much too long');
  await user.type(field('Price'), '0');
  await user.press('Create shelf');

  expect(await screen.findByText('Name is required')).toBeTruthy();
  expect(screen.getByText('At most 10 characters')).toBeTruthy();
  expect(screen.getByText('Must cost something')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field('Name')));
  expect(save).not.toHaveBeenCalled();
});

test('focuses the first invalid field', async () => {
  const { user } = await show(<ShelfForm shelf={oak} save={vi.fn()} />);

  await user.type(field('Note'), ' and much more');
  await user.press('Save changes');

  await waitFor(() => expect(document.activeElement).toBe(field('Note')));
});

test('validates a field on blur', async () => {
  const { user } = await show(<ShelfForm save={vi.fn()} />);

  await user.click(field('Name'));
  await user.tab();

  expect(await screen.findByText('Name is required')).toBeTruthy();
  expect(screen.queryByText('Must cost something')).toBeNull();
});

test("shows the server's field errors at their fields", async () => {
  const save = async () => {
    throw new ApiError('Check the fields', {
      status: 409,
      code: 'duplicate',
      fields: [{ path: 'name', message: 'There is a shelf of this name' }],
    });
  };
  const { user } = await show(<ShelfForm shelf={oak} save={save} />);

  await user.type(field('Name'), '2');
  await user.press('Save changes');

  expect(await screen.findByText('There is a shelf of this name')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field('Name')));
  expect(field('Name').value).toBe('Oak2');
});

test('saves once if Save is pressed twice', async () => {
  let finish: (value: unknown) => void = () => undefined;
  const save = vi.fn(() => new Promise((resolve) => (finish = resolve)));
  const { user } = await show(<ShelfForm shelf={oak} save={save} />);

  await user.type(field('Name'), '2');
  await user.keyboard('{Control>}s{/Control}');
  await user.keyboard('{Control>}s{/Control}');
  await act(async () => finish(undefined));

  expect(save).toHaveBeenCalledOnce();
});

test.each([
  ['Ctrl+S', '{Control>}s{/Control}'],
  ['Cmd+S', '{Meta>}s{/Meta}'],
  ['Ctrl+Enter', '{Control>}{Enter}{/Control}'],
])('saves on %s in a field', async (_, keys) => {
  const save = vi.fn(async () => undefined);
  const onSaved = vi.fn();
  const { user } = await show(<ShelfForm shelf={oak} save={save} onSaved={onSaved} />);

  await user.type(field('Name'), '2');
  await user.keyboard(keys);

  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
});

test('saves both changes without asking if another user changed other fields', async () => {
  const save = staleOnce({ ...oak, note: 'Right', version: 4 });
  const onSaved = vi.fn();
  const { user } = await show(<ShelfForm shelf={oak} save={save} onSaved={onSaved} />);

  await user.type(field('Name'), 'wood');
  await user.press('Save changes');

  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(save).toHaveBeenLastCalledWith(expect.objectContaining({ name: 'Oakwood', note: 'Right' }), 4, {
    name: 'Oakwood',
  });
  expect(field('Note').value).toBe('Right');
});

test('shows no conflict if both users made the same change', async () => {
  const save = staleOnce({ ...oak, name: 'Elm', version: 4 });
  const onSaved = vi.fn();
  const { user } = await show(<ShelfForm shelf={oak} save={save} onSaved={onSaved} />);

  await user.retype(field('Name'), 'Elm');
  await user.press('Save changes');

  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(screen.queryByRole('alert')).toBeNull();
});

const openConflict = async (remote: Partial<ShelfRecord>) => {
  const save = staleOnce({ ...oak, ...remote, version: 9 });
  const { user } = await show(<ShelfForm shelf={oak} save={save} />);
  await user.retype(field('Name'), 'Mine');
  await user.retype(field('Price'), '4');
  await user.press('Save changes');
  return { user, save, panel: await screen.findByRole('alert') };
};

test('shows both values of a conflict and saves the selected one', async () => {
  const { user, save, panel } = await openConflict({ name: 'Theirs', isOpen: false });

  expect(within(panel).getByRole('group', { name: 'Name' })).toBeTruthy();
  expect(within(panel).queryByRole('group', { name: 'Price' })).toBeNull();
  expect(within(panel).getByRole('button', { name: 'Save choices' }).hasAttribute('disabled')).toBe(true);
  await user.click(within(panel).getByRole('radio', { name: /Keep theirs.*Theirs/ }));
  await user.click(within(panel).getByRole('button', { name: 'Save choices' }));

  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  expect(save).toHaveBeenLastCalledWith({ name: 'Theirs', note: 'Left', price: 400, isOpen: false }, 9, {
    price: 400,
  });
});

test("overwrites the other user's value with the one that is kept", async () => {
  const { user, save, panel } = await openConflict({ name: 'Theirs' });

  await user.click(within(panel).getByRole('radio', { name: /Use mine.*Mine/ }));
  await user.click(within(panel).getByRole('button', { name: 'Save choices' }));

  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  expect(save).toHaveBeenLastCalledWith(expect.anything(), 9, { name: 'Mine', price: 400 });
});

test('resolves several conflicts at once and shows prices as amounts', async () => {
  const { user, save, panel } = await openConflict({ name: 'Theirs', price: 999 });

  expect(within(panel).getByRole('radio', { name: /Keep theirs.*\$9\.99/ })).toBeTruthy();
  expect(within(panel).getByRole('radio', { name: /Use mine.*\$4\.00/ })).toBeTruthy();
  await user.click(within(panel).getByRole('button', { name: 'Keep all theirs' }));
  await user.click(within(panel).getByRole('button', { name: 'Save choices' }));

  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  expect(save).toHaveBeenLastCalledWith(expect.objectContaining({ name: 'Theirs', price: 999 }), 9, {});
});

test('saves nothing while a conflict is unresolved', async () => {
  const { user, save } = await openConflict({ name: 'Theirs' });

  await user.keyboard('{Control>}s{/Control}');

  expect(save).toHaveBeenCalledOnce();
  expect(field('Name').value).toBe('Mine');
});
