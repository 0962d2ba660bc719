import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { show } from '../../../test/render.tsx';
import {
  closeNotice,
  endUndo,
  notifyError,
  notifySuccess,
  offerUndo,
  withoutToast,
} from '../../core/notice.tsx';

const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));
const tell = (work: () => void) => act(async () => work());
const shown = () => screen.getByRole('region', { name: 'Messages' });
const press = (name: string) => fireEvent.click(within(shown()).getByRole('button', { name }));

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await show(null);
});

test('shows a success for two seconds', async () => {
  await tell(() => notifySuccess('Brand saved'));
  expect(shown().textContent).toContain('Brand saved');

  await pass(1999);
  expect(shown().textContent).toContain('Brand saved');
  await pass(1);

  expect(shown().textContent).toBe('');
});

test('keeps a message open while the pointer is over it', async () => {
  await tell(() => notifySuccess('Brand saved'));

  fireEvent.pointerEnter(shown());
  await pass(60_000);
  expect(shown().textContent).toContain('Brand saved');
  fireEvent.pointerLeave(shown());
  await pass(2000);

  expect(shown().textContent).toBe('');
});

test('keeps a message open while it has keyboard focus', async () => {
  await tell(() => notifySuccess('Brand saved'));

  fireEvent.focus(within(shown()).getByRole('button', { name: 'Close' }));
  await pass(10_000);

  expect(shown().textContent).toContain('Brand saved');
  await tell(() => press('Close'));
  expect(shown().textContent).toBe('');
});

test('shows an error as an alert and keeps it open on request', async () => {
  await tell(() => notifyError('The printer is off'));
  expect(screen.getByRole('alert').textContent).toContain('The printer is off');

  await tell(() => press('Keep open'));
  await pass(60_000);
  expect(screen.getByRole('alert').textContent).toContain('The printer is off');
  expect(screen.queryByRole('button', { name: 'Keep open' })).toBeNull();
  await tell(() => press('Close'));

  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows a repeated error once and restarts its time', async () => {
  await tell(() => notifyError('The printer is off'));
  await pass(1500);
  await tell(() => notifyError('The printer is off'));

  expect(screen.getAllByRole('alert')).toHaveLength(1);
  await pass(1999);
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  await pass(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows at most five messages and removes the oldest', async () => {
  await tell(() => {
    for (const number of [1, 2, 3, 4, 5, 6]) notifySuccess(`Message ${number}`);
  });

  expect(shown().textContent).not.toContain('Message 1');
  expect(within(shown()).getAllByRole('button', { name: 'Close' })).toHaveLength(5);
});

test('offers undo for half a minute', async () => {
  const undo = vi.fn(async () => undefined);
  await tell(() => offerUndo('3 brands hidden', undo));

  await pass(29_000);
  await tell(() => press('Undo'));

  expect(undo).toHaveBeenCalledOnce();
  expect(shown().textContent).toBe('');
});

test('withdraws the offer to undo after half a minute', async () => {
  const undo = vi.fn(async () => undefined);
  await tell(() => offerUndo('3 brands hidden', undo));

  await pass(30_000);

  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(undo).not.toHaveBeenCalled();
});

test('closes the message even if undo fails', async () => {
  await tell(() => offerUndo('3 brands hidden', () => Promise.reject(new Error('too late'))));

  await tell(() => press('Undo'));

  expect(shown().textContent).toBe('');
});

test('suppresses success messages in withoutToast, even if the work fails', async () => {
  await act(async () => {
    await withoutToast(async () => notifySuccess('Silent'));
    await withoutToast(async () => Promise.reject(new Error('no'))).catch(() => undefined);
    notifySuccess('Loud');
  });

  expect(shown().textContent).toContain('Loud');
  expect(shown().textContent).not.toContain('Silent');
});

test("ignores closing a message that doesn't exist", async () => {
  await tell(() => notifySuccess('Brand saved'));

  await tell(() => closeNotice('another'));

  expect(shown().textContent).toContain('Brand saved');
});

test('withdraws offers to undo earlier changes of the same record', async () => {
  const undo = async () => undefined;
  await tell(() => offerUndo('O-1: Picking started', undo, 'order 1'));
  await tell(() => offerUndo('O-2: Picking started', undo, 'order 2'));

  await tell(() => offerUndo('O-1: Ready for delivery', undo, 'order 1'));
  expect(shown().textContent).not.toContain('O-1: Picking started');
  expect(shown().textContent).toContain('O-1: Ready for delivery');
  await tell(() => endUndo('order 1'));

  expect(shown().textContent).not.toContain('O-1');
  expect(shown().textContent).toContain('O-2: Picking started');
});
