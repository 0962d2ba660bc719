import { brandRoutes } from '@aisle/contract/catalog/brands';
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { pageOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { call } from '../../core/api.ts';
import { onRecovery, recordOnline, recordUnreachable } from '../../core/wire/connection.ts';
import { OfflineBanner } from './offline-banner.tsx';

const text = 'Can’t reach Aisle. Retrying…';
afterEach(() => act(recordOnline));

test("appears at once if the server doesn't respond, and detects its recovery", async () => {
  vi.useFakeTimers();
  const recovered = vi.fn();
  onRecovery(recovered);
  let isDown = true;
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url);
    if (isDown) throw new TypeError('Failed to fetch');
    return new Response('{}');
  });
  render(<OfflineBanner />);

  await act(async () => {
    await call(brandRoutes.list, { body: {} }).catch(() => undefined);
  });
  expect(screen.getByRole('status').textContent).toBe(text);
  await act(() => vi.advanceTimersByTimeAsync(4100));
  expect(calls.filter((url) => url === '/livez')).toHaveLength(2);
  expect(recovered).not.toHaveBeenCalled();
  isDown = false;
  await act(() => vi.advanceTimersByTimeAsync(2000));

  expect(screen.getByRole('status').textContent).toBe('');
  expect(recovered).toHaveBeenCalledOnce();
});

test('disappears after a response to any request', async () => {
  serve(brandRoutes.list, pageOf());
  await show(<OfflineBanner />);
  act(recordUnreachable);
  expect(screen.getByText(text)).toBeTruthy();

  await act(async () => {
    await call(brandRoutes.list, { body: {} });
  });

  await waitFor(() => expect(screen.queryByText(text)).toBeNull());
});

test("appears if a proxy can't reach the server", async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }));
  render(<OfflineBanner />);

  await act(async () => {
    await call(brandRoutes.list, { body: {} }).catch(() => undefined);
  });

  expect(screen.getByText(text)).toBeTruthy();
});

test('marks the one in the top bar, which replaces the one above the page', () => {
  const { container } = render(<OfflineBanner isInTopBar />);
  act(recordUnreachable);

  expect(container.querySelector('[data-in-top-bar] [data-connection-banner]')?.textContent).toBe(text);
});
