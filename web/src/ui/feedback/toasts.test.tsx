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

test('a success is shown for two seconds', async () => {
  await tell(() => notifySuccess('Brand saved'));
  expect(shown().textContent).toContain('Brand saved');

  await pass(1999);
  expect(shown().textContent).toContain('Brand saved');
  await pass(1);

  expect(shown().textContent).toBe('');
});

test('who points at a message is reading, and it stays until they are done', async () => {
  await tell(() => notifySuccess('Brand saved'));

  fireEvent.pointerEnter(shown());
  await pass(60_000);
  expect(shown().textContent).toContain('Brand saved');
  fireEvent.pointerLeave(shown());
  await pass(2000);

  expect(shown().textContent).toBe('');
});

test('who went to a message by keyboard is reading as well', async () => {
  await tell(() => notifySuccess('Brand saved'));

  fireEvent.focus(within(shown()).getByRole('button', { name: 'Close' }));
  await pass(10_000);

  expect(shown().textContent).toContain('Brand saved');
  await tell(() => press('Close'));
  expect(shown().textContent).toBe('');
});

test('an error is an alert, and stays when it is to be read in peace', async () => {
  await tell(() => notifyError('The printer is off'));
  expect(screen.getByRole('alert').textContent).toContain('The printer is off');

  await tell(() => press('Keep open'));
  await pass(60_000);
  expect(screen.getByRole('alert').textContent).toContain('The printer is off');
  expect(screen.queryByRole('button', { name: 'Keep open' })).toBeNull();
  await tell(() => press('Close'));

  expect(screen.queryByRole('alert')).toBeNull();
});

test('the same error twice is shown once, for two seconds from the second', async () => {
  await tell(() => notifyError('The printer is off'));
  await pass(1500);
  await tell(() => notifyError('The printer is off'));

  expect(screen.getAllByRole('alert')).toHaveLength(1);
  await pass(1999);
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  await pass(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('five messages are shown, and the oldest makes way', async () => {
  await tell(() => {
    for (const number of [1, 2, 3, 4, 5, 6]) notifySuccess(`Message ${number}`);
  });

  expect(shown().textContent).not.toContain('Message 1');
  expect(within(shown()).getAllByRole('button', { name: 'Close' })).toHaveLength(5);
});

test('something can be taken back for half a minute', async () => {
  const undo = vi.fn(async () => undefined);
  await tell(() => offerUndo('3 brands hidden', undo));

  await pass(29_000);
  await tell(() => press('Undo'));

  expect(undo).toHaveBeenCalledOnce();
  expect(shown().textContent).toBe('');
});

test('after half a minute it can no longer be undone', async () => {
  const undo = vi.fn(async () => undefined);
  await tell(() => offerUndo('3 brands hidden', undo));

  await pass(30_000);

  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(undo).not.toHaveBeenCalled();
});

test('an undo that fails breaks nothing', async () => {
  await tell(() => offerUndo('3 brands hidden', () => Promise.reject(new Error('too late'))));

  await tell(() => press('Undo'));

  expect(shown().textContent).toBe('');
});

test('what follows with a message of its own silences the success before it, also where it fails', async () => {
  await act(async () => {
    await withoutToast(async () => notifySuccess('Silent'));
    await withoutToast(async () => Promise.reject(new Error('no'))).catch(() => undefined);
    notifySuccess('Loud');
  });

  expect(shown().textContent).toContain('Loud');
  expect(shown().textContent).not.toContain('Silent');
});

test('closing a message that has gone already changes nothing', async () => {
  await tell(() => notifySuccess('Brand saved'));

  await tell(() => closeNotice('another'));

  expect(shown().textContent).toContain('Brand saved');
});

test('what happened to a record since takes away the offer to undo what was done before', async () => {
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
