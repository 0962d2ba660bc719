import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../../../../test/render.tsx';
import * as heldStore from '../../../core/offline/browser-store.ts';
import { endSession } from '../../../core/session/session.ts';
import { useUnsavedGuard } from './unsaved-guard.tsx';
import { useDraft } from './use-draft.ts';

function Sheet({ isUnsaved, inTab = false, go }: { isUnsaved: boolean; inTab?: boolean; go?: () => void }) {
  const leave = useUnsavedGuard(isUnsaved, { inTab });
  return (
    <button type="button" onClick={() => leave(go)}>
      Done
    </button>
  );
}

test('leaves without asking if nothing changed', async () => {
  const { go, address } = await show(<Sheet isUnsaved={false} />, { at: '/form' });

  await act(() => go('/brand'));

  expect(address()).toBe('/brand');
});

test('asks before leaving with unsaved changes and can stay', async () => {
  const { user, go, address } = await show(<Sheet isUnsaved />, { at: '/form' });

  void go('/brand');
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await user.press('Stay');

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe('/form');
});

test('leaves after the user confirms', async () => {
  const { user, go, address } = await show(<Sheet isUnsaved />, { at: '/form' });

  void go('/brand');
  await user.press('Leave');

  await waitFor(() => expect(address()).toBe('/brand'));
});

test('ignores changes of the search on the same page', async () => {
  const { go, search } = await show(<Sheet isUnsaved />, { at: '/form' });

  await act(() => go('/form?tab=2'));

  await waitFor(() => expect(search()).toEqual({ tab: 2 }));
});

test('asks before a tab with a form changes', async () => {
  const { user, go, search } = await show(<Sheet isUnsaved inTab />, { at: '/form?tab=1' });

  void go('/form?tab=2');
  await user.press('Stay');

  expect(search()).toEqual({ tab: 1 });
});

test('leaves without asking when the form is done', async () => {
  const going = { to: () => undefined as unknown };
  const { user, go, address } = await show(<Sheet isUnsaved go={() => void going.to()} />, { at: '/form' });
  going.to = () => go('/brand');

  await user.press('Done');

  await waitFor(() => expect(address()).toBe('/brand'));
});

function Draft() {
  const [draft, setDraft, again] = useDraft('count', () => ({ note: '', pieces: 0 }));
  return (
    <>
      <input
        aria-label="Note"
        value={draft.note}
        onChange={(event) => setDraft({ ...draft, note: event.currentTarget.value })}
      />
      <output>{draft.pieces}</output>
      <button type="button" onClick={again}>
        Begin anew
      </button>
    </>
  );
}
const note = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Note' });
const write = (text: string) => fireEvent.change(note(), { target: { value: text } });
/** Simulates a reload. */
const reopen = async (first: { unmount: () => void }) => {
  first.unmount();
  await show(<Draft />);
};

test('restores a draft after a reload', async () => {
  const first = await show(<Draft />);
  write('Shelf 4');

  await reopen(first);

  expect(note().value).toBe('Shelf 4');
});

test('stores the draft when the phone goes to sleep', async () => {
  await show(<Draft />);
  write('Shelf 4');

  window.dispatchEvent(new Event('pagehide'));

  expect(localStorage.getItem('aisle.count:person-1')).toContain('Shelf 4');
});

test('adds missing fields to a draft of an earlier version', async () => {
  localStorage.setItem('aisle.count:person-1', JSON.stringify({ note: 'Shelf 4' }));

  await show(<Draft />);

  expect(note().value).toBe('Shelf 4');
  expect(screen.getByRole('status').textContent).toBe('0');
});

test("starts a new draft if the stored one can't be parsed", async () => {
  localStorage.setItem('aisle.count:person-1', '{"note":');

  await show(<Draft />);

  expect(note().value).toBe('');
});

test('stores a reset draft', async () => {
  const first = await show(<Draft />);
  write('Shelf 4');
  fireEvent.click(screen.getByRole('button', { name: 'Begin anew' }));
  expect(note().value).toBe('');

  await reopen(first);

  expect(note().value).toBe('');
});

test('deletes the draft when the session ends', async () => {
  const first = await show(<Draft />);
  write('Shelf 4');

  first.unmount();
  act(() => endSession());

  expect(localStorage).toHaveLength(0);
});

test('restores a draft kept after signing out, unless the user has typed already', async () => {
  const keep = vi.spyOn(heldStore, 'storeFormDraft').mockResolvedValue();
  const first = await show(<Draft />);
  write('Shelf 4');
  await waitFor(() =>
    expect(keep).toHaveBeenCalledWith(
      'person-1',
      'count',
      { note: 'Shelf 4', pieces: 0 },
      expect.any(Number),
    ),
  );
  first.unmount();
  localStorage.clear();

  const found = Promise.withResolvers<{ content: unknown; at: number }>();
  vi.spyOn(heldStore, 'findFormDraft').mockReturnValue(found.promise as Promise<never>);
  const second = await show(<Draft />);
  await act(async () => found.resolve({ content: { note: 'Shelf 4' }, at: 1 }));
  expect(note().value).toBe('Shelf 4');
  second.unmount();
  localStorage.clear();

  await show(<Draft />);
  write('Shelf 5');
  await act(async () => found.promise);
  expect(note().value).toBe('Shelf 5');
});

test('deletes the kept draft on reset', async () => {
  const remove = vi.spyOn(heldStore, 'removeFormDraft').mockResolvedValue(undefined);
  await show(<Draft />);
  write('Shelf 4');

  fireEvent.click(screen.getByRole('button', { name: 'Begin anew' }));

  expect(remove).toHaveBeenCalledWith('person-1', 'count');
});
